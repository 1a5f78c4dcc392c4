// Packs glyphs into shelves of one texture, which grows when it is full.
#include "app/render/glyph_atlas.h"

#include "app/view/fonts/fonts.h"

#include <algorithm>
#include <cmath>

namespace warpscope::render {

GlyphAtlas::GlyphAtlas(int size, int largest)
    : size_(size), largest_(largest),
      pixels_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

void GlyphAtlas::clear() {
  shelf_x_ = shelf_y_ = 1;
  shelf_height_ = 0;
  glyphs_.clear();
  std::fill(pixels_.begin(), pixels_.end(), std::uint8_t{0});
  ++version_;
  ++generation_;
}

bool GlyphAtlas::grow() {
  if (size_ * 2 > largest_) return false;
  const int bigger = size_ * 2;
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(bigger) * static_cast<std::size_t>(bigger));
  for (int y = 0; y < size_; ++y) {
    std::copy_n(pixels_.begin() + static_cast<std::ptrdiff_t>(y) * size_, size_,
                pixels.begin() + static_cast<std::ptrdiff_t>(y) * bigger);
  }
  pixels_ = std::move(pixels);
  // The old square stays, and the strip below it is free. (The strip to its right is not used: it would need
  // a second list of shelves.)
  shelf_y_ = std::max(shelf_y_ + shelf_height_ + 1, 1);
  shelf_x_ = 1;
  shelf_height_ = 0;
  size_ = bigger;
  ++version_;
  ++generation_; // texture coordinates are fractions of the size
  return true;
}

bool GlyphAtlas::place(int width, int height, int& x, int& y) {
  if (shelf_x_ + width + 1 > size_) {
    shelf_y_ += shelf_height_ + 1;
    shelf_x_ = 1;
    shelf_height_ = 0;
  }
  if (shelf_x_ + width + 1 > size_ || shelf_y_ + height + 1 > size_) return false;
  x = shelf_x_;
  y = shelf_y_;
  shelf_x_ += width + 1;
  shelf_height_ = std::max(shelf_height_, height);
  return true;
}

const GlyphAtlas::Glyph* GlyphAtlas::find(view::Font font, char32_t code_point, float size,
                                          unsigned quarter) {
  const auto eighths = static_cast<std::uint64_t>(std::clamp(std::lround(size * 8), 8L, 8000L));
  const std::uint64_t key = std::uint64_t{code_point} << 32 | eighths << 8 |
                            static_cast<std::uint64_t>(font) << 2 | (quarter & 3);
  if (const auto it = glyphs_.find(key); it != glyphs_.end()) return &it->second;
  const view::GlyphBitmap bitmap = view::rasterize_glyph(font, code_point, static_cast<float>(eighths) / 8,
                                                         static_cast<float>(quarter & 3) / 4);
  Glyph glyph;
  if (bitmap.width > 0 && bitmap.width + 2 <= largest_ && bitmap.height + 2 <= largest_) {
    int x = 0;
    int y = 0;
    while (!place(bitmap.width, bitmap.height, x, y)) {
      if (!grow()) return nullptr;
    }
    for (int row = 0; row < bitmap.height; ++row) {
      std::copy_n(bitmap.coverage.begin() + static_cast<std::ptrdiff_t>(row) * bitmap.width, bitmap.width,
                  pixels_.begin() + static_cast<std::ptrdiff_t>(y + row) * size_ + x);
    }
    glyph.x = static_cast<std::uint16_t>(x);
    glyph.y = static_cast<std::uint16_t>(y);
    glyph.width = static_cast<std::uint16_t>(bitmap.width);
    glyph.height = static_cast<std::uint16_t>(bitmap.height);
    glyph.left = static_cast<std::int16_t>(bitmap.left);
    glyph.top = static_cast<std::int16_t>(bitmap.top);
    ++version_;
  }
  return &glyphs_.emplace(key, glyph).first->second;
}

} // namespace warpscope::render
