// Colours for terminals, and numbers as people read them.
#pragma once

#include "sim/base/number_text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::cli {

enum class Tint : std::uint8_t { None, Bold, Dim, Good, Bad, Note };

/// Returns `text` between the escape codes of the tint; unchanged without colour.
[[nodiscard]] std::string tinted(std::string_view text, Tint tint, bool color);

/// "3.2 ms", "1.4 s"
[[nodiscard]] std::string duration(double seconds);
/// Returns "32 × 8": trailing ones are left out.
[[nodiscard]] std::string box_text(std::uint32_t x, std::uint32_t y, std::uint32_t z);
/// Returns the lanes of a mask as runs: "0-3, 8, 16-31"; "none".
[[nodiscard]] std::string lane_list(std::uint32_t mask);

/// Returns the number of columns of a UTF-8 text (one for each code point).
[[nodiscard]] std::size_t columns_of(std::string_view text);
/// Returns at most `columns` of the text, with an ellipsis at the end when something is cut off.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t columns);

} // namespace warpscope::cli
