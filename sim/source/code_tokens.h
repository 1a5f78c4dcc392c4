// The tokens of a C++ text and the macros it defines: enough to read what the host's part of a .cu says about
// its launches, without a compiler.
//
// Not modelled: #include (its text is not here), `#if` over anything that is not whole-number arithmetic over
// this text's macros (taken as true), macros that are undefined and defined again (the last definition
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
  std::string_view text;     ///< of the source, or of the caller's macro values
  std::size_t begin = 0;     ///< byte offset in the source
  bool touches_next = false; ///< nothing stands between this and the next token: `> >` and `>>` differ
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
