// Reads declarations word by word: the compiler has dropped those that #if leaves out, and those not used.
#include "sim/launch/declared_variable.h"

#include "sim/base/line_index.h"
#include "sim/source/text_words.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace warpscope::launch {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_headers = 64;
constexpr std::uintmax_t most_header_bytes = 1u << 20;

bool is_place_in_memory(std::string_view word) {
  return word == "__constant__" || word == "__device__" || word == "__managed__";
}

/// Returns the end of the line that begins at `at`, with the lines that a backslash joins to it.
std::size_t end_of_directive(std::string_view text, std::size_t at) {
  for (;; ++at) {
    at = std::min(text.find('\n', at), text.size());
    if (at == text.size() || at == 0 || text[at - 1] != '\\') return at;
  }
}

/// A declaration as far as it has been read.
struct Declaration {
  bool in_memory = false;   ///< it says __constant__, __device__ or __managed__
  bool initialises = false; ///< behind the = of a name, before the next comma
  int depth = 0;            ///< of parentheses: names in them are parameters or arguments

  void read(std::string_view word) {
    if (word == ";" || word == "{" || word == "}") *this = {};
    else if (word == "(") ++depth;
    else if (word == ")") --depth;
    else if (depth == 0 && word == "=") initialises = true;
    else if (depth == 0 && word == ",") initialises = false;
    else in_memory |= is_place_in_memory(word);
  }
};

/// The names between quotes of the text's #include directives; those that #if leaves out, too.
std::vector<std::string> local_headers(std::string_view text) {
  std::vector<std::string> names;
  source::TextWords words(text);
  std::string_view before, word = words.next();
  for (; !word.empty(); before = word, word = words.next()) {
    if (before != "#" || word != "include") continue;
    const std::string_view name = words.next();
    if (name.size() > 2 && name.front() == '"' && name.back() == '"')
      names.emplace_back(name.substr(1, name.size() - 2));
  }
  return names;
}

std::optional<std::string> text_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > most_header_bytes)
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

} // namespace

std::optional<std::size_t> declared_variable(std::string_view text, std::string_view name) {
  source::TextWords words(text);
  Declaration declaration;
  std::optional<std::size_t> named; // the word before was the name, where a declaration has one
  std::size_t directive_end = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const auto at = static_cast<std::size_t>(word.data() - text.data());
    if (at < directive_end) continue;
    if (word == "#") {
      directive_end = end_of_directive(text, at);
      continue;
    }
    if (named && (word == "[" || word == "=" || word == ";" || word == "," || word == "{")) return named;
    named.reset();
    if (word == name && declaration.in_memory && !declaration.initialises && declaration.depth == 0)
      named = at;
    declaration.read(word);
  }
  return std::nullopt;
}

std::optional<HeaderVariable> variable_of_headers(const std::string& file, std::string_view text,
                                                  std::string_view name) {
  struct Header {
    fs::path path;
    std::string name;
  };
  std::vector<Header> headers;
  const auto add = [&](const fs::path& includer, std::string_view contents) {
    for (std::string& header : local_headers(contents)) {
      fs::path path = (includer.parent_path() / header).lexically_normal();
      const bool known = std::any_of(headers.begin(), headers.end(),
                                     [&](const Header& one) { return one.path == path; });
      if (!known && headers.size() < most_headers) headers.push_back({std::move(path), std::move(header)});
    }
  };
  add(file, text);
  for (std::size_t i = 0; i < headers.size(); ++i) { // grows while it is read
    const std::optional<std::string> contents = text_of(headers[i].path);
    if (!contents) continue;
    if (const std::optional<std::size_t> at = declared_variable(*contents, name))
      return HeaderVariable{headers[i].name, LineIndex(*contents).span(*at, *at + name.size()).line};
    const fs::path path = headers[i].path;
    add(path, *contents);
  }
  return std::nullopt;
}

} // namespace warpscope::launch
