// warpscope-measure: reads a request from standard input and writes a recording to standard output
// (docs/measure.md). With --serve it reads one request a line and writes one recording a line, so that the
// context and CUPTI's single configuration are made only once.
#include "gpu/measure/counters.h"
#include "gpu/measure/device.h"
#include "gpu/measure/measure.h"
#include "gpu/measure/source_counters.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace warpscope::measure {
namespace {

constexpr std::size_t longest_request = 512u << 20;
constexpr int exit_usage = 2, exit_broken = 3;

/// Kernels and libraries also print to standard output: it is redirected, and only answers go to the
/// original.
int answers = STDOUT_FILENO;

std::mutex one_line_at_a_time; ///< the watchdog answers on its own thread

void answer(const protocol::Recording& recording) {
  const std::scoped_lock lock(one_line_at_a_time);
  const std::string line = protocol::to_json(recording) + "\n";
  std::size_t at = 0;
  while (at < line.size()) {
    const ssize_t done = write(answers, line.data() + at, line.size() - at);
    if (done > 0) at += static_cast<std::size_t>(done);
    else if (errno != EINTR) _exit(exit_broken); // the reader has gone
  }
}

/// False when the process has to end.
bool handle(std::string_view document) {
  std::string error;
  const std::optional<protocol::MeasureRequest> request = protocol::parse_measure_request(document, error);
  if (!request) {
    answer(bad_request(error));
    return true;
  }
  const auto give_up = [](const protocol::Recording& late) {
    answer(late);
    _exit(exit_broken);
  };
  const MeasureOutcome outcome = measure(
      *request, give_up,
      request->what.as_they_come ? std::function<void(const protocol::Recording&)>(answer) : nullptr);
  answer(outcome.recording);
  return !outcome.broken;
}

/// False at the end of the input; `too_long` when the text was cut.
bool read_text(std::string& text, bool one_line, bool& too_long) {
  text.clear();
  too_long = false;
  bool any = false;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    any = true;
    if (one_line && c == '\n') return true;
    if (text.size() < longest_request) text += static_cast<char>(c);
    else too_long = true;
  }
  return any;
}

int run(bool serve) {
  std::string text;
  bool too_long = false;
  while (read_text(text, serve, too_long)) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) continue;
    if (too_long) answer(bad_request("the request is longer than 512 MiB"));
    else if (!handle(text)) return exit_broken;
    if (!serve) return 0;
  }
  if (!serve) answer(bad_request("there is no request on standard input"));
  return 0;
}

int list_metrics() {
  std::string error;
  if (GpuDevice::open(error) == nullptr || !no_profiler().empty()) {
    std::cerr << "warpscope-measure: " << (error.empty() ? no_profiler() : error) << "\n";
    return 1;
  }
  for (const std::string& metric : list_sass_metrics()) std::cout << metric << "\n";
  return 0;
}

} // namespace
} // namespace warpscope::measure

int main(int argc, char** argv) {
  const std::string_view option = argc == 2 ? argv[1] : "";
  if (option == "--version") {
    std::puts("warpscope-measure " WARPSCOPE_VERSION ", request 1, recording 1");
    return 0;
  }
  if (option == "--list-metrics") return warpscope::measure::list_metrics();
  if (argc > 1 && option != "--serve") {
    std::fputs(
        "warpscope-measure: a request (docs/measure.md) on standard input, a recording on standard output\n"
        "  --serve         a request a line, a recording a line\n"
        "  --list-metrics  CUPTI's names of what can be counted of an instruction on this GPU\n"
        "  --version\n"
        "`warpscope measure FILE.cu` writes the request and starts this program.\n",
        option == "--help" || option == "-h" ? stdout : stderr);
    return option == "--help" || option == "-h" ? 0 : warpscope::measure::exit_usage;
  }
  warpscope::measure::answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (warpscope::measure::answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return warpscope::measure::exit_broken;
  if (chdir("/") != 0)
    return warpscope::measure::exit_broken; // NVRTC also looks for quoted headers in the working folder
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int code = warpscope::measure::run(option == "--serve");
  _exit(code); // the exit handlers of the driver and CUPTI have hung processes before
}
