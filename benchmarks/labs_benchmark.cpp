// How long it takes from choosing a lab until its picture is there, for each lab, as the window does it: a
// session, the compiler's worker, block 0 with its trace; a lab that is a whole program is run, and then its
// longest launch. Prints milliseconds, of each lab the best of five (other processes take their share of a
// machine), the first, and the processor time of all processes in the best; the promise is 200.
//   labs_benchmark [--no-rest] [--device ID] [LAB...]     these alone
// The first times are those of a fresh machine where XDG_CACHE_HOME is an empty folder, and the programs lie
// without the folder preludes of the build: parsed headers are kept in either. As in a window that rests for
// a while, those of all labs are parsed ahead, which is timed; --no-rest leaves it out.
#include "app/session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr double promised_ms = 200;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Processor time in milliseconds that a process and its ended children have taken.
double processor_ms(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::vector<std::string> words;
  for (std::size_t at = name_end + 2; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  double ticks = 0; // utime, stime, cutime, cstime
  for (std::size_t i = 11; i < 15 && i < words.size(); ++i) ticks += std::stod(words[i]);
  return 1000 * ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Of this process and of its children: the compiler and the programs.
double all_processor_ms() {
  double ms = processor_ms("self");
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(task.path() / "children");
    for (std::string child; file >> child;) ms += processor_ms(child);
  }
  return ms;
}

/// Until the run of the present text is there (`grid`: and its whole grid is counted).
void wait(warpscope::session::Session& session, bool grid) {
  while (!session.is_shown() || (grid && session.busy())) {
    session.poll();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

struct Time {
  double best = 0, first = 0, processor = 0;
  std::string id;
};

} // namespace

int main(int count, char** words) {
  namespace ws = warpscope;
  ws::session::Session session(ws::document::make_catalog(), ws::jobs::make_simulator(), [] {});
  wait(session, true);        // the worker is warm, as it is once the window is open
  session.prepare_programs(); // as the window does at rest
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::vector<std::string> chosen(words + 1, words + count);
  if (const auto option = std::find(chosen.begin(), chosen.end(), "--device"); option != chosen.end()) {
    if (option + 1 == chosen.end() || !session.edit()->set_device(option[1]))
      return std::fputs("labs_benchmark: --device wants one of warpscope devices\n", stderr), 2;
    chosen.erase(option, option + 2);
    wait(session, true);
  }
  if (std::erase(chosen, "--no-rest") == 0) {
    const Clock::time_point start = Clock::now();
    session.prepare_headers();
    while (session.prepares_headers()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::printf("headers parsed ahead: %.1f s%s\n", ms_since(start) / 1000,
                session.wants_headers() ? ", not all of them" : "");
  }
  std::vector<Time> times;
  for (const ws::document::LabEntry& lab : session.catalog().labs)
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), lab.id) != chosen.end())
      times.push_back({.id = lab.id});
  for (int round = 0; round < 5; ++round)
    for (Time& time : times) {
      session.edit()->set_mode(ws::document::SourceMode::Expression); // so that one lab alone is opened anew
      wait(session, true);
      const double processor = all_processor_ms();
      const Clock::time_point start = Clock::now();
      session.edit()->set_lab(time.id);
      wait(session, false);
      const double ms = ms_since(start);
      if (round == 0) time.first = ms;
      if (round > 0 && ms > time.best) continue;
      time.best = ms;
      time.processor = all_processor_ms() - processor;
    }
  double all = 0;
  for (const Time& time : times) all += time.best;
  std::sort(times.begin(), times.end(), [](const Time& a, const Time& b) { return a.best < b.best; });
  const auto at = [&](double share) {
    return times[std::min(times.size() - 1,
                          static_cast<std::size_t>(share * static_cast<double>(times.size())))]
        .best;
  };
  const auto slow = [&](double Time::* which) {
    return std::count_if(times.begin(), times.end(),
                         [&](const Time& one) { return one.*which > promised_ms; });
  };
  std::printf("%zu labs: %.1f a second; p50 %.0f ms, p90 %.0f ms, p99 %.0f ms; %td above %.0f ms, at the "
              "first opening %td\n",
              times.size(), 1000 * static_cast<double>(times.size()) / all, at(.5), at(.9), at(.99),
              slow(&Time::best), promised_ms, slow(&Time::first));
  std::printf("    best     first  processor\n");
  for (std::size_t i = times.size(); i-- > 0 && i + 24 >= times.size();)
    std::printf("%5.0f ms  %5.0f ms   %5.0f ms  %s\n", times[i].best, times[i].first, times[i].processor,
                times[i].id.c_str());
  return 0;
}
