// Reads and writes kernel files, and notices what other programs do to them.
#include "app/document/files.h"

#include "app/language/language.h"
#include "sim/base/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>
#include <unistd.h>

namespace warpscope::document {

namespace {

namespace fs = std::filesystem;

std::string reason(int code) { return std::generic_category().message(code); }

struct Descriptor {
  int fd = -1;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

} // namespace

OpenedFile open_source(const std::string& path) {
  if (path.empty()) return {{}, std::string(language::tr("file.type_path"))};
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (code || !fs::exists(status)) return {{}, language::trf("file.none", language::arg("path", path))};
  if (fs::is_directory(status)) return {{}, language::trf("file.folder", language::arg("path", path))};
  // Opening a pipe or a device could block the window for ever.
  if (!fs::is_regular_file(status))
    return {{}, language::trf("file.not_ordinary", language::arg("path", path))};
  const std::uintmax_t size = fs::file_size(path, code);
  if (!code && size > max_source_bytes)
    return {{},
            language::trf("file.too_long", language::arg("path", path), language::arg("size", size >> 20),
                          language::arg("most", max_source_bytes >> 20))};
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0)
    return {
        {},
        language::trf("file.unreadable", language::arg("path", path), language::arg("why", reason(errno)))};
  OpenedFile opened;
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = ::read(file.fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return {
          {},
          language::trf("file.unreadable", language::arg("path", path), language::arg("why", reason(errno)))};
    if (got == 0) break;
    opened.text.append(buffer, static_cast<std::size_t>(got));
    if (opened.text.size() > max_source_bytes)
      return {{},
              language::trf("file.grew", language::arg("path", path),
                            language::arg("most", max_source_bytes >> 20))};
  }
  if (opened.text.find('\0') != std::string::npos)
    return {{}, language::trf("file.binary", language::arg("path", path))};
  return opened;
}

std::string save_source(const std::string& path, std::string_view text) {
  if (path.empty()) return std::string(language::tr("file.type_save_path"));
  std::error_code code;
  if (fs::is_directory(path, code)) return language::trf("file.folder_to_save", language::arg("path", path));
  const fs::path target = behind_links(path);
  const bool existed = fs::exists(target, code);
  // A device or a pipe must not be replaced by a file.
  if (existed && !fs::is_regular_file(target, code))
    return language::trf("file.not_ordinary_to_save", language::arg("path", path));
  const fs::perms permissions = existed ? fs::status(target, code).permissions() : fs::perms::none;
  if (existed && ::access(target.c_str(), W_OK) != 0)
    return language::trf("file.unwritable", language::arg("path", path), language::arg("why", reason(errno)));
  PendingFile file(target.string() + ".warpscope-new", {});
  const auto problem = [&](std::string_view sentence) {
    return language::trf(sentence, language::arg("path", path), language::arg("why", reason(file.error())));
  };
  if (file.error() != 0) return problem("file.unwritable");
  file.write(text);
  file.close(true);
  if (file.error() != 0) return problem("file.not_written");
  if (existed) fs::permissions(file.temporary(), permissions, code);
  if (!file.become(target)) return problem("file.not_replaced");
  return {};
}

namespace {

/// Without the hash.
DiskStamp quick_stamp(const std::string& path) {
  DiskStamp stamp;
  std::error_code code;
  if (!fs::is_regular_file(path, code)) return stamp;
  stamp.exists = true;
  stamp.size = fs::file_size(path, code);
  stamp.time = static_cast<std::int64_t>(fs::last_write_time(path, code).time_since_epoch().count());
  return stamp;
}

} // namespace

DiskStamp stamp_of(const std::string& path) {
  DiskStamp stamp = quick_stamp(path);
  if (stamp.exists)
    if (const OpenedFile file = open_source(path); file.error.empty())
      stamp.hash = std::hash<std::string>{}(file.text);
  return stamp;
}

DiskState compare_with_disk(const std::string& path, DiskStamp& known) {
  const DiskStamp quick = quick_stamp(path);
  if (!quick.exists) return known.exists ? DiskState::Gone : DiskState::Same;
  if (known.exists && quick.time == known.time && quick.size == known.size) return DiskState::Same;
  const DiskStamp whole = stamp_of(path);
  if (!known.exists || whole.size != known.size || whole.hash != known.hash) return DiskState::Changed;
  known = whole;
  return DiskState::Same;
}

std::string folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

std::string file_name_of(const std::string& path) { return fs::path(path).filename().string(); }

} // namespace warpscope::document
