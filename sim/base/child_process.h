// A program of ours as a child process: started, connected by a socket pair, with its stderr collected, and
// ended.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace warpscope {

/// The first three descriptors of a child.
struct ChildStreams {
  int input = -1;
  int output = -1; ///< -1: /dev/null
  int errors = -1;
  std::vector<int> others; ///< become its descriptors 3, 4, …
  /// The child leads its own process group: Ctrl-C on a terminal reaches only the parent. False: it stays in
  /// the parent's, and may read from the terminal.
  bool own_group = true;
};
/// Starts `command`: the program (looked up in PATH when it contains no slash) and its arguments. The child
/// inherits no other descriptors and has the default action for every signal. Returns its process id, or -1
/// and the error number.
[[nodiscard]] pid_t spawn_child(const std::vector<std::string>& command, const ChildStreams& streams,
                                int& failed);

class ChildProcess {
 public:
  /// As spawn_child(). Null and the end of a sentence in `error` ("No such file or directory") when it could
  /// not be started.
  [[nodiscard]] static std::unique_ptr<ChildProcess> start(const std::vector<std::string>& command,
                                                           std::string& error);
  ~ChildProcess(); ///< kills and reaps
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] int socket() const { return socket_; } ///< non-blocking, both directions
  /// Non-blocking; -1 once the child has closed it.
  [[nodiscard]] int error_pipe() const { return error_pipe_; }
  void drain_errors(); ///< keeps the last 16 KiB of the child's error output
  void forget_errors() {
    drain_errors();
    errors_.clear();
  }
  [[nodiscard]] const std::string& errors() const { return errors_; }
  /// True when the other end is closed: the child has exited or is about to.
  [[nodiscard]] bool hung_up() const;
  /// Ends the child and its process group, if it is still running, and returns how it ended: "signal 11
  /// (Segmentation fault)", "exit code 3".
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

/// Returns the value of the environment variable if it is set, else the path of `program` beside the running
/// executable.
[[nodiscard]] std::string program_beside(const char* variable, const std::string& program);

} // namespace warpscope
