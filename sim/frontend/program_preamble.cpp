// Finds the preamble of a text, and keeps precompiled headers on disk.
#include "sim/frontend/program_preamble.h"

#include "sim/base/fnv.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace warpscope::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_kept = 24;

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

/// Removes the least recently used ones.
void prune(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".pch") kept.emplace_back(entry.last_write_time(error), entry.path());
  if (kept.size() <= most_kept) return;
  std::sort(kept.begin(), kept.end());
  for (std::size_t i = 0; i + most_kept < kept.size(); ++i) fs::remove(kept[i].second, error);
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
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  char name[40];
  std::snprintf(name, sizeof name, "%016llx.pch",
                static_cast<unsigned long long>(
                    fnv1a({reinterpret_cast<const std::uint8_t*>(key.data()), key.size()})));
  path_ = (folder / name).string();
}

std::unique_ptr<llvm::MemoryBuffer> PreambleCache::load() const {
  if (path_.empty()) return nullptr;
  auto read = llvm::MemoryBuffer::getFile(path_, false, false);
  if (!read) return nullptr;
  std::error_code error;
  fs::last_write_time(path_, fs::file_time_type::clock::now(), error);
  return std::move(*read);
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
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  if (whole && closed) fs::rename(part, path, error);
  if (!whole || !closed || error) fs::remove(part, error);
  prune(path.parent_path());
}

void PreambleCache::drop() const {
  std::error_code error;
  if (!path_.empty()) fs::remove(path_, error);
}

} // namespace warpscope::frontend
