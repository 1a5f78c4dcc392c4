// Processor time of one estimate of every lab: what the compiler's worker, the run of one multiprocessor's
// blocks with its record, and the simulation of the steps take. Other processes do not count, as they would
// in wall time; the promise is 100 ms for any lab. Of each lab the least of the rounds.
//
//   estimate_benchmark [ROUNDS] [NAME]       NAME: only the labs that hold it
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace warpscope;
constexpr double promised_ms = 100;

/// Of this process.
double own_ms() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return 1e3 * static_cast<double>(used.tv_sec) + 1e-6 * static_cast<double>(used.tv_nsec);
}

/// Of the compiler's worker: of each thread of each child, in nanoseconds from the scheduler.
double workers_ms() {
  const std::string me = std::to_string(getpid());
  double sum = 0;
  std::error_code none;
  for (const auto& process : std::filesystem::directory_iterator("/proc", none)) {
    std::ifstream status(process.path() / "status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("PPid:")) {
        if (line.substr(line.find_first_not_of(" \t", 5)) != me) break;
        for (const auto& task : std::filesystem::directory_iterator(process.path() / "task", none)) {
          double ns = 0;
          std::ifstream(task.path() / "schedstat") >> ns;
          sum += ns * 1e-6;
        }
        break;
      }
  }
  return sum;
}

struct Times {
  double compile = 0, record = 0, simulate = 0;
  std::string problem;
  [[nodiscard]] double all() const { return compile + record + simulate; }
};

Times once(compile::Compiler& compiler, const labs::Lab& lab, int round) {
  run::Request request;
  request.text = lab.text + "\n// " + std::to_string(round) + '\n'; // not what the worker remembers
  request.device = *devices::find_device("cc90");
  request.file = std::string(lab.id) + ".cu";
  const double worker = workers_ms(), start = own_ms();
  Times times;
  const auto input = run::machine_input(compiler, request, times.problem);
  times.compile = workers_ms() - worker;
  const double recorded = own_ms();
  times.record = recorded - start;
  if (!input) return times;
  if (!run::estimate_by_machine(*input, {}, times.problem)) return times;
  times.simulate = own_ms() - recorded;
  times.problem.clear();
  return times;
}

} // namespace

int main(int count, char** words) {
  const int rounds = count > 1 ? std::max(1, std::atoi(words[1])) : 3;
  const std::string only = count > 2 ? words[2] : "";
  compile::Compiler compiler;
  struct Row {
    std::string id;
    Times times;
  };
  std::vector<Row> rows;
  for (const labs::Lab& lab : labs::labs()) {
    const std::string id(lab.id);
    if (id.find(only) == std::string::npos) continue;
    Row row{id, once(compiler, lab, 0)};
    for (int round = 1; round < rounds; ++round)
      if (const Times again = once(compiler, lab, round); again.all() < row.times.all()) row.times = again;
    rows.push_back(row);
  }
  if (rows.empty()) return 1;
  std::sort(rows.begin(), rows.end(),
            [](const Row& a, const Row& b) { return a.times.all() > b.times.all(); });
  const auto slow = std::count_if(rows.begin(), rows.end(),
                                  [](const Row& row) { return row.times.all() > promised_ms; });
  fmt::print("{} labs; processor ms of an estimate: median {:.0f}, most {:.0f}; {} above {:.0f}\n"
             "{:28}{:>10}{:>10}{:>10}{:>10}\n",
             rows.size(), rows[rows.size() / 2].times.all(), rows.front().times.all(), slow, promised_ms, "",
             "all", "compile", "record", "simulate");
  for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), only.empty() ? 25 : rows.size()); ++i)
    fmt::print("{:28}{:10.1f}{:10.1f}{:10.1f}{:10.1f}  {}\n", rows[i].id, rows[i].times.all(),
               rows[i].times.compile, rows[i].times.record, rows[i].times.simulate, rows[i].times.problem);
  return 0;
}
