// What an instruction's accesses have in common from one time to the next. In loops and from warp to warp the lanes' offsets
// mostly move together: relative to the first active lane they stay what they were. Then bounds need one comparison, bytes move
// in pieces, and a model that counted this shape once need not count it again (AccessEvent::shape).
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/lanes.h"

namespace warpscope::exec {

/// The offsets lie in [lowest, highest]; low_bits has every bit that is set in one of them below the width.
struct Extent {
  u32 lowest = 0, highest = 0, low_bits = 0;
};

/// True when the active lanes stand to `base` as the shape says.
WARPSCOPE_INLINE bool has_shape(const SiteShape& shape, const u32* offsets, u32 mask, u32 base) {
  u32 wrong = 0;
  if (mask == all_lanes) {
    for (u32 i = 0; i < warp_size; ++i) wrong |= (offsets[i] - base) ^ shape.relative[i];
  } else {
    for (u32 i = 0; i < warp_size; ++i)
      wrong |= (mask & bit_of[i]) != 0 ? (offsets[i] - base) ^ shape.relative[i] : 0;
  }
  return wrong == 0;
}

/// Keeps the shape of the event's offsets (inactive lanes have the first active one's) for the instruction's next turn.
inline void keep_shape(Block& block, SiteShape& shape, Space space, u32 mask, u32 base, u32 width) {
  // An instruction whose addresses have no shape is asked less and less often.
  shape.patience = shape.used ? 0 : std::min(2 * shape.patience + 1, 63u);
  shape.wait = shape.patience;
  shape.used = false;
  shape.id = ++block.shape_ids;
  shape.mask = mask;
  shape.width = width;
  shape.space = space;
  shape.phase = base & 3;
  s32 lowest = 0, highest = 0;
  u32 bits = 0;
  const u32* kept = block.event.access.offset.data();
  for (u32 i = 0; i < warp_size; ++i) {
    const u32 relative = kept[i] - base;
    shape.relative[i] = relative;
    lowest = std::min(lowest, static_cast<s32>(relative));
    highest = std::max(highest, static_cast<s32>(relative));
    bits |= relative;
  }
  shape.lowest = lowest;
  shape.highest = highest;
  shape.low_bits = bits;
  for (u32 piece = 0; piece < SiteShape::pieces; ++piece) {
    const u32* first = shape.relative.data() + piece * SiteShape::piece_lanes;
    u32 row = 0, same = 0;
    for (u32 i = 0; i < SiteShape::piece_lanes; ++i) row |= first[i] ^ (first[0] + i * width), same |= first[i] ^ first[0];
    shape.piece[piece] = row == 0 ? SiteShape::Piece::Row : same == 0 ? SiteShape::Piece::Same : SiteShape::Piece::Any;
  }
}

/// Copies the lanes' offsets into the event, inactive ones as the first active lane's (so that loops need no mask), and finds
/// or keeps their shape. Null: no shape is known, or the offsets wrap around the window's end where the shape's did not.
WARPSCOPE_INLINE const SiteShape* take_offsets(Block& block, Space space, const u32* offsets, u32 mask, u32 width, u32 site, Extent& extent) {
  SiteShape& shape = block.shapes[site];
  u32* kept = block.event.access.offset.data();
  const u32 base = offsets[first_lane(mask)];
  if (shape.mask == mask && shape.width == width && shape.space == space && shape.phase == (base & 3) && has_shape(shape, offsets, mask, base)) {
    const s64 lowest = s64{base} + shape.lowest, highest = s64{base} + shape.highest;
    if (lowest >= 0 && highest <= 0xFFFF'FFFF) {
      for (u32 i = 0; i < warp_size; ++i) kept[i] = base + shape.relative[i];
      extent = {static_cast<u32>(lowest), static_cast<u32>(highest), base | shape.low_bits};
      shape.used = true;
      block.event.shape = shape.id;
      return &shape;
    }
  }
  if (mask == all_lanes) {
    std::memcpy(kept, offsets, warp_size * sizeof(u32));
  } else {
    for (u32 i = 0; i < warp_size; ++i) kept[i] = (mask & bit_of[i]) != 0 ? offsets[i] : base;
  }
  extent = {~u32{0}, 0, 0};
  for (u32 i = 0; i < warp_size; ++i) {
    extent.lowest = kept[i] < extent.lowest ? kept[i] : extent.lowest;
    extent.highest = kept[i] > extent.highest ? kept[i] : extent.highest;
    extent.low_bits |= kept[i];
  }
  block.event.shape = 0;
  if (shape.wait != 0) {
    --shape.wait;
    return nullptr;
  }
  keep_shape(block, shape, space, mask, base, width);
  block.event.shape = shape.id;
  return nullptr;
}

} // namespace warpscope::exec
