// Puts local headers into a text, and takes them out again.
#include "app/measuring/joined_text.h"

#include "app/language/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace warpscope::measuring {

namespace fs = std::filesystem;

namespace {

struct Include {
  std::string name;
  bool quoted = false;
  std::size_t line_end = 0; ///< behind the line's end
};

/// Returns the name of the #include on the line that begins at `at`.
std::optional<Include> include_at(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  std::string_view line = text.substr(at, end - at);
  const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  const auto take = [&](std::string_view word) {
    skip_blanks();
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  if (!take("#") || !take("include")) return std::nullopt;
  skip_blanks();
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
  const bool quoted = line.front() == '"';
  const std::size_t close = line.find(quoted ? '"' : '>', 1);
  if (close == std::string_view::npos) return std::nullopt;
  return Include{std::string(line.substr(1, close - 1)), quoted, std::min(end + 1, text.size())};
}

/// Returns the position behind a comment or literal that begins at `at`; `at` where none does.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  const std::string_view two = text.substr(at, 2);
  if (two == "//") return std::min(text.find('\n', at), text.size());
  if (two == "/*") {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (text[at] != '"') return at;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\') ++i;
    else if (text[i] == '"') return i + 1;
  }
  return at;
}

std::string normal(const fs::path& path) { return path.lexically_normal().string(); }

} // namespace

JoinedText::JoinedText(std::vector<program::SourceFile> texts, std::vector<std::string> include_folders)
    : texts_(std::move(texts)), include_folders_(std::move(include_folders)), begun_(texts_.size()) {
  for (program::SourceFile& text : texts_) {
    text.path = normal(text.path);
    if (text.text.starts_with("\xEF\xBB\xBF")) text.text.replace(0, 3, "   ");
  }
  if (!texts_.empty()) join(0);
}

void JoinedText::add(std::size_t file, std::size_t begin, std::size_t end) {
  if (begin == end) return;
  pieces_.push_back({file, begin, end, joined_.size()});
  joined_.append(texts_[file].text, begin, end - begin);
}

void JoinedText::join(std::size_t file) {
  begun_[file] = true;
  const std::string& text = texts_[file].text;
  std::size_t added = 0;
  bool line_begins = true;
  for (std::size_t at = 0; at < text.size();) {
    if (line_begins)
      if (const std::optional<Include> include = include_at(text, at)) {
        const std::size_t header = find(file, include->name, include->quoted);
        at = include->line_end;
        if (header == texts_.size()) continue;
        note_name(include->name, header);
        if (begun_[header]) continue;
        add(file, added, at);
        added = at;
        if (joined_.back() != '\n') joined_ += '\n';
        join(header);
        if (joined_.back() != '\n') joined_ += '\n';
        continue;
      }
    if (const std::size_t behind = behind_comment(text, at); behind != at) {
      at = behind;
      line_begins = false;
      continue;
    }
    line_begins = text[at] == '\n';
    ++at;
  }
  add(file, added, text.size());
}

std::size_t JoinedText::find(std::size_t file, const std::string& name, bool quoted) const {
  std::vector<std::string> candidates;
  if (quoted) candidates.push_back(normal(fs::path(texts_[file].path).parent_path() / name));
  for (const std::string& folder : include_folders_) candidates.push_back(normal(fs::path(folder) / name));
  for (const std::string& candidate : candidates)
    for (std::size_t i = 1; i < texts_.size(); ++i)
      if (texts_[i].path == candidate) return i;
  return texts_.size();
}

void JoinedText::note_name(const std::string& name, std::size_t file) {
  const auto known = std::find_if(names_.begin(), names_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (known == names_.end()) names_.emplace_back(name, file);
  else if (known->second != file && problem_.empty())
    problem_ = language::trf("measured.header_twice", language::arg("name", name),
                             language::arg("first", texts_[known->second].path),
                             language::arg("second", texts_[file].path));
  if (name.starts_with('/') && problem_.empty())
    problem_ = language::trf("measured.header_path", language::arg("name", name));
}

JoinedText::Parts JoinedText::split(std::string_view changed) const {
  std::vector<std::string> texts;
  for (const program::SourceFile& text : texts_) texts.push_back(text.text);
  for (const Piece& piece : pieces_)
    texts[piece.file].replace(piece.begin, piece.end - piece.begin,
                              changed.substr(piece.at, piece.end - piece.begin));
  Parts parts;
  parts.text = texts.front();
  std::map<std::size_t, std::string> named; ///< one header by two names: the second one includes the first
  for (const auto& [name, file] : names_) {
    const auto [first, is_first] = named.emplace(file, name);
    parts.headers[name] = is_first ? texts[file] : fmt::format("#include \"{}\"\n", first->second);
  }
  return parts;
}

std::uint32_t JoinedText::line_of_text(std::uint32_t line) const {
  std::size_t offset = 0;
  const std::string& text = texts_.front().text;
  for (std::uint32_t i = 1; i < line && offset < text.size(); ++i)
    offset = std::min(text.find('\n', offset), text.size() - 1) + 1;
  for (const Piece& piece : pieces_)
    if (piece.file == 0 && offset >= piece.begin && offset < piece.end) {
      const auto end = joined_.begin() + static_cast<std::ptrdiff_t>(piece.at + (offset - piece.begin));
      return static_cast<std::uint32_t>(std::count(joined_.begin(), end, '\n')) + 1;
    }
  return line;
}

void JoinedText::place(Diagnostic& diagnostic) const {
  if (diagnostic.span.line == 0) return;
  std::size_t offset = 0;
  for (std::uint32_t i = 1; i < diagnostic.span.line && offset < joined_.size(); ++i)
    offset = std::min(joined_.find('\n', offset), joined_.size() - 1) + 1;
  for (const Piece& piece : pieces_)
    if (offset >= piece.at && offset < piece.at + (piece.end - piece.begin)) {
      const std::string& text = texts_[piece.file].text;
      const auto end = text.begin() + static_cast<std::ptrdiff_t>(piece.begin + (offset - piece.at));
      const auto line = static_cast<std::uint32_t>(std::count(text.begin(), end, '\n')) + 1;
      const std::uint32_t lines = diagnostic.span.end_line - diagnostic.span.line;
      diagnostic.span.line = line, diagnostic.span.end_line = line + lines;
      if (piece.file != 0) diagnostic.file = texts_[piece.file].path;
      diagnostic.source_line = std::string(warpscope::line_of(text, line));
      diagnostic.fixes.clear();
      return;
    }
}

} // namespace warpscope::measuring
