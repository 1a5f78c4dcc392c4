// Files that survive: written beside and renamed over, set aside when damaged, locked against a second copy
// of the app.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope::settings {

struct StoredText {
  enum class State { Absent, Read, Unreadable } state = State::Absent;
  std::string text;
  std::string why; ///< Unreadable: the system's reason
};
/// Longer files are unreadable: ours are short.
[[nodiscard]] StoredText read_stored(const std::string& path, std::size_t most_bytes);

/// With all above it, for this person only. Empty, or the system's reason.
[[nodiscard]] std::string make_folder(const std::string& path);

/// Folders are made as needed. Through a link the file behind it is replaced. `force`: not before the
/// data is on the disk. Empty when it worked, else the system's reason.
[[nodiscard]] std::string write_stored(const std::string& path, std::string_view text, bool force);

/// Renames to PATH.damaged-YYYYMMDD-HHMMSS (and -2, -3 when that exists). The new name, or empty when it
/// could not be done.
[[nodiscard]] std::string set_aside(const std::string& path);

/// Held until it goes, or its process ends, however it ends.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock();
  FileLock(FileLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileLock& operator=(FileLock&& other) noexcept;

  enum class Outcome {
    Held,
    Busy,
    Impossible
  }; ///< Impossible: no such folder, or a file system without locks
  /// `wait`: up to a fifth of a second.
  [[nodiscard]] Outcome take(const std::string& path, bool wait = false);
  void release();

 private:
  int fd_ = -1;
};

} // namespace warpscope::settings
