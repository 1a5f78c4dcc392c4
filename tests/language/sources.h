// Reads from the sources of app/ which keys of the language table they use.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace language_sources {

struct Source {
  std::string path, text;
};

inline std::vector<Source> sources(const std::filesystem::path& root) {
  std::vector<Source> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".cpp" && kind != ".h" && kind != ".def") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    found.push_back({entry.path().string(), {std::istreambuf_iterator<char>(in), {}}});
  }
  return found;
}

/// Returns the text between the parenthesis at `open` and its partner; strings and character literals are
/// skipped.
inline std::string_view between_parentheses(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i)
        if (text[i] == '\\') ++i;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return text.substr(open + 1, i - open - 1);
    }
  }
  return text.substr(open + 1);
}

/// Returns the argument texts of `name(…)` calls, for "tr" or "trf".
inline std::vector<std::string_view> calls(std::string_view text, std::string_view name) {
  std::vector<std::string_view> found;
  const std::string call = std::string(name) + "(";
  for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_')
      found.push_back(between_parentheses(text, at + name.size()));
  }
  return found;
}

inline bool is_key(std::string_view text) {
  const std::size_t dot = text.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < text.size() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::islower(c) || std::isdigit(c) || c == '_' || c == '.';
         });
}

/// Returns the string literals of a piece of C++ that could be keys.
inline std::vector<std::string> key_literals(std::string_view code) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] != '"') continue;
    std::size_t end = i + 1;
    while (end < code.size() && code[end] != '"' && code[end] != '\n') end += code[end] == '\\' ? 2 : 1;
    if (end >= code.size()) break;
    const std::string_view literal = code.substr(i + 1, end - i - 1);
    if (is_key(literal)) found.emplace_back(literal);
    i = end;
  }
  return found;
}

/// A string literal of a source, with its line; comments, includes and character literals are skipped.
/// Neighbours with nothing but space between them are one, as they are to the compiler.
struct Literal {
  std::size_t line = 0;
  std::string text;
};
inline std::vector<Literal> literals(std::string_view code) {
  std::vector<Literal> found;
  std::size_t line = 1, behind = 0; // of the last literal
  bool include = code.starts_with("#include");
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '\n') {
      ++line;
      include = code.substr(i + 1).starts_with("#include");
    } else if (code.substr(i).starts_with("//")) {
      while (i + 1 < code.size() && code[i + 1] != '\n') ++i;
    } else if (code.substr(i).starts_with("/*")) {
      const std::size_t end = std::min(code.find("*/", i), code.size());
      line += static_cast<std::size_t>(std::count(code.begin() + static_cast<std::ptrdiff_t>(i),
                                                  code.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      i = end + 1;
    } else if (c == '"' || (c == '\'' && (i == 0 || std::isxdigit(static_cast<unsigned char>(code[i - 1])) ==
                                                        0))) { // 1'000 is a number
      const std::size_t begin = i + 1;
      for (++i; i < code.size() && code[i] != c; ++i)
        if (code[i] == '\\') ++i;
      if (c != '"' || include) continue;
      const std::string text(code.substr(begin, i - begin));
      if (behind != 0 &&
          code.substr(behind, begin - 1 - behind).find_first_not_of(" \t\n") == std::string_view::npos)
        found.back().text += text;
      else found.push_back({line, text});
      behind = i + 1;
    }
  }
  return found;
}

/// True for two words of lower case with a blank between them: a sentence, or a part of one. Also for a word
/// with a blank at its outer side: sentences are concatenated from such pieces.
inline bool reads_like_english(std::string_view text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_mark = [](char c) { return c == ',' || c == ';' || c == ':' || c == '.'; };
  for (std::size_t blank = text.find(' '); blank != std::string_view::npos;
       blank = text.find(' ', blank + 1)) {
    std::size_t end = blank;
    while (end > 0 && is_mark(text[end - 1])) --end;
    const bool word_before = end >= 2 && is_letter(text[end - 1]) && is_letter(text[end - 2]);
    const bool word_behind = blank + 2 < text.size() && is_letter(text[blank + 1]) &&
                             is_letter(text[blank + 2]);
    const bool begins = end == 0, ends = blank + 1 == text.size();
    if ((word_before && (word_behind || ends)) || (begins && word_behind)) return true;
  }
  return false;
}

/// Returns the names in arg("name", …).
inline std::vector<std::string> argument_names(std::string_view code) {
  std::set<std::string> names;
  for (std::string_view inside : calls(code, "arg")) {
    const std::size_t open = inside.find('"'), close = inside.find('"', open + 1);
    if (open != std::string_view::npos && close != std::string_view::npos)
      names.emplace(inside.substr(open + 1, close - open - 1));
  }
  return {names.begin(), names.end()};
}

} // namespace language_sources
