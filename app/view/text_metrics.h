// How wide a text is, without GL: the same numbers for GL, SVG and the tests.
#pragma once

#include "app/view/picture.h"

#include <string>
#include <string_view>

namespace warpscope::view {

/// Baseline = centre + this * size, so that capitals and digits stand in the middle.
inline constexpr float cap_centre = .364F;

/// In pixels, for text of `size` pixels an em.
[[nodiscard]] float text_width(std::string_view text, Font font, float size);
/// Around ascenders and descenders of the text as placed.
[[nodiscard]] Box text_box(const TextShape& text);
/// The text, or as much of its beginning as fits with "…" behind it; empty when not even that fits.
[[nodiscard]] std::string fit_text(std::string_view text, Font font, float size, float width);

} // namespace warpscope::view
