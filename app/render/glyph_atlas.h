// One grey texture with every glyph at the exact size and quarter-pixel position that was requested. No GL
// here.
#pragma once

#include "app/view/picture.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpscope::render {

class GlyphAtlas {
 public:
  struct Glyph {
    std::uint16_t x = 0, y = 0, width = 0, height = 0; ///< in the texture; width 0: blank
    std::int16_t left = 0, top = 0;                    ///< relative to the pen on the baseline, y downwards
  };

  explicit GlyphAtlas(int size = 1024, int largest = 4096);

  /// `quarter` (0..3): quarters of a pixel to the right of the grid. Null when the atlas is full at its
  /// largest size: then call clear() and lay out the whole picture again. A glyph too large for any atlas is
  /// returned blank.
  [[nodiscard]] const Glyph* find(view::Font font, char32_t code_point, float size, unsigned quarter);

  void clear();
  [[nodiscard]] int size() const { return size_; } ///< the texture is square
  [[nodiscard]] const std::vector<std::uint8_t>& pixels() const { return pixels_; }
  [[nodiscard]] std::uint64_t version() const { return version_; } ///< changes with every new pixel
  /// Changes when positions change: by clear() and by growth.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  [[nodiscard]] std::size_t count() const { return glyphs_.size(); }

 private:
  bool place(int width, int height, int& x, int& y);
  bool grow();

  int size_, largest_;
  int shelf_x_ = 1, shelf_y_ = 1, shelf_height_ = 0;
  std::uint64_t version_ = 1, generation_ = 1;
  std::vector<std::uint8_t> pixels_;
  std::unordered_map<std::uint64_t, Glyph> glyphs_;
};

} // namespace warpscope::render
