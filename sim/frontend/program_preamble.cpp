// Finds the preamble of a text, and keeps precompiled headers on disk, each with a checksum behind it.
#include "sim/frontend/program_preamble.h"

#include "clang/Basic/Version.h"
#include "llvm/Support/xxhash.h"
#include "sim/base/fnv.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace warpscope::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_kept = 96;
constexpr std::uintmax_t most_bytes = std::uintmax_t{512} << 20;
/// A file that is still being written after this long belongs to a process that was killed.
constexpr std::chrono::minutes longest_write{10};

std::string_view without_indent(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : line.substr(at);
}

fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "warpscope";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".cache" / "warpscope" : fs::path();
}

/// What stands behind the bytes of a file: one that was cut off or damaged is parsed anew.
std::uint64_t checksum(std::string_view bytes) { return llvm::xxh3_64bits(bytes); }

/// Where the build put the headers that the labs begin with (sim/compile/CMakeLists.txt), beside the program.
fs::path built_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : self.parent_path() / "preludes" / "warpscope";
}

/// Null: it is not there, or not whole.
std::unique_ptr<llvm::MemoryBuffer> whole_file(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size <= sizeof(std::uint64_t)) return nullptr;
  std::FILE* const file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return nullptr;
  auto bytes = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(size - sizeof(std::uint64_t), path);
  std::uint64_t sum = 0;
  const bool whole = bytes != nullptr &&
                     std::fread(bytes->getBufferStart(), 1, bytes->getBufferSize(), file) ==
                         bytes->getBufferSize() &&
                     std::fread(&sum, sizeof sum, 1, file) == 1;
  std::fclose(file);
  if (!whole || checksum({bytes->getBufferStart(), bytes->getBufferSize()}) != sum) return nullptr;
  return bytes;
}

/// Removes the least recently used ones, and what killed processes left half written.
void prune(const fs::path& folder) {
  struct Kept {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes = 0;
  };
  std::vector<Kept> kept;
  std::error_code error;
  const fs::file_time_type abandoned = fs::file_time_type::clock::now() - longest_write;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".pch")
      kept.push_back({entry.last_write_time(error), entry.path(), entry.file_size(error)});
    if (extension == ".part" && entry.last_write_time(error) < abandoned) fs::remove(entry.path(), error);
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used > b.used; });
  std::uintmax_t bytes = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    bytes += kept[i].bytes;
    if (i >= most_kept || (i > 0 && bytes > most_bytes)) fs::remove(kept[i].path, error);
  }
}

std::string_view name_between_angles(std::string_view directive) {
  const std::size_t open = directive.find('<');
  return directive.substr(open + 1, directive.find('>', open) - open - 1);
}

bool is_below(const std::vector<std::string>& folders, std::string_view name) {
  std::error_code error;
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return fs::exists(fs::path(folder) / name, error); });
}

} // namespace

std::string preamble_of(std::string_view text, const std::vector<std::string>& folders) {
  std::string result;
  bool in_comment = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = without_indent(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (in_comment || line.starts_with("/*")) {
      const std::size_t close = line.find("*/", in_comment ? 0 : 2);
      in_comment = close == std::string_view::npos;
      if (in_comment) continue;
      line = without_indent(line.substr(close + 2));
    }
    if (line.empty() || line.starts_with("//")) continue;
    if (line.front() != '#' || line.back() == '\\') break;
    const std::string_view directive = without_indent(line.substr(1));
    const bool include = directive.starts_with("include") && directive.find('<') != std::string_view::npos &&
                         directive.find('"') == std::string_view::npos;
    if (!include && !directive.starts_with("define ")) break;
    if (include && is_below(folders, name_between_angles(directive))) break;
    if (line.find("/*") != std::string_view::npos) break;
    result += line;
    result += '\n';
  }
  return result;
}

PreambleCache::PreambleCache(std::string_view key) {
  char name[40];
  std::snprintf(name, sizeof name, "%016llx.pch",
                static_cast<unsigned long long>(
                    fnv1a({reinterpret_cast<const std::uint8_t*>(key.data()), key.size()})));
  if (const fs::path folder = cache_folder(); !folder.empty()) path_ = (folder / name).string();
  if (const fs::path folder = built_folder(); !folder.empty()) built_ = (folder / name).string();
}

std::unique_ptr<llvm::MemoryBuffer> PreambleCache::load() const {
  if (dropped_) return nullptr;
  if (!path_.empty()) {
    if (auto bytes = whole_file(path_)) {
      std::error_code error;
      fs::last_write_time(path_, fs::file_time_type::clock::now(), error);
      return bytes;
    }
  }
  return built_.empty() ? nullptr : whole_file(built_);
}

bool PreambleCache::is_kept() const {
  if (dropped_) return false;
  const auto is_there = [](const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = path.empty() ? 0 : fs::file_size(path, error);
    return !error && size > sizeof(std::uint64_t);
  };
  return is_there(path_) || is_there(built_);
}

void PreambleCache::store(std::string_view bytes) const {
  if (path_.empty()) return;
  const fs::path path(path_);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  // Another compiler may write the same one: the last to rename wins, and both are whole.
  const std::string part = path_ + "." + std::to_string(getpid()) + ".part";
  std::FILE* file = std::fopen(part.c_str(), "wbe");
  if (file == nullptr) return;
  const std::uint64_t sum = checksum(bytes);
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() &&
                     std::fwrite(&sum, sizeof sum, 1, file) == 1;
  const bool closed = std::fclose(file) == 0;
  if (whole && closed) fs::rename(part, path, error);
  if (!whole || !closed || error) fs::remove(part, error);
  if (path_ != built_) prune(path.parent_path()); // what the build makes is all wanted
}

std::string clang_version() { return clang::getClangFullVersion(); }

std::string writable_cache_folder() {
  const fs::path folder = cache_folder();
  if (folder.empty()) return {};
  std::error_code error;
  fs::create_directories(folder, error);
  return access(folder.c_str(), W_OK | X_OK) == 0 && fs::is_directory(folder, error) ? folder.string()
                                                                                     : std::string();
}

void PreambleCache::drop() {
  dropped_ = true;
  std::error_code error;
  if (!path_.empty()) fs::remove(path_, error);
}

} // namespace warpscope::frontend
