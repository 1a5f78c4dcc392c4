// Starts warpscope-host and reads what it prints.
#include "sim/whole/guest_process.h"

#include "sim/base/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpscope::whole {

using namespace std::chrono_literals;

OutputPump::OutputPump(int descriptor, bool error, const Streams& streams)
    : descriptor_(descriptor), error_(error), streams_(streams), thread_([this] { pump(); }) {}

OutputPump::~OutputPump() {
  finish(0);
  close(descriptor_);
}

void OutputPump::finish(double seconds) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!ended_.load() && std::chrono::steady_clock::now() < limit) std::this_thread::sleep_for(1ms);
  give_up_.store(true);
  if (thread_.joinable()) thread_.join();
}

void OutputPump::pump() {
  std::vector<char> buffer(1u << 16);
  for (;;) {
    pollfd entry{descriptor_, POLLIN, 0};
    const int ready = poll(&entry, 1, 20);
    if (ready == 0 || (ready < 0 && errno == EINTR)) {
      if (give_up_.load()) break;
      continue;
    }
    const ssize_t got = read(descriptor_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    const auto size = static_cast<std::size_t>(got);
    const std::uint64_t before = bytes_.fetch_add(size, std::memory_order_relaxed);
    if (before < streams_.kept_bytes)
      kept_.append(buffer.data(), std::min<std::size_t>(size, streams_.kept_bytes - before));
    if (streams_.heard) streams_.heard(error_, {buffer.data(), size});
  }
  ended_.store(true);
}

std::unique_ptr<GuestProcess> GuestProcess::start(const Streams& streams, int socket, int window_file,
                                                  std::string& error) {
  std::unique_ptr<GuestProcess> guest(new GuestProcess());
  guest->own_group_ = !streams.terminal;
  std::array<int, 2> out{-1, -1}, err{-1, -1};
  int input = streams.input;
  const auto close_all = [&] {
    for (const int end : {out[0], out[1], err[0], err[1]})
      if (end >= 0) close(end);
    if (streams.input < 0 && input >= 0) close(input);
  };
  if (input < 0) input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input < 0 || (streams.output < 0 && pipe2(out.data(), O_CLOEXEC) != 0) ||
      (streams.errors < 0 && pipe2(err.data(), O_CLOEXEC) != 0)) {
    error = std::strerror(errno);
    close_all();
    return nullptr;
  }
  int failed = 0;
  ChildStreams child{input,
                     streams.output < 0 ? out[1] : streams.output,
                     streams.errors < 0 ? err[1] : streams.errors,
                     {socket, window_file},
                     guest->own_group_};
  guest->pid_ = spawn_child({program_beside("WARPSCOPE_HOST", "warpscope-host")}, child, failed);
  if (guest->pid_ < 0) {
    error = std::strerror(failed);
    close_all();
    return nullptr;
  }
  for (int* end : {&out[1], &err[1]})
    if (*end >= 0) close(*end);
  if (streams.input < 0) close(input);
  if (out[0] >= 0) guest->output_ = std::make_unique<OutputPump>(out[0], false, streams);
  if (err[0] >= 0) guest->errors_ = std::make_unique<OutputPump>(err[0], true, streams);
  return guest;
}

GuestProcess::~GuestProcess() {
  kill();
  wait(0);
}

void GuestProcess::kill() {
  if (const pid_t pid = pid_.load(); pid > 0) ::kill(own_group_ ? -pid : pid, SIGKILL);
}

void GuestProcess::ask_where() {
  if (const pid_t pid = pid_.load(); pid > 0) ::kill(pid, SIGXCPU);
}

bool GuestProcess::waits_for_input() const {
  std::ifstream file("/proc/" + std::to_string(pid_.load()) + "/syscall");
  std::string call, descriptor;
  return file >> call >> descriptor && call == std::to_string(SYS_read) && descriptor == "0x0";
}

int GuestProcess::wait(double patience) {
  if (pid_ < 0) return status_;
  const auto limit = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
  pid_t reaped = 0;
  while ((reaped = waitpid(pid_, &status_, WNOHANG)) == 0) {
    if (std::chrono::steady_clock::now() >= limit) {
      kill();
      do reaped = waitpid(pid_, &status_, 0);
      while (reaped < 0 && errno == EINTR);
      break;
    }
    std::this_thread::sleep_for(1ms);
  }
  pid_ = -1;
  for (OutputPump* pump : {output_.get(), errors_.get()})
    if (pump != nullptr) pump->finish(0.5);
  return status_;
}

std::uint64_t GuestProcess::output_bytes() const {
  return (output_ ? output_->bytes() : 0) + (errors_ ? errors_->bytes() : 0);
}

} // namespace warpscope::whole
