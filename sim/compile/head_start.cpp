// Starts, watches and ends the process that parses headers ahead of their use.
#include "sim/compile/head_start.h"

#include "sim/base/child_process.h"
#include "sim/compile/protocol.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace warpscope::compile {
namespace {

bool write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = write(file, bytes.data(), bytes.size());
    if (wrote > 0) bytes = bytes.subspan(static_cast<std::size_t>(wrote));
    else if (wrote == 0 || errno != EINTR) return false;
  }
  return true;
}

/// A file in memory with a frame for each request, at its beginning; -1 and no file when there is no room.
int file_of(const std::vector<HeadStart::Request>& requests) {
  const int file = memfd_create("warpscope-head-start", MFD_CLOEXEC);
  if (file < 0) return -1;
  std::uint32_t id = 0;
  bool whole = true;
  for (const HeadStart::Request& request : requests) {
    const std::vector<std::uint8_t> bytes = std::visit([](const auto& one) { return encode_request(one); },
                                                       request);
    whole = whole && write_all(file, encode_header({++id, static_cast<std::uint32_t>(bytes.size())})) &&
            write_all(file, bytes);
  }
  if (whole && lseek(file, 0, SEEK_SET) == 0) return file;
  close(file);
  return -1;
}

} // namespace

HeadStart::HeadStart(std::string worker)
    : worker_(worker.empty() ? program_beside("WARPSCOPE_COMPILER", "warpscope-compiler")
                             : std::move(worker)) {}

HeadStart::~HeadStart() { stop(); }

void HeadStart::start(const std::vector<Request>& requests) {
  stop();
  state_ = State::GaveUp;
  const int input = file_of(requests), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (input >= 0 && nowhere >= 0) {
    int failed = 0;
    process_ = spawn_child({worker_, "--head-start"}, {input, -1, nowhere, {}}, failed);
    if (process_ >= 0) state_ = State::Working;
  }
  if (input >= 0) close(input);
  if (nowhere >= 0) close(nowhere);
}

void HeadStart::stop() {
  if (state() != State::Working) return;
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  state_ = State::None;
}

HeadStart::State HeadStart::state() {
  if (state_ != State::Working) return state_;
  int status = 0;
  const pid_t ended = waitpid(process_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return state_;
  process_ = -1;
  state_ = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? State::Done : State::GaveUp;
  return state_;
}

} // namespace warpscope::compile
