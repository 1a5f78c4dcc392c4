// Files that are never seen half written: the bytes go into a file beside, which is renamed over the real one
// once all of them are there. Failures are errno's numbers, since each caller has its own sentence for them.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace warpscope {

/// A file that does not carry its name yet. It is removed unless it became the real one.
class PendingFile {
 public:
  struct Options {
    mode_t mode = 0666;     ///< of a new file, before the process's mask
    bool exclusive = false; ///< a file that is already there under the temporary name is an error, else it is
                            ///< replaced
  };
  PendingFile(std::string temporary, Options options);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  [[nodiscard]] int error() const { return error_; } ///< errno of what failed first, or 0
  [[nodiscard]] const std::string& temporary() const { return temporary_; }
  void write(std::string_view bytes);
  /// No more bytes come from here. `force`: not before they are on the disk; a full disk may say so only
  /// then.
  void close(bool force);
  /// Renames over `path`. False, with error() set, when that or something before it failed.
  bool become(const std::string& path);

 private:
  std::string temporary_;
  int descriptor_ = -1;
  int error_ = 0;
  bool exists_ = false;
};

/// `path`, or the file that it leads to when it is a symbolic link: that one is replaced, not the link.
[[nodiscard]] std::string behind_links(const std::string& path);

/// Writes `text` beside `path`, as path + `ending`, and renames. 0, or errno.
[[nodiscard]] int replace_file(const std::string& path, std::string_view text, const std::string& ending,
                               PendingFile::Options options, bool force);

} // namespace warpscope
