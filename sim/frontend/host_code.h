// Removes the host code from a .cu text, so that the rest compiles as device code alone.
//
// It is found with Clang's raw lexer (no preprocessing): definitions at namespace scope without __global__,
// __device__ or constexpr (or a macro of the text that contains one of them) are overwritten with blanks.
// An explicit instantiation of such a function goes with it. Line ends and preprocessor directives stay, so
// every remaining character keeps its line and column.
//
// Not modelled: braces that only balance in one branch of an #if.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

/// A half-open range of bytes of the text.
struct TextRegion {
  std::size_t begin = 0, end = 0;
  bool operator==(const TextRegion&) const = default;
};

struct HostCode {
  std::string text;                ///< same length and same line ends as the input
  std::vector<TextRegion> blanked; ///< the regions that were overwritten
  /// Declarations left in place that have no device marker (globals, prototypes, classes, aliases): a caller
  /// may blank those in which the compiler finds errors.
  std::vector<TextRegion> doubtful;
  std::vector<TextRegion> device_functions; ///< definitions with a device marker
};

/// The macros of `text` that stand for a device marker.
[[nodiscard]] std::set<std::string, std::less<>> marker_macros(std::string_view text);

/// `markers`: macros of other texts that stand for a device marker.
[[nodiscard]] HostCode blank_host_code(std::string_view text,
                                       const std::set<std::string, std::less<>>& markers = {});

/// Overwrites a region with blanks; line ends and preprocessor directives stay.
void blank_region(std::string& text, TextRegion region);

} // namespace warpscope::frontend
