// The five faces the app draws with, embedded in the binary, and what stb_truetype reads from them: advances
// and glyph bitmaps.
//
// Text is set as Dear ImGui sets it: no kerning, no ligatures, no OpenType features; a text's width is the
// sum of its advances. Not modelled: shaping (combining marks, right-to-left), faces for scripts that Inter
// and JetBrains Mono lack.
#pragma once

#include "app/view/picture.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warpscope::view {

/// The font file, as Debian ships it (OpenType with CFF outlines for Inter, TrueType for JetBrains Mono).
[[nodiscard]] std::span<const std::uint8_t> font_data(Font font);
/// "Inter" or "JetBrains Mono", and 400, 600 or 700.
[[nodiscard]] std::string_view font_family(Font font);
[[nodiscard]] int font_weight(Font font);

/// Advance of one code point in em. Code points the face lacks have the advance of its "missing" glyph.
[[nodiscard]] float glyph_advance(Font font, char32_t code_point);
[[nodiscard]] bool has_glyph(Font font, char32_t code_point);

struct GlyphBitmap {
  int width = 0, height = 0;          ///< 0 for blanks
  int left = 0, top = 0;              ///< of its top left corner, from the pen on the baseline, y downwards
  std::vector<std::uint8_t> coverage; ///< width * height, row by row
};
/// `size` in pixels an em; `shift` in [0, 1): how far right of the pixel grid the pen stands.
[[nodiscard]] GlyphBitmap rasterize_glyph(Font font, char32_t code_point, float size, float shift);

/// Next code point of UTF-8 text; `text` is advanced past it. Broken bytes give U+FFFD, one at a time.
[[nodiscard]] char32_t next_code_point(std::string_view& text);

} // namespace warpscope::view
