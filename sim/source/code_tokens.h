// Tokenizes C++ text and expands the macros it defines: enough to read the launches in the host code of a .cu
// without a compiler.
//
// Not modelled: #include (the included text is not available), `#if` conditions other than integer arithmetic
// over this text's macros (taken as true), macros that are undefined and redefined (the last definition
// counts).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::source {

struct CodeToken {
  enum class Kind : unsigned char { Name, Number, Text, Mark } kind = Kind::Mark;
  std::string_view text;     ///< a view into the source or into the caller's macro values
  std::size_t begin = 0;     ///< byte offset in the source
  bool touches_next = false; ///< directly followed by the next token: tells `>>` from `> >`
};

struct CodeMacro {
  bool takes_arguments = false;
  std::vector<std::string_view> parameters;
  std::vector<CodeToken> body;
};

struct CodeText {
  std::vector<CodeToken> tokens; ///< without comments, directives and branches of #if that are not taken
  std::map<std::string, CodeMacro, std::less<>> macros;
};

/// Views into `text` and into the values of `macros` (both must outlive the result). `macros` are defined
/// before the text begins. `<<<` is one token; `>` always stands alone.
[[nodiscard]] CodeText read_code(std::string_view text,
                                 const std::vector<std::pair<std::string, std::string>>& macros);

} // namespace warpscope::source
