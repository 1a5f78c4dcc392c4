// What an instruction's accesses have in common from one execution to the next: the shape. In loops and from
// warp to warp the lanes' offsets mostly move together, so relative to the first active lane they stay the
// same. Bounds then need one comparison, bytes move in pieces, and a model that has counted the shape once
// need not count it again (AccessEvent::shape).
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/lanes.h"

namespace warpscope::exec {

/// The offsets lie in [lowest, highest]; low_bits is the bitwise or of the bits below the width.
struct Extent {
  u32 lowest = 0, highest = 0, low_bits = 0;
};

/// True when the active lanes' offsets relative to `base` are those of the shape.
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

/// Keeps the shape of these offsets for the site's next access, after reporting what was counted for the
/// previous one.
void keep_shape(Block& block, SiteShape& shape, u32 site, Space space, const u32* offsets, u32 mask, u32 base,
                u32 width);

/// The slow way to find that an access has its site's shape, by comparing offsets. On success the shape
/// remembers the register's tag.
[[maybe_unused]] WARPSCOPE_TARGET __attribute__((noinline)) static bool
has_shape(Warp& w, SiteShape& shape, u32 address, u32 mask, u32& base) {
  const u32* offsets = w.source(address);
  base = offsets[first_lane(mask)];
  if (!has_shape(shape, offsets, mask, base)) return false;
  const Tag& tag = w.tag(address);
  if ((mask & ~tag.lanes) == 0) shape.register_shape = tag.shape, shape.first = base - tag.base;
  return true;
}
/// Returns the site's shape when the access has it, else null. `base` receives its first active lane's
/// offset; `address` is the slot of the offsets.
WARPSCOPE_INLINE SiteShape* shape_of(Warp& w, u32 site, Space space, u32 width, u32 address, u32 mask,
                                     u32& base) {
  SiteShape& shape = w.block->site_shape(site, mask);
  if (((mask ^ shape.mask) | (width ^ shape.width)) != 0 || shape.space != space) return nullptr;
  const Tag& tag = w.tag(address);
  if ((mask & ~tag.lanes) == 0 && tag.shape == shape.register_shape) {
    base = tag.base + shape.first;
  } else if (!has_shape(w, shape, address, mask, base)) {
    return nullptr;
  }
  return (base & 3) == shape.phase ? &shape : nullptr;
}

/// Copies the lanes' offsets into the event. Inactive lanes get the first active lane's, so that loops need
/// no mask.
WARPSCOPE_INLINE Extent take_offsets(Block& block, const u32* offsets, u32 mask) {
  u32* kept = block.event.access.offset.data();
  if (mask == all_lanes) {
    copy_lanes(kept, offsets);
  } else {
    const u32 base = offsets[first_lane(mask)];
    for (u32 i = 0; i < warp_size; ++i) kept[i] = (mask & bit_of[i]) != 0 ? offsets[i] : base;
  }
  Extent extent = {~u32{0}, 0, 0};
  for (u32 i = 0; i < warp_size; ++i) {
    extent.lowest = kept[i] < extent.lowest ? kept[i] : extent.lowest;
    extent.highest = kept[i] > extent.highest ? kept[i] : extent.highest;
    extent.low_bits |= kept[i];
  }
  block.event.shape = 0;
  return extent;
}

/// After take_offsets, for an access whose shape differs from its site's: keeps the new shape when one is
/// due, and names it in the event.
WARPSCOPE_INLINE void consider_shape(Block& block, u32 site, Space space, const u32* offsets, u32 mask,
                                     u32 width) {
  SiteShape& shape = block.site_shape(site, mask);
  if (shape.wait != 0) {
    --shape.wait;
    return;
  }
  keep_shape(block, shape, site, space, offsets, mask, offsets[first_lane(mask)], width);
  block.event.shape = shape.id;
}

} // namespace warpscope::exec
