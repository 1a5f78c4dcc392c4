// Loads language files, looks texts up by key and fills placeholders.
#include "app/language/language.h"

#include "app/language/embedded.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>

namespace warpscope::language {

namespace {

struct Language {
  std::string name;
  TextTable rows; ///< complete: English where the file lacks a row
};

constexpr std::size_t most_bytes = 1u << 20;

/// Plain text followed by the value of a name; the last piece of a text has no name.
struct Piece {
  std::string_view plain, name;
};

/// A row, split into pieces once, so that the thousand texts of a frame only have to be assembled.
struct Text {
  std::string_view key, text;
  std::vector<Piece> pieces;
  bool for_fmt = false; ///< it has format specifiers or doubled braces, so that fmt has to fill it
};

Text taken_apart(std::string_view key, std::string_view text) {
  Text row{key, text, {}, false};
  while (true) {
    const std::size_t brace = text.find('{');
    Piece piece{text.substr(0, brace), {}};
    row.for_fmt = row.for_fmt || piece.plain.find('}') != std::string_view::npos;
    const std::size_t end = brace == std::string_view::npos ? brace : text.find('}', brace);
    if (end != std::string_view::npos) piece.name = text.substr(brace + 1, end - brace - 1);
    row.pieces.push_back(piece);
    if (brace == std::string_view::npos) return row;
    row.for_fmt = row.for_fmt || piece.name.empty() ||
                  piece.name.find_first_of(":{") != std::string_view::npos;
    if (row.for_fmt) return row;
    text.remove_prefix(end + 1);
  }
}

/// The rows of a language by key: open addressing in a table four times as large, so that nearly every
/// look-up is one comparison. The keys and texts are views into rows that never move or change.
class Index {
 public:
  explicit Index(const Language& l) : language(&l) {
    std::size_t size = 64;
    while (size < 4 * l.rows.size()) size *= 2;
    slots_.assign(size, nullptr);
    texts_.reserve(l.rows.size());
    for (const auto& [key, text] : l.rows)
      slots_[slot_of(key)] = &texts_.emplace_back(taken_apart(key, text));
  }
  [[nodiscard]] const Text* find(std::string_view key) const { return slots_[slot_of(key)]; }

  const Language* const language;

 private:
  /// Returns the slot of the key, or the empty slot where it belongs.
  [[nodiscard]] std::size_t slot_of(std::string_view key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>()(key) & mask;
    while (slots_[at] != nullptr && slots_[at]->key != key) at = (at + 1) & mask;
    return at;
  }

  std::vector<Text> texts_;
  std::vector<const Text*> slots_;
};

/// Languages are kept for ever (a process uses a handful): a view that tr() returned stays valid.
struct Languages {
  std::deque<Language> kept;
  std::deque<Index> indexes;
  std::mutex adding;
  const Index* english = nullptr;
  std::atomic<const Index*> now{nullptr};

  Languages() {
    english = add({std::string(warpscope::language::english), english_rows()});
    now = english;
  }
  const Index* add(Language language) {
    const std::lock_guard<std::mutex> lock(adding);
    kept.push_back(std::move(language));
    return &indexes.emplace_back(kept.back());
  }
};

Languages& all() {
  // Never destroyed, so that it outlives every static that might still use it.
  static Languages& languages = *new Languages;
  return languages;
}

std::string quoted(const std::string& path) { return "“" + path + "”"; }

/// Appends a value to a text; false for what needs fmt's own rules.
struct Append {
  std::string& out;
  bool operator()(int value) const { return number(value); }
  bool operator()(unsigned value) const { return number(value); }
  bool operator()(long long value) const { return number(value); }
  bool operator()(unsigned long long value) const { return number(value); }
  bool operator()(const char* value) const { return text(value); }
  bool operator()(fmt::string_view value) const { return text({value.data(), value.size()}); }
  template <typename T> bool operator()(const T&) const { return false; }

