// Runs the probe: compiles its kernels once, then one process after the other.
#include "gpu/measure/probe.h"

#include "gpu/measure/probe_device.h"
#include "sim/base/child_process.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warpscope::measure {

namespace {

/// Of one process, which takes some seconds.
constexpr auto longest_probe_process = std::chrono::seconds(120);
/// A device of which more than this is taken is not quiet.
constexpr std::uint32_t most_utilization = 10;

bool refuse(TellLine tell, const std::string& sentence) {
  tell("#error " + sentence.substr(0, sentence.find('\n')));
  return false;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

bool write_code(int to, const std::vector<char>& code) {
  for (std::size_t done = 0; done < code.size();) {
    const ssize_t some = write(to, code.data() + done, code.size() - done);
    if (some > 0) done += static_cast<std::size_t>(some);
    else if (errno != EINTR) return false;
  }
  return true;
}

/// Empty: the process came to its end.
std::string run_child(int device, int code, int answers) {
  ChildStreams streams;
  streams.output = STDERR_FILENO; // rows go to descriptor 4
  streams.errors = STDERR_FILENO;
  streams.others = {code, answers};
  streams.own_group = false; // who ends this process ends both
  int failed = 0, status = 0;
  if (lseek(code, 0, SEEK_SET) != 0) return "the machine code cannot be read again";
  const pid_t child = spawn_child({"/proc/self/exe", "--probe-process", fmt::format("{}", device)}, streams,
                                  failed);
  if (child < 0) return fmt::format("a process could not be started (error {})", failed);
  const auto end = std::chrono::steady_clock::now() + longest_probe_process;
  for (bool killed = false;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return "a process was lost";
    if (ended == child) {
      if (killed)
        return "a process did not come to its end in two minutes: the device hangs, or is very busy";
      if (WIFSIGNALED(status)) return fmt::format("a process was ended by signal {}", WTERMSIG(status));
      return WEXITSTATUS(status) == 0 ? "" : "said"; // the process has told why
    }
    if (!killed && std::chrono::steady_clock::now() > end) killed = true, kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

} // namespace

bool run_probe(int device, int processes, int answers, TellLine tell) {
  tell("#warpscope_probe 1");
  std::string error;
  // Without a context: what this process holds on the device must not disturb the others.
  const std::unique_ptr<GpuDevice> gpu = GpuDevice::open(error, device, false);
  if (gpu == nullptr) return refuse(tell, error);
  if (const std::string reason = no_nvrtc(); !reason.empty()) return refuse(tell, reason);
  const protocol::RecordedDevice& facts = gpu->facts();
  tell("#device " + facts.name);
  tell(fmt::format("#capability {}.{}", facts.cc_major, facts.cc_minor));
  tell(fmt::format("#multiprocessors {}", facts.multiprocessors));
  tell(fmt::format("#clock_mhz {}", gpu->clock_khz() / 1000.0));
  tell(fmt::format("#l2_bytes {}", facts.l2_bytes));
  tell(facts.driver.empty() ? std::string("#driver unknown") : "#driver " + facts.driver);
  tell("#date " + today());
  if (const auto used = gpu->utilization(); used && *used > most_utilization)
    tell(fmt::format("#disturbed something else ran on the device {} % of the time before the probe", *used));
  tell("#compiling");
  const CompiledDeviceText compiled = compile_plain_text(probe_kernels(), gpu->compute_capability());
  if (!compiled.fine()) return refuse(tell, compiled.first_error());
  const int code = memfd_create("warpscope_probe", 0);
  if (code < 0 || !write_code(code, compiled.cubin))
    return refuse(tell, "there is no memory for the machine code");
  for (int i = 1; i <= processes; ++i) {
    tell(fmt::format("#process {}", i));
    if (const std::string wrong = run_child(device, code, answers); !wrong.empty())
      return wrong == "said" ? false : refuse(tell, wrong);
  }
  tell("#done");
  return true;
}

bool run_probe_process(int device, int code, TellLine tell) {
  std::string error;
  const std::unique_ptr<GpuDevice> gpu = GpuDevice::open(error, device);
  if (gpu == nullptr) return refuse(tell, error);
  std::vector<char> cubin(static_cast<std::size_t>(std::max<off_t>(0, lseek(code, 0, SEEK_END))));
  if (lseek(code, 0, SEEK_SET) != 0 || cubin.empty()) return refuse(tell, "there is no machine code");
  for (std::size_t done = 0; done < cubin.size();) {
    const ssize_t some = read(code, cubin.data() + done, cubin.size() - done);
    if (some == 0 || (some < 0 && errno != EINTR)) return refuse(tell, "the machine code cannot be read");
    if (some > 0) done += static_cast<std::size_t>(some);
  }
  try {
    ProbeDevice on(*gpu, cubin, tell);
    for (const auto section : {probe_clock, probe_arithmetic, probe_latency, probe_l1, probe_streams,
                               probe_blocks, probe_atomics, probe_constants, probe_fetch})
      section(on);
    return true;
  } catch (const DeviceError& failed) {
    return refuse(tell, failed.sentence);
  }
}

} // namespace warpscope::measure
