// The width of texts, without GL: the same numbers for GL, SVG and the tests.
#pragma once

#include "app/view/picture.h"

#include <string>
#include <string_view>

namespace warpscope::view {

/// Baseline = centre + this * size, so that capitals and digits are centred.
inline constexpr float cap_centre = .364F;

/// In pixels, for text of `size` pixels per em.
[[nodiscard]] float text_width(std::string_view text, Font font, float size);
/// The box around ascenders and descenders of the text as placed.
[[nodiscard]] Box text_box(const TextShape& text);
/// Returns the text, or as much of its beginning as fits followed by "…"; empty when not even that fits.
[[nodiscard]] std::string fit_text(std::string_view text, Font font, float size, float width);

} // namespace warpscope::view
