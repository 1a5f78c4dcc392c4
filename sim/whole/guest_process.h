// The process that runs the host program: started with its connection, its memory and its streams; watched;
// ended.
#pragma once

#include "sim/whole/request.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace warpscope::whole {

/// Reads a pipe to its end on a thread of its own and keeps the beginning.
class OutputPump {
 public:
  OutputPump(int descriptor, bool error, const Streams& streams); ///< takes the descriptor
  ~OutputPump();
  OutputPump(const OutputPump&) = delete;
  OutputPump& operator=(const OutputPump&) = delete;
  /// Waits for the end of the pipe, or `seconds`: a process that the guest left behind may hold it.
  void finish(double seconds);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::string& kept() { return kept_; } ///< after finish()

 private:
  void pump();

  int descriptor_;
  bool error_;
  const Streams& streams_;
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> ended_{false}, give_up_{false};
  std::string kept_;
  std::thread thread_;
};

class GuestProcess {
 public:
  /// `socket` and `window_file` become its descriptors 3 and 4; the caller closes its own. Null and the end
  /// of a sentence in `error` when it could not be started.
  [[nodiscard]] static std::unique_ptr<GuestProcess> start(const Streams& streams, int socket,
                                                           int window_file, std::string& error);
  ~GuestProcess(); ///< kills and reaps
  GuestProcess(const GuestProcess&) = delete;
  GuestProcess& operator=(const GuestProcess&) = delete;

  void kill(); ///< from any thread, while wait() has not returned
  /// Asks it where it is: it tells a crash by SIGXCPU, and ends. As kill().
  void ask_where();
  [[nodiscard]] bool waits_for_input() const; ///< its first thread reads its stdin
  /// Waits until it has ended, and kills it after `patience` seconds. Returns its status as of waitpid().
  int wait(double patience);
  [[nodiscard]] std::uint64_t output_bytes() const;
  [[nodiscard]] OutputPump* output() { return output_.get(); } ///< null: not piped
  [[nodiscard]] OutputPump* errors() { return errors_.get(); }

 private:
  GuestProcess() = default;

  std::atomic<pid_t> pid_{-1};
  bool own_group_ = true;
  int status_ = 0;
  std::unique_ptr<OutputPump> output_, errors_;
};

} // namespace warpscope::whole
