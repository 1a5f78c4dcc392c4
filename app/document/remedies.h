// One-click remedies of bank conflicts. Each is a visible edit of the text.
#pragma once

#include "sim/program/program.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::document {

struct TextEdit {
  std::string text; ///< the whole text after the edit
  std::string tail; ///< the change in brief: "[32][33]", "[x ^ y]"
};

/// "__shared__ float tile[32][32]" -> [32][33]: pads the last dimension of an array with two or more, when it
/// is a plain number.
[[nodiscard]] std::optional<TextEdit> pad_declaration(std::string_view declaration);

/// "tile[threadIdx.x][threadIdx.y]" -> "tile[threadIdx.x][threadIdx.y ^ threadIdx.x]": swizzles the last two
/// indices of the first access with two or more. nullopt when the text is already swizzled (a ^ in the last
/// index).
[[nodiscard]] std::optional<TextEdit> swizzle_expression(std::string_view expression);

/// Pads the array `variable` where the kernel's text declares it.
[[nodiscard]] std::optional<TextEdit> pad_variable(std::string_view text, const program::Variable& variable);

} // namespace warpscope::document
