// Converts a Picture to triangles, in paint order, for one draw call. No GL here.
#pragma once

#include "app/render/glyph_atlas.h"
#include "app/view/picture.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::render {

/// The vertex format of shaders/picture.vert. shaders/picture.frag defines `kind` and the other fields.
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
  std::uint64_t atlas_generation = 0; ///< of the atlas that the glyph positions refer to

  /// Builds the geometry in pixels of the target: everything is multiplied by `pixel_scale`. Reuses its
  /// memory.
  void build(const view::Picture& picture, float pixel_scale, GlyphAtlas& atlas);
};

} // namespace warpscope::render
