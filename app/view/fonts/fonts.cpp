// Advances and glyphs of the fonts. The one place where stb_truetype is compiled for our own use (Dear ImGui
// keeps a private copy).
#include "app/view/fonts/fonts.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <imstb_truetype.h>

namespace warpscope::view {
namespace {

constexpr std::size_t font_count = 5;
// Latin, punctuation, arrows, mathematics: everything that the app itself writes.
constexpr char32_t cached_code_points = 0x2600;

struct Face {
  stbtt_fontinfo info{};
  float units_to_em = 0;
  std::array<float, cached_code_points> advance{}; // in em

  explicit Face(Font font) {
    const std::uint8_t* data = font_data(font).data();
    const int ok = stbtt_InitFont(&info, data, stbtt_GetFontOffsetForIndex(data, 0));
    assert(ok != 0 && "an embedded font does not parse");
    static_cast<void>(ok);
    units_to_em = stbtt_ScaleForMappingEmToPixels(&info, 1);
    for (char32_t c = 0; c < cached_code_points; ++c) advance[c] = measure(c);
  }
  [[nodiscard]] float measure(char32_t c) const {
    int width = 0;
    int bearing = 0;
    stbtt_GetGlyphHMetrics(&info, stbtt_FindGlyphIndex(&info, static_cast<int>(c)), &width, &bearing);
    return static_cast<float>(width) * units_to_em;
  }
};

const Face& face(Font font) {
  static const std::array<Face, font_count> faces{Face(Font::Regular), Face(Font::SemiBold), Face(Font::Bold),
                                                  Face(Font::Mono), Face(Font::MonoBold)};
  return faces[static_cast<std::size_t>(font)];
}

} // namespace

float glyph_advance(Font font, char32_t code_point) {
  const Face& f = face(font);
  return code_point < cached_code_points ? f.advance[code_point] : f.measure(code_point);
}

bool has_glyph(Font font, char32_t code_point) {
  return stbtt_FindGlyphIndex(&face(font).info, static_cast<int>(code_point)) != 0;
}

GlyphBitmap rasterize_glyph(Font font, char32_t code_point, float size, float shift) {
  GlyphBitmap result;
  if (!(size > 0) || size > 1000) return result;
  const Face& f = face(font);
  const float scale = stbtt_ScaleForMappingEmToPixels(&f.info, size);
  const int glyph = stbtt_FindGlyphIndex(&f.info, static_cast<int>(code_point));
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;
  stbtt_GetGlyphBitmapBoxSubpixel(&f.info, glyph, scale, scale, shift, 0, &x0, &y0, &x1, &y1);
  if (x1 <= x0 || y1 <= y0) return result;
  result.width = x1 - x0;
  result.height = y1 - y0;
  result.left = x0;
  result.top = y0;
  result.coverage.resize(static_cast<std::size_t>(result.width) * static_cast<std::size_t>(result.height));
  stbtt_MakeGlyphBitmapSubpixel(&f.info, result.coverage.data(), result.width, result.height, result.width,
                                scale, scale, shift, 0, glyph);
  return result;
}

std::vector<OutlineStep> glyph_outline(Font font, char32_t code_point) {
  const Face& f = face(font);
  stbtt_vertex* steps = nullptr;
  const int count = stbtt_GetGlyphShape(&f.info, stbtt_FindGlyphIndex(&f.info, static_cast<int>(code_point)),
                                        &steps);
  const auto em = [&](short x, short y) {
    return Point{static_cast<float>(x) * f.units_to_em, static_cast<float>(y) * f.units_to_em};
  };
  std::vector<OutlineStep> outline;
  Point at;
  for (int i = 0; i < count; ++i) {
    const stbtt_vertex& v = steps[i];
    OutlineStep step;
    step.to = em(v.x, v.y);
    if (v.type == STBTT_vline) step.kind = OutlineStep::Kind::Line;
    if (v.type == STBTT_vcubic) {
      step.kind = OutlineStep::Kind::Curve;
      step.c1 = em(v.cx, v.cy);
      step.c2 = em(v.cx1, v.cy1);
    }
    if (v.type == STBTT_vcurve) { // of TrueType, quadratic: the cubic one that is the same
      step.kind = OutlineStep::Kind::Curve;
      const Point c = em(v.cx, v.cy);
      step.c1 = {at.x + 2 * (c.x - at.x) / 3, at.y + 2 * (c.y - at.y) / 3};
      step.c2 = {step.to.x + 2 * (c.x - step.to.x) / 3, step.to.y + 2 * (c.y - step.to.y) / 3};
    }
    at = step.to;
    outline.push_back(step);
  }
  stbtt_FreeShape(&f.info, steps);
  return outline;
}

char32_t next_code_point(std::string_view& text) {
  assert(!text.empty());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  std::size_t length = 1;
  char32_t value = first;
  if (first >= 0x80) {
    length = first >= 0xF0 && first < 0xF5   ? 4
             : first >= 0xE0 && first < 0xF0 ? 3
             : first >= 0xC2 && first < 0xE0 ? 2
                                             : 0;
    bool good = length != 0 && text.size() >= length;
    if (good) {
      value = first & (0x7Fu >> length);
      for (std::size_t i = 1; i < length; ++i) {
        good = good && (byte(i) & 0xC0u) == 0x80;
        value = value << 6 | (byte(i) & 0x3Fu);
      }
      constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
      good = good && value >= least[length] && value <= 0x10FFFF && !(value >= 0xD800 && value < 0xE000);
    }
    if (!good) {
      length = 1;
      value = 0xFFFD;
    }
  }
  text.remove_prefix(length);
  return value;
}

} // namespace warpscope::view
