// A Picture as triangles, in paint order, for one draw call. No GL here.
#pragma once

#include "app/render/glyph_atlas.h"
#include "app/view/picture.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::render {

/// What shaders/picture.vert reads. `kind` and the meaning of the rest: shaders/picture.frag.
struct PictureVertex {
  float x = 0, y = 0;
  float u = 0, v = 0;
  std::array<float, 4> a{}, b{};
  view::Color fill{0, 0, 0, 0}, stroke{0, 0, 0, 0}, hatch{0, 0, 0, 0};
  float kind = 0;
};
static_assert(sizeof(PictureVertex) == 64);

struct PictureGeometry {
  std::vector<PictureVertex> vertices;
  std::vector<std::uint32_t> indices;
  std::uint64_t atlas_generation = 0; ///< of the glyph places in it

  /// In pixels of the target: everything is multiplied by `pixel_scale`. Reuses the memory it has.
  void build(const view::Picture& picture, float pixel_scale, GlyphAtlas& atlas);
};

} // namespace warpscope::render
