// warpscope-compiler: reads compile requests from its standard input (a socket) and answers there until the
// other end closes. It is the only program of Warpscope that contains Clang, so that whatever a text does to
// Clang affects this process alone.
#include "sim/compile/head_start.h"
#include "sim/compile/kept_replies.h"
#include "sim/compile/protocol.h"
#include "sim/lower/compile_program.h"
#include "sim/lower/compile_text.h"
#include "sim/lower/prepare_headers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sched.h>
#include <string_view>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <variant>
#include <vector>

namespace warpscope::compile {
namespace {

constexpr rlim_t address_space_bytes = rlim_t{4} << 30;
constexpr long recycle_resident_bytes = 1'500L << 20;

/// Sanitizers reserve terabytes of address space, so a limit makes no sense with them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limit_address_space = false;
#else
constexpr bool limit_address_space = true;
#endif

void limit_resources() {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (limit_address_space) {
    const rlimit memory{address_space_bytes, address_space_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
}

long resident_bytes() {
  std::FILE* statm = std::fopen("/proc/self/statm", "re");
  if (statm == nullptr) return 0;
  long total = 0;
  long resident = 0;
  const int read = std::fscanf(statm, "%ld %ld", &total, &resident);
  std::fclose(statm);
  return read == 2 ? resident * sysconf(_SC_PAGESIZE) : 0;
}

/// Ends this process with its parent, which may die while a text hangs Clang.
void leave_with_parent(int connection) {
  std::thread([connection] {
    pollfd entry{connection, POLLRDHUP, 0};
    while (poll(&entry, 1, -1) < 0 || (entry.revents & (POLLRDHUP | POLLHUP | POLLERR)) == 0) {
    }
    _exit(0);
  }).detach();
}

/// False at the end of the stream.
bool read_all(int connection, std::span<std::uint8_t> bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t got = read(connection, bytes.data() + at, bytes.size() - at);
    if (got > 0) at += static_cast<std::size_t>(got);
    else if (got == 0 || errno != EINTR) return false;
  }
  return true;
}

bool write_all(int connection, std::span<const std::uint8_t> bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t done = send(connection, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (done > 0) at += static_cast<std::size_t>(done);
    else if (errno != EINTR) return false;
  }
  return true;
}

/// Injects faults on demand, for tests of the code that has to survive them.
void inject_fault_before(std::string_view fault) {
  if (fault == "crash") std::abort();
  while (fault == "hang") pause();
}

/// The reply, and whether the request alone decides it: no file of a person does.
struct Made {
  std::vector<std::uint8_t> reply;
  bool of_request_alone = false;
};

Made compiled(const CompileRequest& request) {
  return {encode_reply(lower::compile_text(request)), true}; // its headers travel in the request
}
Made compiled(const program::ProgramSources& request) {
  const program::CompiledProgram reply = lower::compile_program(request);
  const bool alone = request.include_folders.empty() && request.system_folders.empty() &&
                     reply.texts.size() == request.files.size();
  return {encode_reply(reply), alone};
}

/// What the build left beside this program; with WARPSCOPE_KEEP_REPLIES in the environment this process adds
/// to it what took long enough to be worth a file.
class BuiltReplies {
 public:
  template <class Request>
  std::vector<std::uint8_t> reply(const Request& request, std::span<const std::uint8_t> bytes) const {
    if (auto kept = replies_.find(bytes)) return std::move(*kept);
    const auto begin = std::chrono::steady_clock::now();
    Made made = compiled(request);
    if (keeps_ && made.of_request_alone && std::chrono::steady_clock::now() - begin > worth_a_file)
      static_cast<void>(replies_.keep(bytes, made.reply)); // it is only slower without
    return std::move(made.reply);
  }

 private:
  static constexpr std::chrono::milliseconds worth_a_file{25};

  static std::string compiler() {
    const std::string id = build_id();
    return id.empty() ? id : id + ' ' + frontend::clang_version();
  }
  static std::string folder() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string() : (self.parent_path() / "replies").string();
  }

  KeptReplies replies_{folder(), compiler()};
  bool keeps_ = std::getenv("WARPSCOPE_KEEP_REPLIES") != nullptr;
};

std::vector<std::uint8_t> too_large(const CompileRequest& request) {
  Diagnostic d;
  d.file = request.file;
  d.message = "the compiled program is too large; make the kernel or its tables smaller";
  return encode_reply(program::CompiledText{nullptr, {d}, {}, {}, {}, {}});
}
std::vector<std::uint8_t> too_large(const program::ProgramSources& request) {
  program::CompiledProgram reply;
  Diagnostic& d = reply.diagnostics.emplace_back();
  d.file = request.files.front().path;
  d.message = "the compiled program is too large; make its tables smaller";
  return encode_reply(reply);
}

template <class Request>
bool answer(int connection, std::uint32_t id, const Request& request, std::vector<std::uint8_t> payload,
            std::string_view fault) {
  if (payload.size() > max_reply_bytes) payload = too_large(request);
  if (fault == "garbage")
    for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<std::uint8_t>(i * 131u + 7u);
  const auto header = encode_header({id, static_cast<std::uint32_t>(payload.size())});
  if (!write_all(connection, header)) return false;
  if (fault == "half") {
    write_all(connection, std::span(payload).first(payload.size() / 2));
    _exit(3);
  }
  return write_all(connection, payload);
}

int serve(int connection) {
  const char* named = std::getenv("WARPSCOPE_COMPILER_FAULT");
  const std::string_view fault = named == nullptr ? "" : named;
  pollfd waiting{connection, POLLIN, 0};
  if (poll(&waiting, 1, 0) == 0) { // no request yet: use Clang once now, since its first use is slow
    frontend::FrontendInput first;
    first.file = "warm-up";
    first.text = "__global__ void warm_up(float *out) { out[threadIdx.x] = 1.0f; }\n";
    static_cast<void>(lower::compile_text(first));
  }
  const BuiltReplies built;
  for (;;) {
    std::array<std::uint8_t, frame_header_bytes> header_bytes{};
    if (!read_all(connection, header_bytes)) return 0;
    const auto header = decode_header(header_bytes, max_request_bytes);
    if (!header) return 2;
    std::vector<std::uint8_t> payload(header->length);
    if (!read_all(connection, payload)) return 0;
    const auto request = decode_request(payload);
    if (!request) return 2;
    inject_fault_before(fault);
    const bool answered = std::visit(
        [&](const auto& chosen) {
          return answer(connection, header->id, chosen, built.reply(chosen, payload), fault);
        },
        *request);
    if (!answered) return 0;
    if (resident_bytes() > recycle_resident_bytes) return recycle_exit_code;
  }
}

/// Parses what texts begin with for a compute capability, so that it lies in the cache: the build ships what
/// it finds there.
int prepare(std::uint32_t capability, std::span<char*> files) {
  for (const char* file : files) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    frontend::Prepared prepared = frontend::Prepared::Refused;
    if (text.find("\nint main(") != std::string::npos) {
      program::ProgramSources program;
      program.files.push_back({std::filesystem::absolute(file).string(), text});
      program.compute_capability = capability;
      prepared = lower::prepare_headers(program);
    } else if (!text.empty()) {
      program::TextSource kernels;
      kernels.file = file;
      kernels.text = text;
      kernels.compute_capability = capability;
      prepared = lower::prepare_headers(kernels);
    }
    if (prepared == frontend::Prepared::Refused || prepared == frontend::Prepared::NotKept)
      return std::fprintf(stderr, "%s: its headers could not be parsed and kept\n", file), 1;
  }
  return 0;
}

/// Everything else of the machine comes first: its processors, its disks.
void give_way() {
  setpriority(PRIO_PROCESS, 0, 19);
  const sched_param none{};
  sched_setscheduler(0, SCHED_IDLE, &none);
  constexpr int of_this_process = 1, idle_class = 3 << 13; // linux/ioprio.h
  syscall(SYS_ioprio_set, of_this_process, 0, idle_class);
}

/// One process at a time, of all windows of a person: another waits here, and finds the work done. Where the
/// file system has no locks they work beside each other, which is as sound.
void wait_for_turn(const std::string& folder) {
  const int lock = open((folder + "/head_start.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock >= 0) flock(lock, LOCK_EX); // until this process ends
}

/// Parses the headers of the requests on the standard input, up to its end.
int head_start() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_resources();
  std::signal(SIGXFSZ, SIG_IGN); // a limit of file sizes is to it as a full disk
  give_way();
  const std::string folder = frontend::writable_cache_folder();
  if (folder.empty()) return head_start_no_cache;
  wait_for_turn(folder);
  for (std::array<std::uint8_t, frame_header_bytes> header_bytes{}; read_all(STDIN_FILENO, header_bytes);) {
    const auto header = decode_header(header_bytes, max_request_bytes);
    if (!header) return 2;
    std::vector<std::uint8_t> payload(header->length);
    if (!read_all(STDIN_FILENO, payload)) return 2;
    const auto request = decode_request(payload);
    if (!request) return 2;
    const frontend::Prepared prepared = std::visit(
        [](const auto& chosen) { return lower::prepare_headers(chosen); }, *request);
    if (prepared == frontend::Prepared::NotKept) return head_start_no_cache;
  }
  return 0;
}

} // namespace
} // namespace warpscope::compile

int main(int argc, char** argv) {
  if (argc > 2 && std::string_view(argv[1]) == "--prepare")
    _exit(warpscope::compile::prepare(static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)),
                                      std::span(argv + 3, argv + argc))); // as below
  if (argc == 2 && std::string_view(argv[1]) == "--head-start") _exit(warpscope::compile::head_start());
  if (argc > 1 || isatty(STDIN_FILENO) != 0) {
    std::fputs(
        "warpscope-compiler is started by warpscope, or by its build with --prepare CAPABILITY FILES.\n",
        stderr);
    return 2;
  }
  // Output that a library prints to standard output must not end up between frames.
  const int connection = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  if (connection < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 2;
  warpscope::compile::limit_resources();
  warpscope::lower::prepare_for_crashes();
  warpscope::compile::leave_with_parent(connection);
  const int code = warpscope::compile::serve(connection);
  _exit(code); // Clang's globals need no destruction, and the watching thread still runs
}
