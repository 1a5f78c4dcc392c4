// Reads, replaces, sets aside and locks small files.
#include "app/settings/store.h"

#include "sim/base/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace warpscope::settings {

namespace {

namespace fs = std::filesystem;

std::string reason(int code) { return std::generic_category().message(code); }

/// Creates the folder and its parents, readable by the person only. Returns 0 or errno.
int make_folders(const fs::path& folder) {
  std::error_code code;
  if (folder.empty() || fs::is_directory(folder, code)) return 0;
  if (const int failed = make_folders(folder.parent_path()); failed != 0) return failed;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

} // namespace

StoredText read_stored(const std::string& path, std::size_t most_bytes) {
  StoredText stored;
  // A pipe in the place of the file must not block the window.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return stored;
    return {StoredText::State::Unreadable, {}, reason(errno)};
  }
  int failed = 0;
  struct stat status{};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    failed = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  char buffer[1 << 14];
  while (failed == 0) {
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got == 0) break;
    if (got > 0) stored.text.append(buffer, static_cast<std::size_t>(got));
    else if (errno != EINTR) failed = errno;
    if (stored.text.size() > most_bytes) failed = EFBIG;
  }
  ::close(fd);
  if (failed != 0) return {StoredText::State::Unreadable, {}, reason(failed)};
  stored.state = StoredText::State::Read;
  return stored;
}

std::string make_folder(const std::string& path) {
  const int failed = make_folders(path);
  return failed == 0 ? std::string() : reason(failed);
}

std::string write_stored(const std::string& path, std::string_view text, bool force) {
  const std::string target = behind_links(path);
  if (const int failed = make_folders(fs::path(target).parent_path()); failed != 0) return reason(failed);
  const int failed = replace_file(target, text, ".new", {.mode = 0600}, force);
  return failed == 0 ? std::string() : reason(failed);
}

std::string set_aside(const std::string& path) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  char date[32] = "";
  if (localtime_r(&now, &local) != nullptr) std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
  for (int i = 1; i < 100; ++i) {
    const std::string name = path + ".damaged-" + date + (i == 1 ? std::string() : "-" + std::to_string(i));
    std::error_code code;
    if (fs::exists(name, code)) continue;
    return std::rename(path.c_str(), name.c_str()) == 0 ? name : std::string();
  }
  return {};
}

FileLock::~FileLock() { release(); }

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  if (this != &other) {
    release();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void FileLock::release() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

FileLock::Outcome FileLock::take(const std::string& path, bool wait) {
  release();
  // Not inherited by the compiler's process, which may outlive this one.
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return Outcome::Impossible;
  // A copy that hangs while it holds the lock must not block this one.
  int result = 0;
  for (int tries = wait ? 40 : 1; tries > 0; --tries) {
    result = ::flock(fd, LOCK_EX | LOCK_NB);
    if (result == 0 || errno != EWOULDBLOCK || tries == 1) break;
    ::usleep(5'000);
  }
  if (result == 0) {
    fd_ = fd;
    return Outcome::Held;
  }
  const bool busy = errno == EWOULDBLOCK;
  ::close(fd);
  return busy ? Outcome::Busy : Outcome::Impossible;
}

} // namespace warpscope::settings
