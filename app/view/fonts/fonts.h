// The five faces that the app draws with, embedded in the binary, and what stb_truetype reads from them:
// advances and glyph bitmaps.
//
// Text is set as in Dear ImGui: no kerning, no ligatures, no OpenType features; the width of a text is the
// sum of its advances. Not modelled: shaping (combining marks, right-to-left), faces for scripts that Inter
// and JetBrains Mono lack.
#pragma once

#include "app/view/picture.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warpscope::view {

/// The font file as in Debian's package (OpenType with CFF outlines for Inter, TrueType for JetBrains Mono).
[[nodiscard]] std::span<const std::uint8_t> font_data(Font font);
/// "Inter" or "JetBrains Mono", and 400, 600 or 700.
[[nodiscard]] std::string_view font_family(Font font);
[[nodiscard]] int font_weight(Font font);

/// The advance of one code point in em. Code points that the face lacks have the advance of its "missing"
/// glyph.
[[nodiscard]] float glyph_advance(Font font, char32_t code_point);
[[nodiscard]] bool has_glyph(Font font, char32_t code_point);

struct GlyphBitmap {
  int width = 0, height = 0; ///< 0 for blanks
  int left = 0, top = 0;     ///< of its top left corner, relative to the pen on the baseline, y downwards
  std::vector<std::uint8_t> coverage; ///< width * height values, row by row
};
/// `size` in pixels per em; `shift` in [0, 1): how far right of the pixel grid the pen is.
[[nodiscard]] GlyphBitmap rasterize_glyph(Font font, char32_t code_point, float size, float shift);

/// A step of a glyph's outline: to a point straight, along a cubic curve, or without drawing. In em, y
/// upwards, from the pen on the baseline.
struct OutlineStep {
  enum class Kind : std::uint8_t { Move, Line, Curve } kind = Kind::Move;
  Point to, c1, c2; ///< c1, c2: of a curve
};
[[nodiscard]] std::vector<OutlineStep> glyph_outline(Font font, char32_t code_point);

/// Returns the next code point of UTF-8 text and advances `text` past it. Invalid bytes give U+FFFD, one at a
/// time.
[[nodiscard]] char32_t next_code_point(std::string_view& text);

} // namespace warpscope::view
