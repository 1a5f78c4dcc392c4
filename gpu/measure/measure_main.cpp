// warpscope-measure: reads a request from standard input and writes a recording to standard output
// (docs/measure.md). With --serve it reads one request a line and writes one recording a line, so that the
// context and CUPTI's single configuration are made only once. What NVRTC makes of some kernels hangs on
// where its memory lies: so the process runs without randomised addresses, and machine code alone is asked
// for from a fresh process.
#include "gpu/measure/counters.h"
#include "gpu/measure/device.h"
#include "gpu/measure/measure.h"
#include "gpu/measure/probe.h"
#include "gpu/measure/source_counters.h"
#include "gpu/measure/times_process.h"
#include "sim/base/child_process.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpscope::measure {
namespace {

constexpr std::size_t longest_request = 512u << 20;
constexpr int exit_usage = 2, exit_broken = 3;

/// Kernels and libraries also print to standard output: it is redirected, and only answers go to the
/// original.
int answers = STDOUT_FILENO;

std::mutex one_line_at_a_time; ///< the watchdog answers on its own thread

/// False: the reader has gone.
bool write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = write(to, text.data(), text.size());
    if (done > 0) text.remove_prefix(static_cast<std::size_t>(done));
    else if (errno != EINTR) return false;
  }
  return true;
}

void answer(const protocol::Recording& recording) {
  const std::scoped_lock lock(one_line_at_a_time);
  if (!write_all(answers, protocol::to_json(recording) + "\n")) _exit(exit_broken);
}

/// Starts this program again with addresses that are the same each time. Where that is refused (containers
/// may), it goes on as it is.
void fix_addresses(char** argv) {
  constexpr unsigned long ask = 0xffff'ffff;
  const int now = personality(ask);
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) return;
  execv("/proc/self/exe", argv);
}

/// Answers by a process that has compiled nothing before. False when this one has to end.
bool handle_afresh(std::string_view document) {
  const int request = memfd_create("warpscope_request", MFD_CLOEXEC);
  if (request < 0 || !write_all(request, document) || lseek(request, 0, SEEK_SET) != 0) {
    answer(bad_request("there is no memory for the request"));
    return false;
  }
  ChildStreams streams;
  streams.input = request, streams.output = answers, streams.errors = STDERR_FILENO;
  streams.own_group = false; // who ends this process ends both
  int failed = 0, status = 0;
  const pid_t child = spawn_child({"/proc/self/exe"}, streams, failed);
  close(request);
  if (child < 0) return false;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// False when the process has to end.
bool handle(std::string_view document, bool serve) {
  std::string error;
  const std::optional<protocol::MeasureRequest> request = protocol::parse_measure_request(document, error);
  if (!request) {
    answer(bad_request(error));
    return true;
  }
  if (serve && request->what.code_alone()) return handle_afresh(document);
  const auto give_up = [](const protocol::Recording& late) {
    answer(late);
    _exit(exit_broken);
  };
  static TimesProcess& times = *new TimesProcess; // not ended by exit handlers: a hung kernel would hold them
                                                  // up
  const MeasureOutcome outcome = measure(
      *request, give_up,
      request->what.as_they_come ? std::function<void(const protocol::Recording&)>(answer) : nullptr,
      [&](const protocol::MeasureRequest& wanted, std::string& why) { return times.ask(wanted, why); });
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
    else if (!handle(text, serve)) return exit_broken;
    if (!serve) return 0;
  }
  if (!serve) answer(bad_request("there is no request on standard input"));
  return 0;
}

/// Descriptors of one of the probe's processes: the machine code, and where the rows go.
constexpr int probe_code = 3, probe_rows = 4;

void tell_line(std::string_view line) {
  if (!write_all(answers, std::string(line) + "\n")) _exit(exit_broken); // nobody reads
}

int number_of(const char* word, int least, int most) {
  const std::string_view text = word;
  int value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size() && value >= least && value <= most ? value
                                                                                                    : -1;
}

/// --probe [DEVICE [PROCESSES]], --probe-process DEVICE. -1: wrong words.
int probe(int argc, char** argv) {
  const bool process = std::string_view(argv[1]) == "--probe-process";
  const int device = argc > 2 ? number_of(argv[2], 0, 1000) : 0,
            processes = argc > 3 ? number_of(argv[3], 1, 1000) : 10;
  if (device < 0 || processes < 0 || argc > (process ? 3 : 4)) return -1;
  answers = process ? probe_rows : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (answers < 0 || (!process && dup2(STDERR_FILENO, STDOUT_FILENO) < 0)) return exit_broken;
  const bool fine = process ? run_probe_process(device, probe_code, tell_line)
                            : run_probe(device, processes, answers, tell_line);
  return fine ? 0 : 1;
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
  if (argc > 1 && (std::string_view(argv[1]) == "--probe" || std::string_view(argv[1]) == "--probe-process"))
    if (const int code = warpscope::measure::probe(argc, argv); code >= 0) _exit(code);
  if (argc > 1 && option != "--serve") {
    std::fputs(
        "warpscope-measure: a request (docs/measure.md) on standard input, a recording on standard output\n"
        "  --serve         a request a line, a recording a line\n"
        "  --probe [DEVICE [PROCESSES]]  what the simulated multiprocessor needs to know of the device, as "
        "lines\n"
        "                  (`warpscope probe` reads them)\n"
        "  --list-metrics  CUPTI's names of what can be counted of an instruction on this GPU\n"
        "  --version\n"
        "`warpscope measure FILE.cu` writes the request and starts this program.\n",
        option == "--help" || option == "-h" ? stdout : stderr);
    return option == "--help" || option == "-h" ? 0 : warpscope::measure::exit_usage;
  }
  warpscope::measure::fix_addresses(argv);
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
