// Writes another file and renames it, with the system's own calls.
#include "sim/base/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace warpscope {

PendingFile::PendingFile(std::string temporary, Options options) : temporary_(std::move(temporary)) {
  const int fresh = options.exclusive ? O_EXCL : O_TRUNC | O_NOFOLLOW;
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | fresh, options.mode);
  exists_ = descriptor_ >= 0;
  if (!exists_) error_ = errno;
}

PendingFile::~PendingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (exists_) ::unlink(temporary_.c_str());
}

void PendingFile::write(std::string_view bytes) {
  while (!bytes.empty() && error_ == 0) {
    const ssize_t wrote = ::write(descriptor_, bytes.data(), bytes.size());
    if (wrote >= 0) bytes.remove_prefix(static_cast<std::size_t>(wrote));
    else if (errno != EINTR) error_ = errno;
  }
}

void PendingFile::close(bool force) {
  if (descriptor_ < 0) return;
  // EINVAL and ENOSYS: the file system does not support it.
  if (error_ == 0 && force && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOSYS) error_ = errno;
  if (::close(std::exchange(descriptor_, -1)) != 0 && error_ == 0) error_ = errno;
}

bool PendingFile::become(const std::string& path) {
  close(false);
  if (error_ == 0 && std::rename(temporary_.c_str(), path.c_str()) != 0) error_ = errno;
  if (error_ == 0) exists_ = false;
  return error_ == 0;
}

std::string behind_links(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::is_symlink(path, code)) return path;
  const std::filesystem::path real = std::filesystem::canonical(path, code);
  return code ? path : real.string();
}

int replace_file(const std::string& path, std::string_view text, const std::string& ending,
                 PendingFile::Options options, bool force) {
  PendingFile file(path + ending, options);
  file.write(text);
  file.close(force);
  return file.become(path) ? 0 : file.error();
}

} // namespace warpscope
