// Finds, starts, feeds and ends ffmpeg.
#include "app/export/ffmpeg.h"

#include "app/language/language.h"
#include "sim/base/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpscope::exporting {

std::string find_ffmpeg() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const std::string_view folder = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (folder.empty() || folder.front() != '/')
      continue; // skip relative folders: never run a program from the working folder
    std::string program = std::string(folder) + "/ffmpeg";
    std::error_code code;
    if (std::filesystem::is_regular_file(program, code) && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

std::unique_ptr<FfmpegProcess> FfmpegProcess::start(const std::string& program,
                                                    const std::vector<std::string>& arguments,
                                                    std::string& error) {
  std::array<int, 2> sockets{-1, -1};
  // A file, not a pipe: it need not be emptied while frames are written.
  const int errors = memfd_create("warpscope-ffmpeg", MFD_CLOEXEC);
  if (errors < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    error = language::trf("export.ffmpeg_connect", language::arg("why", std::strerror(errno)));
    if (errors >= 0) close(errors);
    return nullptr;
  }
  std::vector<std::string> command{program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  int failed = 0;
  const pid_t pid = spawn_child(command, {sockets[1], -1, errors}, failed);
  close(sockets[1]);
  if (pid < 0) {
    error = language::trf("export.ffmpeg_start", language::arg("program", program),
                          language::arg("why", std::strerror(failed)));
    close(sockets[0]);
    close(errors);
    return nullptr;
  }
  return std::unique_ptr<FfmpegProcess>(new FfmpegProcess(pid, sockets[0], errors));
}

FfmpegProcess::~FfmpegProcess() {
  close_socket();
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(errors_);
}

void FfmpegProcess::close_socket() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
}

bool FfmpegProcess::write(std::span<const std::uint8_t> bytes, const std::atomic<bool>& cancel) {
  while (!bytes.empty()) {
    if (cancel) return false;
    pollfd entry{socket_, POLLOUT, 0};
    const int ready = poll(&entry, 1, 100); // a person who cancels does not wait for a write that is stuck
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) bytes = bytes.subspan(static_cast<std::size_t>(sent));
    else if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
  }
  return true;
}

std::string FfmpegProcess::finish(const std::atomic<bool>& cancel) {
  close_socket();
  int status = 0;
  while (pid_ > 0) {
    const pid_t ended = waitpid(pid_, &status, WNOHANG);
    if (ended == pid_ || (ended < 0 && errno != EINTR)) {
      pid_ = -1;
      break;
    }
    if (cancel) kill(pid_, SIGKILL);
    pollfd none{-1, 0, 0};
    poll(&none, 1, 10);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  std::string text = said();
  if (text.empty())
    text = WIFSIGNALED(status)
               ? std::string(language::tr("export.ffmpeg_ended"))
               : language::trf("export.ffmpeg_code", language::arg("code", WEXITSTATUS(status)));
  return text;
}

/// Returns the last line of its error output.
std::string FfmpegProcess::said() const {
  std::array<char, 4096> tail{};
  const off_t size = lseek(errors_, 0, SEEK_END);
  const off_t from = size > static_cast<off_t>(tail.size()) ? size - static_cast<off_t>(tail.size()) : 0;
  const ssize_t got = pread(errors_, tail.data(), tail.size(), from);
  std::string text(tail.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  const std::size_t line = text.rfind('\n');
  // The reason may be in any line; a full disk is the one that a person can do something about.
  if (text.find("No space left") != std::string::npos) return "No space left on device";
  if (const std::size_t encoder = text.find("Unknown encoder"); encoder != std::string::npos)
    return text.substr(encoder, text.find('\n', encoder) - encoder);
  return line == std::string::npos ? text : text.substr(line + 1);
}

} // namespace warpscope::exporting
