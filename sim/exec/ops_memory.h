// Loads, stores and the addresses of local variables. An access is checked for all of its lanes before it moves a byte.
#pragma once

#include "sim/exec/access.h"
#include "sim/exec/ops_int.h"

namespace warpscope::exec::ops {

WARPSCOPE_INLINE Flow load(Warp& w, const Instruction& in, Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  const u32 width = u32{in.bytes} * in.components;
  Extent extent;
  const SiteShape* shape = take_offsets(block, space, offsets, mask, width, in.imm, extent);
  const HostPlace place = place_of(w, space, extent, width, Intent::Read, in.imm);
  if (place.host == nullptr) return access_fault(w, space, mask, offsets, width, Intent::Read);
  const u32* kept = block.event.access.offset.data();
  std::uint8_t* raw = block.raw.data();
  switch (width) {
  case 1: gather<1>(place, kept, shape, raw); break;
  case 2: gather<2>(place, kept, shape, raw); break;
  case 4: gather<4>(place, kept, shape, raw); break;
  case 8: gather<8>(place, kept, shape, raw); break;
  case 16: gather<16>(place, kept, shape, raw); break;
  default: gather<32>(place, kept, shape, raw); break;
  }
  u32* to = w.destination(in.dst);
  switch (in.bytes) {
  case 1: unpack<1>(raw, in.components, to, mask); break;
  case 2: unpack<2>(raw, in.components, to, mask); break;
  case 4:
    if (in.components == 1) {
      unpack<4>(raw, 1, to, mask);
    } else {
      unpack<4>(raw, in.components, to, mask);
    }
    break;
  default: unpack<8>(raw, in.components, to, mask); break;
  }
  tell(w, space, AccessKind::Load, true, in.imm, width, mask);
  return Flow::Next;
}

WARPSCOPE_INLINE Flow store(Warp& w, const Instruction& in, Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  const u32 width = u32{in.bytes} * in.components;
  Extent extent;
  const SiteShape* shape = take_offsets(block, space, offsets, mask, width, in.imm, extent);
  const HostPlace place = place_of(w, space, extent, width, Intent::Write, in.imm);
  if (place.host == nullptr) return access_fault(w, space, mask, offsets, width, Intent::Write);
  std::uint8_t* raw = block.raw.data();
  switch (in.bytes) {
  case 1: pack<1>(raw, in.components, w, in.b); break;
  case 2: pack<2>(raw, in.components, w, in.b); break;
  case 4:
    if (in.components == 1) {
      std::memcpy(raw, w.source(in.b), warp_size * 4);
    } else {
      pack<4>(raw, in.components, w, in.b);
    }
    break;
  default: pack<8>(raw, in.components, w, in.b); break;
  }
  const u32* kept = block.event.access.offset.data();
  switch (width) {
  case 1: scatter<1>(place, kept, mask, shape, raw); break;
  case 2: scatter<2>(place, kept, mask, shape, raw); break;
  case 4: scatter<4>(place, kept, mask, shape, raw); break;
  case 8: scatter<8>(place, kept, mask, shape, raw); break;
  case 16: scatter<16>(place, kept, mask, shape, raw); break;
  default: scatter<32>(place, kept, mask, shape, raw); break;
  }
  tell(w, space, AccessKind::Store, false, in.imm, width, mask);
  return Flow::Next;
}

/// A generic access is one access for each space that its lanes point into, in the order of their first lanes.
template <class Access> WARPSCOPE_INLINE Flow by_space(Warp& w, const Instruction& in, Access access) {
  const u32* low = w.source(in.a);
  const u32* high = low + warp_size;
  alignas(64) u32 offsets[warp_size], spaces[warp_size]; // the load may overwrite its own address
  std::memcpy(offsets, low, sizeof offsets);
  std::memcpy(spaces, high, sizeof spaces);
  for (u32 rest = w.mask; rest != 0;) {
    const u32 space = spaces[first_lane(rest)];
    const u32 same = rest & ballot([&](u32 i) { return spaces[i] == space; });
    // A number that names no space is no pointer at all: space None, which nothing can access.
    const Space known = space >= 1 && space <= static_cast<u32>(Space::Param) ? static_cast<Space>(space) : Space::None;
    const Flow flow = access(known, offsets, same);
    if (flow != Flow::Next) return flow;
    rest &= ~same;
  }
  return Flow::Next;
}

WARPSCOPE_OP(LoadGlobal) { return load(w, in, Space::Global, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadShared) { return load(w, in, Space::Shared, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadLocal) { return load(w, in, Space::Local, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadConstant) { return load(w, in, Space::Constant, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadParam) { return load(w, in, Space::Param, w.source(in.a), w.mask); }
WARPSCOPE_OP(StoreGlobal) { return store(w, in, Space::Global, w.source(in.a), w.mask); }
WARPSCOPE_OP(StoreShared) { return store(w, in, Space::Shared, w.source(in.a), w.mask); }
WARPSCOPE_OP(StoreLocal) { return store(w, in, Space::Local, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) { return load(w, in, space, offsets, mask); });
}
WARPSCOPE_OP(StoreGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) { return store(w, in, space, offsets, mask); });
}

// Atomics are far from the fast path: ops_atomic.cpp.
} // namespace warpscope::exec::ops

namespace warpscope::exec {
Flow atomic(Warp& w, const Instruction& in, Space space, const u32* offsets, u32 mask);
}

namespace warpscope::exec::ops {

WARPSCOPE_OP(AtomGlobal) { return atomic(w, in, Space::Global, w.source(in.a), w.mask); }
WARPSCOPE_OP(AtomShared) { return atomic(w, in, Space::Shared, w.source(in.a), w.mask); }
WARPSCOPE_OP(AtomGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) { return atomic(w, in, space, offsets, mask); });
}

WARPSCOPE_OP(LocalAddress) {
  const u32 offset = window_base + w.frames[w.frame].local_base + in.imm;
  each<u32>(w.destination(in.dst), w.mask, [=](u32) { return offset; });
  return Flow::Next;
}

} // namespace warpscope::exec::ops
