// Opens files for the guest.
#include "sim/whole/file_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace warpscope::whole {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_path = 4096;
/// What the C and C++ libraries read by themselves, and what holds nothing.
constexpr std::array<std::string_view, 9> harmless = {"/dev/null",
                                                      "/dev/zero",
                                                      "/dev/urandom",
                                                      "/dev/random",
                                                      "/proc/cpuinfo",
                                                      "/proc/meminfo",
                                                      "/etc/localtime",
                                                      "/sys/devices/system/cpu/online",
                                                      "/sys/devices/system/cpu/possible"};

bool is_below(const fs::path& path, const fs::path& folder) {
  if (folder.empty()) return false;
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

fs::path canonical_or_empty(const std::string& folder) {
  std::error_code failed;
  const fs::path path = folder.empty() ? fs::path() : fs::canonical(folder, failed);
  return failed ? fs::path() : path;
}

} // namespace

FileService::FileService(Context& context)
    : context_(context), folder_(canonical_or_empty(context.request.folder)),
      scratch_(canonical_or_empty(context.request.scratch)) {}

guest::Opened FileService::deny(const guest::Open& request, int error) {
  const bool writes = (request.flags & O_ACCMODE) != O_RDONLY;
  const char* where = "it may read below its own folder only";
  if (writes && scratch_.empty()) where = "it has no place of its own for what it writes";
  else if (writes)
    where = "it may write below its own folder only, and what it writes is gone when it has ended";
  context_.findings.add({.kind = "denied",
                         .severity = Severity::Warning,
                         .place = context_.places.innermost(request.caller),
                         .message = fmt::format("the program may not {} {}: {}", writes ? "write to" : "read",
                                                request.path.substr(0, 200), where)});
  return {error};
}

guest::Opened FileService::open(const guest::Open& request, int& descriptor) {
  descriptor = -1;
  const bool writes = (request.flags & O_ACCMODE) != O_RDONLY || (request.flags & (O_CREAT | O_TRUNC)) != 0;
  if (request.path.empty() || request.path.size() > longest_path ||
      request.path.find('\0') != std::string::npos)
    return {ENOENT};
  constexpr int known = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_EXCL | O_DIRECTORY | O_NOFOLLOW;
  const int flags = (request.flags & known) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

  std::error_code failed;
  const fs::path wanted = fs::path(request.path).is_absolute() ? fs::path(request.path)
                                                               : folder_ / request.path;
  const fs::path path = fs::weakly_canonical(wanted, failed);
  if (failed) return {ENOENT};
  fs::path opened;
  if (std::find(harmless.begin(), harmless.end(), request.path) != harmless.end() &&
      (request.flags & O_ACCMODE) == O_RDONLY) {
    opened = request.path;
  } else if (is_below(path, scratch_)) {
    opened = path;
  } else if (is_below(path, folder_)) {
    const fs::path own = scratch_.empty() ? fs::path() : scratch_ / path.lexically_relative(folder_);
    const bool has_own = !own.empty() && fs::exists(own, failed);
    if (!writes) {
      opened = has_own ? own : path;
    } else if (own.empty()) {
      return deny(request, EACCES);
    } else {
      fs::create_directories(own.parent_path(), failed);
      // What is changed in part begins as the file that is there.
      if (!has_own && (request.flags & O_TRUNC) == 0 && fs::is_regular_file(path, failed))
        fs::copy_file(path, own, failed);
      opened = own;
    }
  } else {
    return deny(request, EACCES);
  }
  const int file = ::open(opened.c_str(), flags, static_cast<mode_t>(request.mode & 0666));
  if (file < 0) return {errno};
  struct stat facts{};
  const bool plain = fstat(file, &facts) == 0 && (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode) ||
                                                  (S_ISCHR(facts.st_mode) && opened == request.path));
  if (!plain) {
    close(file);
    return deny(request, EACCES);
  }
  fcntl(file, F_SETFL, flags & O_APPEND); // blocking, as any file
  descriptor = file;
  return {0};
}

} // namespace warpscope::whole
