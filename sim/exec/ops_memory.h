// Loads, stores and the addresses of local variables. An access is checked for all of its lanes before it moves a byte.
#pragma once

#include "sim/exec/access.h"
#include "sim/exec/ops_int.h"

#ifndef WARPSCOPE_TARGET
#define WARPSCOPE_TARGET
#endif

namespace warpscope::exec::ops {
// The commonest access is one word a lane by a full warp whose shape is known: it has code of its own, short enough to stay in
// registers. The rest is not inlined, and is compiled once for each kind of CPU, so it must not be one function for all files.
namespace {

WARPSCOPE_TARGET __attribute__((noinline)) Flow load_any(Warp& w, const Instruction& in, Space space, const u32* offsets, u32 mask) {
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
  case 4: unpack<4>(raw, in.components, to, mask); break;
  default: unpack<8>(raw, in.components, to, mask); break;
  }
  tell(w, space, AccessKind::Load, true, in.imm, width, mask, raw);
  return Flow::Next;
}

WARPSCOPE_TARGET __attribute__((noinline)) Flow store_any(Warp& w, const Instruction& in, Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  const u32 width = u32{in.bytes} * in.components;
  Extent extent;
  const SiteShape* shape = take_offsets(block, space, offsets, mask, width, in.imm, extent);
  const HostPlace place = place_of(w, space, extent, width, Intent::Write, in.imm);
  if (place.host == nullptr) return access_fault(w, space, mask, offsets, width, Intent::Write);
  const u32* kept = block.event.access.offset.data();
  if (width == 4 && in.bytes == 4) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(w.source(in.b));
    scatter<4>(place, kept, mask, shape, from);
    tell(w, space, AccessKind::Store, false, in.imm, width, mask, from);
    return Flow::Next;
  }
  std::uint8_t* raw = block.raw.data();
  switch (in.bytes) {
  case 1: pack<1>(raw, in.components, w, in.b); break;
  case 2: pack<2>(raw, in.components, w, in.b); break;
  case 4: pack<4>(raw, in.components, w, in.b); break;
  default: pack<8>(raw, in.components, w, in.b); break;
  }
  switch (width) {
  case 1: scatter<1>(place, kept, mask, shape, raw); break;
  case 2: scatter<2>(place, kept, mask, shape, raw); break;
  case 4: scatter<4>(place, kept, mask, shape, raw); break;
  case 8: scatter<8>(place, kept, mask, shape, raw); break;
  case 16: scatter<16>(place, kept, mask, shape, raw); break;
  default: scatter<32>(place, kept, mask, shape, raw); break;
  }
  tell(w, space, AccessKind::Store, false, in.imm, width, mask, raw);
  return Flow::Next;
}

} // namespace

/// Where the lanes of a full warp's access of words lie whose shape is known; null host when load_any (store_any) has to look.
WARPSCOPE_INLINE HostPlace known_words(Warp& w, const Instruction& in, Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  SiteShape& shape = block.shapes[in.imm];
  if (mask != all_lanes || in.bytes != 4 || in.components != 1 || shape.mask != all_lanes || shape.width != 4 || shape.space != space) return {};
  const u32 base = offsets[0];
  const s64 lowest = s64{base} + shape.lowest, end = s64{base} + shape.highest + 4;
  if (((base | shape.low_bits) & 3) != 0 || !has_shape(shape, offsets, all_lanes, base)) return {};
  HostPlace place;
  if (space == Space::Shared) {
    if (lowest < s64{window_base} || end > s64{block.shared_end}) return {};
    place = {block.shared.data(), 0, window_base};
  } else {
    const CheckedRange& range = block.checked[in.imm];
    if (lowest < static_cast<s64>(range.lo) || end > static_cast<s64>(range.hi)) return {};
    place = {block.memory->global, 0, 0};
  }
  shape.used = true;
  block.event.shape = shape.id;
  copy_lanes(block.event.access.offset.data(), offsets);
  return place;
}

template <Space space> WARPSCOPE_INLINE Flow load(Warp& w, const Instruction& in) {
  const u32* offsets = w.source(in.a);
  const HostPlace place = known_words(w, in, space, offsets, w.mask);
  if (place.host == nullptr) return load_any(w, in, space, offsets, w.mask);
  const Block& block = *w.block;
  auto* to = reinterpret_cast<std::uint8_t*>(w.destination(in.dst));
  gather<4>(place, block.event.access.offset.data(), &block.shapes[in.imm], to);
  // The register is the very row of values that the event shows.
  tell(w, space, AccessKind::Load, true, in.imm, 4, all_lanes, to);
  return Flow::Next;
}

template <Space space> WARPSCOPE_INLINE Flow store(Warp& w, const Instruction& in) {
  const u32* offsets = w.source(in.a);
  const HostPlace place = known_words(w, in, space, offsets, w.mask);
  if (place.host == nullptr) return store_any(w, in, space, offsets, w.mask);
  const Block& block = *w.block;
  const auto* from = reinterpret_cast<const std::uint8_t*>(w.source(in.b));
  scatter<4>(place, block.event.access.offset.data(), all_lanes, &block.shapes[in.imm], from);
  tell(w, space, AccessKind::Store, false, in.imm, 4, all_lanes, from);
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

WARPSCOPE_OP(LoadGlobal) { return load<Space::Global>(w, in); }
WARPSCOPE_OP(LoadShared) { return load<Space::Shared>(w, in); }
WARPSCOPE_OP(LoadLocal) { return load_any(w, in, Space::Local, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadConstant) { return load_any(w, in, Space::Constant, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadParam) { return load_any(w, in, Space::Param, w.source(in.a), w.mask); }
WARPSCOPE_OP(StoreGlobal) { return store<Space::Global>(w, in); }
WARPSCOPE_OP(StoreShared) { return store<Space::Shared>(w, in); }
WARPSCOPE_OP(StoreLocal) { return store_any(w, in, Space::Local, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) { return load_any(w, in, space, offsets, mask); });
}
WARPSCOPE_OP(StoreGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) { return store_any(w, in, space, offsets, mask); });
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
