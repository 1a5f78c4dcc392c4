// ffmpeg as a process of its own: found at run time, started without a shell, fed through a socket, ended
// when nobody wants it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpscope::exporting {

/// The first executable `ffmpeg` of PATH, as a whole path; empty: there is none.
[[nodiscard]] std::string find_ffmpeg();

class FfmpegProcess {
 public:
  /// `arguments`: without the program's name; its standard input is what write() gives. Null with a sentence
  /// in `error`.
  [[nodiscard]] static std::unique_ptr<FfmpegProcess>
  start(const std::string& program, const std::vector<std::string>& arguments, std::string& error);
  ~FfmpegProcess(); ///< kills it when it still runs
  FfmpegProcess(const FfmpegProcess&) = delete;
  FfmpegProcess& operator=(const FfmpegProcess&) = delete;

  /// False: it has ended, or `cancel` was set; finish() says why.
  [[nodiscard]] bool write(std::span<const std::uint8_t> bytes, const std::atomic<bool>& cancel);
  /// No more bytes: waits until it is done. Empty when it went well, else what it said last. Cancelled: it is
  /// killed.
  [[nodiscard]] std::string finish(const std::atomic<bool>& cancel);

 private:
  FfmpegProcess(int pid, int socket, int errors) : pid_(pid), socket_(socket), errors_(errors) {}
  void close_socket();
  [[nodiscard]] std::string said() const;

  int pid_, socket_, errors_; ///< errors_: a file without a name
};

} // namespace warpscope::exporting
