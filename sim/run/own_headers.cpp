// Follows the #include directives of a text through the folders that it may read.
#include "sim/run/own_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace warpscope::run {

namespace fs = std::filesystem;

namespace {

struct Directive {
  std::string name;
  bool quoted = false;
};

std::vector<Directive> directives_of(std::string_view text) {
  std::vector<Directive> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto take = [&](std::string_view word) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (!line.starts_with(word)) return false;
      line.remove_prefix(word.size());
      return true;
    };
    if (!take("#") || !take("include")) continue;
    const bool quoted = take("\"");
    if (!quoted && !take("<")) continue;
    const std::size_t close = line.find(quoted ? '"' : '>');
    if (close != std::string_view::npos) found.push_back({std::string(line.substr(0, close)), quoted});
  }
  return found;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

/// Headers by their names, each read once.
class HeaderReader {
 public:
  explicit HeaderReader(const std::vector<std::string>& named) {
    std::error_code error;
    for (const std::string& name : named) {
      const fs::path folder = fs::absolute(name.empty() ? "." : name, error).lexically_normal();
      Folder& added = folders_.emplace_back();
      added.path = folder.has_filename() ? folder : folder.parent_path();
      added.whole = fs::canonical(added.path, error);
      added.named = name;
      added.is_toolkit = folders_.size() > 1 && fs::exists(added.path / "cuda_runtime.h", error);
      result_.folders.push_back(added.path.string());
    }
  }

  OwnHeaders read(std::string_view text) {
    if (folders_.empty()) return {};
    follow(text, folders_.front().path);
    for (std::size_t i = 0; i < result_.files.size(); ++i) {
      const program::SourceFile file = result_.files[i]; // a copy: the list grows
      follow(file.text, fs::path(file.path).parent_path());
    }
    return std::move(result_);
  }

 private:
  struct Folder {
    fs::path path, whole; ///< absolute; without symbolic links
    std::string named;
    bool is_toolkit = false;
  };

  void follow(std::string_view text, const fs::path& beside) {
    for (const Directive& directive : directives_of(text)) {
      if (directive.name.empty() || directive.name.front() == '/') continue;
      if (directive.quoted && take(beside / directive.name, directive.name)) continue;
      for (std::size_t i = directive.quoted ? 0 : 1; i < folders_.size(); ++i)
        if (take(folders_[i].path / directive.name, directive.name)) break;
    }
  }

  /// False: there is no such header, or it lies outside the folders.
  bool take(const fs::path& candidate, const std::string& written) {
    std::error_code error;
    const fs::path path = candidate.lexically_normal();
    const auto known = [&](const program::SourceFile& file) { return file.path == path.string(); };
    if (std::any_of(result_.files.begin(), result_.files.end(), known)) return true;
    const fs::path whole = fs::canonical(candidate, error);
    if (error || !fs::is_regular_file(whole, error)) return false;
    const auto folder = std::find_if(folders_.begin(), folders_.end(), [&](const Folder& one) {
      return !one.is_toolkit && !one.whole.empty() && is_below(whole, one.whole);
    });
    if (folder == folders_.end()) return false;
    const std::uintmax_t bytes = fs::file_size(whole, error);
    if (error) return false;
    if (result_.files.size() >= max_own_headers)
      return refuse(written, fmt::format("more than {} headers are included", max_own_headers));
    if (bytes > max_own_header_bytes - std::min(bytes_, max_own_header_bytes))
      return refuse(written, fmt::format("the headers are larger than {} MB", max_own_header_bytes >> 20));
    std::ifstream in(whole, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (text.find('\0') != std::string::npos) return refuse(written, "it is no text");
    bytes_ += text.size();
    result_.files.push_back({path.string(), std::move(text)});
    result_.names.push_back(name_of(path));
    return true;
  }

  std::string name_of(const fs::path& path) const {
    for (const Folder& folder : folders_)
      if (is_below(path, folder.path))
        return (fs::path(folder.named) / path.lexically_relative(folder.path)).lexically_normal().string();
    return path.string();
  }

  bool refuse(const std::string& written, const std::string& why) {
    if (!std::exchange(refused_, true)) {
      Diagnostic& note = result_.notes.emplace_back();
      note.severity = Severity::Note;
      note.message = fmt::format("'{}' is not read: {}", written, why);
    }
    return true;
  }

  std::vector<Folder> folders_;
  OwnHeaders result_;
  std::size_t bytes_ = 0;
  bool refused_ = false;
};

} // namespace

OwnHeaders own_headers(std::string_view text, const std::vector<std::string>& folders) {
  return HeaderReader(folders).read(text);
}

} // namespace warpscope::run