 private:
  template <typename T> [[nodiscard]] bool number(T value) const {
    const fmt::format_int digits(value);
    out.append(digits.data(), digits.size());
    return true;
  }
  [[nodiscard]] bool text(std::string_view value) const {
    out += value;
    return true;
  }
};

/// Inserts numbers and texts between the pieces, in a fraction of fmt's time. False: fmt has to do it, and
/// `out` is to be discarded.
bool fill(const Text& row, const fmt::format_args& args, std::string& out) {
  if (row.for_fmt) return false;
  if (row.text.size() > 20)
    out.reserve(row.text.size() + 32); // a short text may stay in the string's internal buffer
  for (const Piece& piece : row.pieces) {
    out += piece.plain;
    if (piece.name.empty()) return true;
    const auto value = args.get(fmt::string_view(piece.name.data(), piece.name.size()));
    if (!value || !fmt::visit_format_arg(Append{out}, value)) return false;
  }
  return true;
}

std::string_view text_in(const Index& index, std::string_view key) {
  const Text* row = index.find(key);
  return row == nullptr ? key : row->text;
}

thread_local bool english_here = false;

/// Returns the rows of this thread's current language.
const Index& spoken() {
  const Languages& languages = all();
  return english_here ? *languages.english : *languages.now.load(std::memory_order_acquire);
}

} // namespace

EnglishTexts::EnglishTexts() : before_(english_here) { english_here = true; }
EnglishTexts::~EnglishTexts() { english_here = before_; }

const TextTable& english_rows() {
  static const TextTable& rows = *new TextTable([] {
    for (std::size_t i = 0; i < embedded_language_count; ++i)
      if (embedded_languages[i].name == "en.toml") return parse_language(embedded_languages[i].text).rows;
    return TextTable();
  }());
  return rows;
}

std::string_view tr(std::string_view key) { return text_in(spoken(), key); }

std::string format_text(std::string_view key, fmt::format_args args) {
  const Text* row = spoken().find(key);
  if (std::string filled; row != nullptr && fill(*row, args, filled)) return filled;
  const std::string_view text = row == nullptr ? key : row->text;
  try {
    return fmt::vformat(fmt::string_view(text.data(), text.size()), args);
  } catch (const fmt::format_error&) {
    const std::string_view plain = text_in(*all().english, key);
    try {
      return fmt::vformat(fmt::string_view(plain.data(), plain.size()), args);
    } catch (const fmt::format_error&) {
      return std::string(plain);
    }
  }
}

std::vector<std::string> placeholders(std::string_view text, bool& well_formed) {
  std::vector<std::string> names;
  well_formed = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') continue;
    if (i + 1 < text.size() && text[i + 1] == text[i]) {
      ++i; // {{ and }} are literal braces
      continue;
    }
    const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      well_formed = false;
      break;
    }
    const std::string_view inside = text.substr(i + 1, end - i - 1);
    names.emplace_back(inside.substr(0, inside.find(':')));
    i = end;
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> languages(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (std::filesystem::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
    const std::filesystem::path& path = at->path();
    std::error_code ignored;
    if (path.extension() == ".toml" && at->is_regular_file(ignored) && path.stem() != english)
      names.push_back(path.stem().string());
  }
  std::sort(names.begin(), names.end());
  names.insert(names.begin(), std::string(english));
  return names;
}

std::string choose_language(const std::string& folder, const std::string& name) {
  Languages& known = all();
  if (name.empty() || name == english) {
    known.now = known.english;
    return {};
  }
  const std::string path = (std::filesystem::path(folder) / (name + ".toml")).string();
  known.now = known.english;
  // A name must not be a path: settings come from a file that anyone may have edited.
  std::error_code code;
  if (name.find('/') != std::string::npos || !std::filesystem::is_regular_file(path, code))
    return "There is no language file " + quoted(path) + ": the texts are English.";
  if (std::filesystem::file_size(path, code) > most_bytes || code)
    return "The language file " + quoted(path) + " is too long: the texts are English.";
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return "The language file " + quoted(path) + " cannot be read: the texts are English.";
  ParsedLanguage parsed = parse_language(text);
  if (!parsed.error.empty())
    return "The language file " + quoted(path) + " is damaged (" + parsed.error + "): the texts are English.";

  Language language{name, english_rows()};
  std::vector<std::string> refused = std::move(parsed.not_texts);
  for (auto& [key, row] : parsed.rows) {
    const auto at = language.rows.find(key);
    if (at == language.rows.end()) continue; // a key of an older or newer version
    bool well_formed = true, ignored = true;
    if (placeholders(row, well_formed) != placeholders(at->second, ignored) || !well_formed)
      refused.push_back(key);
    else at->second = std::move(row);
  }
  known.now = known.add(std::move(language));
  if (refused.empty()) return {};
  std::sort(refused.begin(), refused.end());
  return "In the language file " + quoted(path) + " the text of " + refused.front() +
         (refused.size() == 1 ? std::string() : " and " + std::to_string(refused.size() - 1) + " more") +
         (refused.size() == 1 ? " has" : " have") +
         " not the placeholders of the English one, which is shown instead.";
}

std::string_view chosen_language() { return spoken().language->name; }

} // namespace warpscope::language
