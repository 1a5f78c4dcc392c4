// One-click cures of a bank conflict. Each is a visible edit of the text; nothing happens behind the person's
// back.
#pragma once

#include "sim/program/program.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::document {

struct TextEdit {
  std::string text; ///< the whole text after the edit
  std::string tail; ///< what changes, short: "[32][33]", "[x ^ y]"
};

/// "__shared__ float tile[32][32]" -> [32][33]. The last dimension of an array with two or more, when it is a
/// plain number.
[[nodiscard]] std::optional<TextEdit> pad_declaration(std::string_view declaration);

/// "tile[threadIdx.x][threadIdx.y]" -> "tile[threadIdx.x][threadIdx.y ^ threadIdx.x]": the two last indices
/// of the first access that has two or more. Already swizzled text (a ^ in the last index) gives nothing.
[[nodiscard]] std::optional<TextEdit> swizzle_expression(std::string_view expression);

/// Pads the array `variable` where the kernel's text declares it.
[[nodiscard]] std::optional<TextEdit> pad_variable(std::string_view text, const program::Variable& variable);

} // namespace warpscope::document
