// Runs ffmpeg as a separate process: found at run time, started without a shell, fed through a socket, ended
// on request.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpscope::exporting {

/// Returns the absolute path of the first executable `ffmpeg` in PATH; empty: there is none.
[[nodiscard]] std::string find_ffmpeg();

class FfmpegProcess {
 public:
  /// `arguments`: without the program's name; write() feeds its standard input. Null and a sentence in
  /// `error` on failure.
  [[nodiscard]] static std::unique_ptr<FfmpegProcess>
  start(const std::string& program, const std::vector<std::string>& arguments, std::string& error);
  ~FfmpegProcess(); ///< kills it if it is still running
  FfmpegProcess(const FfmpegProcess&) = delete;
  FfmpegProcess& operator=(const FfmpegProcess&) = delete;

  /// False: it has ended, or `cancel` was set; finish() says why.
  [[nodiscard]] bool write(std::span<const std::uint8_t> bytes, const std::atomic<bool>& cancel);
  /// Closes its input and waits until it is done. Empty on success, else its last error line. When cancelled,
  /// it is killed.
  [[nodiscard]] std::string finish(const std::atomic<bool>& cancel);

 private:
  FfmpegProcess(int pid, int socket, int errors) : pid_(pid), socket_(socket), errors_(errors) {}
  void close_socket();
  [[nodiscard]] std::string said() const;

  int pid_, socket_, errors_; ///< errors_: a file without a name
};

} // namespace warpscope::exporting
