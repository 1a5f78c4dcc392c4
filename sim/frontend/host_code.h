// Takes the host's part out of a .cu text, so that what is left compiles as device code alone.
//
// Found with Clang's raw lexer (no preprocessing): definitions at namespace scope without __global__,
// __device__ or constexpr (nor a macro of the text that contains one of them) are overwritten with blanks.
// Ends of line and preprocessor directives stay, so every remaining character keeps its line and column.
//
// Not modelled: braces that only balance in one branch of an #if; markers that come from an included file's
// macros.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

/// Half-open range of bytes of the text.
struct TextRegion {
  std::size_t begin = 0, end = 0;
  bool operator==(const TextRegion&) const = default;
};

struct HostCode {
  std::string text;                ///< same length and same line ends as the input
  std::vector<TextRegion> blanked; ///< what was taken out
  /// Declarations left in place that have no device marker (globals, prototypes, classes, aliases): a caller
  /// may take those out in which the compiler finds errors.
  std::vector<TextRegion> doubtful;
};

[[nodiscard]] HostCode blank_host_code(std::string_view text);

/// Overwrites a region with blanks; ends of line and preprocessor directives stay.
void blank_region(std::string& text, TextRegion region);

} // namespace warpscope::frontend
