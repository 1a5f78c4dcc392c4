// Keeps the shapes of access sites and reports the accesses that were counted by shape.
#include "sim/exec/shape.h"

#include "sim/exec/access.h"

#include <algorithm>

namespace warpscope::exec {

void keep_shape(Block& block, SiteShape& shape, u32 site, Space space, const u32* offsets, u32 mask, u32 base,
                u32 width) {
  block.tell_alike(shape, site);
  // A site whose addresses have no regular shape is tried less and less often.
  shape.patience = shape.used ? 0 : std::min(2 * shape.patience + 1, 63u);
  shape.wait = shape.patience;
  shape.used = false;
  shape.id = ++block.shape_ids;
  shape.mask = mask;
  shape.width = width;
  shape.space = space;
  shape.phase = base & 3;
  shape.register_shape = ShapeTable::unknown;
  s32 lowest = 0, highest = 0;
  u32 bits = 0, other = 0;
  for (u32 i = 0; i < warp_size; ++i) {
    if ((mask & bit_of[i]) == 0) continue;
    const u32 relative = offsets[i] - base;
    lowest = std::min(lowest, static_cast<s32>(relative));
    highest = std::max(highest, static_cast<s32>(relative));
    bits |= relative;
    other |= relative;
  }
  // Inactive lanes read along where that is safe, so that a row with holes still counts as a row.
  for (u32 i = 0; i < warp_size; ++i) {
    const auto relative = static_cast<s32>(offsets[i] - base);
    const bool inside = relative >= lowest && relative <= highest &&
                        (static_cast<u32>(relative) & (width - 1)) == 0;
    shape.relative[i] = (mask & bit_of[i]) != 0 || inside ? static_cast<u32>(relative) : 0;
  }
  shape.lowest = lowest;
  shape.highest = highest;
  shape.low_bits = bits;
  shape.same = other == 0;
  shape.rows = true;
  for (u32 piece = 0; piece < SiteShape::pieces; ++piece) {
    const u32* first = shape.relative.data() + piece * SiteShape::piece_lanes;
    u32 row = 0, same = 0;
    for (u32 i = 0; i < SiteShape::piece_lanes; ++i)
      row |= first[i] ^ (first[0] + i * width), same |= first[i] ^ first[0];
    shape.piece[piece] = row == 0    ? SiteShape::Piece::Row
                         : same == 0 ? SiteShape::Piece::Same
                                     : SiteShape::Piece::Any;
    shape.rows = shape.rows && row == 0;
  }
}

void tell_each(Warp& w, const SiteShape& shape, AccessKind kind, u32 site, u32 base,
               const std::uint8_t* values) {
  trace::AccessEvent& event = w.block->event;
  event.shape = shape.id;
  for (u32 i = 0; i < warp_size; ++i) event.access.offset[i] = base + shape.relative[i];
  tell(w, shape.space, kind, kind == AccessKind::Load, site, shape.width, shape.mask, values);
}

} // namespace warpscope::exec
