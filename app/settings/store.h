// Files that survive crashes: written under another name and renamed, set aside when damaged, locked against
// a second copy of the app.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope::settings {

struct StoredText {
  enum class State { Absent, Read, Unreadable } state = State::Absent;
  std::string text;
  std::string why; ///< for Unreadable: the system's reason
};
/// Longer files count as unreadable: ours are short.
[[nodiscard]] StoredText read_stored(const std::string& path, std::size_t most_bytes);

/// Creates the folder and its parents, for this person only. Empty, or the system's reason.
[[nodiscard]] std::string make_folder(const std::string& path);

/// Creates folders as needed. Follows a symbolic link and replaces its target. `force`: returns only once the
/// data is on the disk. Empty on success, else the system's reason.
[[nodiscard]] std::string write_stored(const std::string& path, std::string_view text, bool force);

/// Renames to PATH.damaged-YYYYMMDD-HHMMSS (with -2, -3 when that exists). Returns the new name, or an empty
/// string on failure.
[[nodiscard]] std::string set_aside(const std::string& path);

/// Held until it is destroyed or its process ends, however it ends.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock();
  FileLock(FileLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileLock& operator=(FileLock&& other) noexcept;

  /// Impossible: no such folder, or a file system without locks.
  enum class Outcome { Held, Busy, Impossible };
  /// `wait`: for up to a fifth of a second.
  [[nodiscard]] Outcome take(const std::string& path, bool wait = false);
  void release();

 private:
  int fd_ = -1;
};

} // namespace warpscope::settings
