// An invented language: every row with its letters in the other case, outside the placeholders. A text that
// still contains an ordinary English word did not come from the table.
#pragma once

#include "app/language/language.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::language_testing {

/// Each row begins with a character that no font and no source has, which identifies the row of a text.
inline std::string mark_of_row(std::size_t row) {
  const auto code = static_cast<unsigned>(0xE000 + row); // private use: 6,400 of them
  return {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
          static_cast<char>(0x80 | (code & 0x3F))};
}

inline std::string other_case(std::string_view text) {
  std::string out;
  bool name = false;
  for (const char c : text) {
    if (c == '{' || c == '}') name = c == '{';
    const auto letter = static_cast<unsigned char>(c);
    out += name || letter >= 0x80
               ? c
               : static_cast<char>(std::islower(letter) != 0 ? std::toupper(letter) : std::tolower(letter));
  }
  return out;
}

/// The language is chosen while this lives; afterwards English is.
class OtherLanguage {
 public:
  explicit OtherLanguage(const std::filesystem::path& folder) : folder_(folder / "warpscope-other-language") {
    std::filesystem::create_directories(folder_);
    std::ofstream file(folder_ / "Other.toml", std::ios::binary);
    for (const auto& [key, text] : std::map<std::string, std::string>(language::english_rows().begin(),
                                                                      language::english_rows().end())) {
      file << key << " = \"";
      file << mark_of_row(keys_.size());
      for (const char c : other_case(text)) {
        if (c == '"' || c == '\\') file << '\\' << c;
        else if (c == '\n') file << "\\n";
        else file << c;
      }
      file << "\"\n";
      keys_.push_back(key);
    }
    file.close();
    problem_ = language::choose_language(folder_.string(), "Other");
  }
  ~OtherLanguage() {
    (void)language::choose_language({}, std::string(language::english));
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  OtherLanguage(const OtherLanguage&) = delete;
  OtherLanguage& operator=(const OtherLanguage&) = delete;

  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Adds the rows that a text consists of.
  void note_rows(std::string_view text, std::set<std::string>& rows) const {
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
      if (static_cast<unsigned char>(text[i]) != 0xEE && static_cast<unsigned char>(text[i]) != 0xEF)
        continue;
      const unsigned code = (text[i] & 0x0Fu) << 12 | (text[i + 1] & 0x3Fu) << 6 | (text[i + 2] & 0x3Fu);
      if (code >= 0xE000 && code - 0xE000 < keys_.size()) rows.insert(keys_[code - 0xE000]);
    }
  }

 private:
  std::filesystem::path folder_;
  std::string problem_;
  std::vector<std::string> keys_;
};

/// Returns the words of two or more letters that are all lower case and not in `known` (names in the source,
/// counters). Empty: all of the text came from the table.
inline std::string english_in(std::string_view text, const std::set<std::string, std::less<>>& known) {
  std::string found;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    const auto in_word = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (end < text.size() && in_word(text[end])) ++end;
    std::string_view word = text.substr(i, end - i);
    while (word.ends_with('.')) word.remove_suffix(1);
    bool plain = word.size() >= 2;
    for (const char c : word) plain = plain && std::islower(static_cast<unsigned char>(c)) != 0;
    if (plain && !known.contains(word)) found += (found.empty() ? "" : " ") + std::string(word);
    i = std::max(end, i + 1);
  }
  return found;
}

} // namespace warpscope::language_testing
