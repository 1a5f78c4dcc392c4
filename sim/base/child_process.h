// A program of ours as a child process: started, talked to through a socket pair, listened to (stderr),
// ended.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace warpscope {

class ChildProcess {
 public:
  /// `command`: the program (looked up in PATH when there is no slash in it) and its arguments. Null and the
  /// end of a sentence in `error` ("No such file or directory") when it could not be started. The child
  /// inherits no descriptor but its own three, and leads a process group of its own, so that Ctrl-C on a
  /// terminal reaches the parent only.
  [[nodiscard]] static std::unique_ptr<ChildProcess> start(const std::vector<std::string>& command,
                                                           std::string& error);
  ~ChildProcess(); ///< kills and reaps
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] int socket() const { return socket_; }         ///< non-blocking, both directions
  [[nodiscard]] int error_pipe() const { return error_pipe_; } ///< non-blocking; -1 once the child closed it
  void drain_errors(); ///< keeps the last 16 KiB of what the child said
  void forget_errors() {
    drain_errors();
    errors_.clear();
  }
  [[nodiscard]] const std::string& errors() const { return errors_; }
  /// True when the other end is closed: the child is gone or going.
  [[nodiscard]] bool hung_up() const;
  /// Ends the child and its process group (if it still runs) and says how it ended: "signal 11 (Segmentation
  /// fault)", "exit code 3".
  std::string finish();
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  ChildProcess(pid_t pid, int socket, int error_pipe) : pid_(pid), socket_(socket), error_pipe_(error_pipe) {}

  pid_t pid_ = -1;
  int socket_ = -1;
  int error_pipe_ = -1;
  std::string errors_;
  std::string ended_;
};

/// What the environment variable names, else `program` beside the running executable.
[[nodiscard]] std::string program_beside(const char* variable, const std::string& program);

} // namespace warpscope
