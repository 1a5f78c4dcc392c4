// Starts child processes and listens to them, with the system's own calls.
#include "sim/base/child_process.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace warpscope {

namespace {

constexpr std::size_t kept_error_bytes = 16u << 10;

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

bool make_non_blocking(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

std::string describe(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* name = sigdescr_np(signal);
    return fmt::format("signal {} ({})", signal, name != nullptr ? name : "unknown");
  }
  return fmt::format("exit code {}", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

} // namespace

pid_t spawn_child(const std::vector<std::string>& command, const ChildStreams& streams, int& failed) {
  // Copies above all targets, so that none overwrites another on its way to its number.
  std::vector<FileDescriptor> others;
  others.reserve(streams.others.size());
  const int behind = STDERR_FILENO + 1 + static_cast<int>(streams.others.size());
  for (const int descriptor : streams.others) {
    others.emplace_back(fcntl(descriptor, F_DUPFD_CLOEXEC, behind));
    if (others.back().get() < 0) {
      failed = errno;
      return -1;
    }
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO);
  if (streams.output >= 0) posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO);
  else posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO);
  for (std::size_t i = 0; i < others.size(); ++i)
    posix_spawn_file_actions_adddup2(&actions, others[i].get(), STDERR_FILENO + 1 + static_cast<int>(i));
  // Libraries of the app (a GL driver, for example) may hold descriptors without close-on-exec.
  posix_spawn_file_actions_addclosefrom_np(&actions, behind);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                           (streams.own_group ? POSIX_SPAWN_SETPGROUP : 0)));

  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t pid = -1;
  failed = command.empty()
               ? ENOENT
               : posix_spawnp(&pid, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failed == 0 ? pid : -1;
}

std::unique_ptr<ChildProcess> ChildProcess::start(const std::vector<std::string>& command,
                                                  std::string& error) {
  std::array<int, 2> sockets{};
  std::array<int, 2> errors{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    error = fmt::format("no connection to it could be made: {}", std::strerror(errno));
    return nullptr;
  }
  FileDescriptor ours(sockets[0]);
  FileDescriptor theirs(sockets[1]);
  if (pipe2(errors.data(), O_CLOEXEC) != 0) {
    error = fmt::format("no connection to it could be made: {}", std::strerror(errno));
    return nullptr;
  }
  FileDescriptor error_read(errors[0]);
  FileDescriptor error_write(errors[1]);
  if (!make_non_blocking(ours.get()) || !make_non_blocking(error_read.get())) {
    error = fmt::format("no connection to it could be made: {}", std::strerror(errno));
    return nullptr;
  }

  int failed = 0;
  const pid_t pid = spawn_child(command, {theirs.get(), theirs.get(), error_write.get(), {}}, failed);
  if (pid < 0) {
    error = std::strerror(failed);
    return nullptr;
  }
  return std::unique_ptr<ChildProcess>(new ChildProcess(pid, ours.release(), error_read.release()));
}

ChildProcess::~ChildProcess() {
  finish();
  if (socket_ >= 0) close(socket_);
  if (error_pipe_ >= 0) close(error_pipe_);
}

void ChildProcess::drain_errors() {
  std::array<char, 4096> buffer{};
  while (error_pipe_ >= 0) {
    const ssize_t got = read(error_pipe_, buffer.data(), buffer.size());
    if (got > 0) {
      errors_.append(buffer.data(), static_cast<std::size_t>(got));
      if (errors_.size() > kept_error_bytes) errors_.erase(0, errors_.size() - kept_error_bytes);
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) {
      close(error_pipe_);
      error_pipe_ = -1;
    }
    return;
  }
}

bool ChildProcess::hung_up() const {
  pollfd entry{socket_, POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0 && (entry.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

std::string ChildProcess::finish() {
  if (pid_ < 0) return ended_;
  // A child that closed its end is exiting: wait, to learn how it ended. One that is still running is killed.
  int status = 0;
  pid_t reaped = 0;
  for (int tries = 0; hung_up() && tries < 200; ++tries) {
    reaped = waitpid(pid_, &status, WNOHANG);
    if (reaped != 0) break;
    const timespec pause{0, 1'000'000};
    nanosleep(&pause, nullptr);
    drain_errors();
  }
  if (reaped == 0) {
    if (kill(-pid_, SIGKILL) != 0) kill(pid_, SIGKILL); // ssh or srun may have started other processes
    do reaped = waitpid(pid_, &status, 0);
    while (reaped < 0 && errno == EINTR);
  }
  drain_errors();
  ended_ = reaped == pid_ ? describe(status) : "an unknown end";
  pid_ = -1;
  return ended_;
}

std::string program_beside(const char* variable, const std::string& program) {
  if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') return named;
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return program;
  return (self.parent_path() / program).string();
}

} // namespace warpscope
