// Reads declarations word by word: the compiler has dropped those that #if leaves out, and those not used.
#include "sim/launch/declared_variable.h"

#include "sim/source/text_words.h"

#include <algorithm>

namespace warpscope::launch {

namespace {

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

} // namespace warpscope::launch
