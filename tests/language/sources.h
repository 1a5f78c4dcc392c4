// What the sources of app/ say to the language table, read from their text.
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
    if (kind != ".cpp" && kind != ".h") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    found.push_back({entry.path().string(), {std::istreambuf_iterator<char>(in), {}}});
  }
  return found;
}

/// The text between the parenthesis at `open` and its partner; strings and character literals are skipped over.
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

/// The insides of `name(…)` calls, "tr" or "trf".
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
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_' || c == '.'; });
}

/// The string literals of a piece of C++ that could be keys.
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

/// The names in arg("name", …).
inline std::vector<std::string> argument_names(std::string_view code) {
  std::set<std::string> names;
  for (std::string_view inside : calls(code, "arg")) {
    const std::size_t open = inside.find('"'), close = inside.find('"', open + 1);
    if (open != std::string_view::npos && close != std::string_view::npos) names.emplace(inside.substr(open + 1, close - open - 1));
  }
  return {names.begin(), names.end()};
}

} // namespace language_sources
