// Files that are never seen half written: the bytes go into another file, which is renamed to the real one
// once it is complete. Failures are errno values, since each caller has its own sentence for them.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace warpscope {

/// A file that does not have its final name yet. It is removed unless it became the real one.
class PendingFile {
 public:
  struct Options {
    mode_t mode = 0666; ///< of a new file, before the process's mask
    /// true: a file that already has the temporary name is an error; false: it is replaced.
    bool exclusive = false;
  };
  PendingFile(std::string temporary, Options options);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  [[nodiscard]] int error() const { return error_; } ///< errno of the first failure, or 0
  [[nodiscard]] const std::string& temporary() const { return temporary_; }
  void write(std::string_view bytes);
  /// Ends the writing. `force`: returns only once the data is on the disk; a full disk may be reported only
  /// then.
  void close(bool force);
  /// Renames to `path`. False, with error() set, when that or an earlier operation failed.
  bool become(const std::string& path);

 private:
  std::string temporary_;
  int descriptor_ = -1;
  int error_ = 0;
  bool exists_ = false;
};

/// Returns `path`, or its target when it is a symbolic link: the target is replaced, not the link.
[[nodiscard]] std::string behind_links(const std::string& path);

/// Writes `text` to path + `ending` and renames it. Returns 0, or errno.
[[nodiscard]] int replace_file(const std::string& path, std::string_view text, const std::string& ending,
                               PendingFile::Options options, bool force);

} // namespace warpscope
