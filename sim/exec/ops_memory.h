// Loads, stores and the addresses of local variables. All lanes of an access are checked before it moves a
// byte.
#pragma once

#include "sim/base/copy_sides.h"
#include "sim/exec/access.h"
#include "sim/exec/ops_int.h"

namespace warpscope::exec {
/// Makes the block of this rank Block::remote, unless there is none or it has ended, and notes who comes
/// (cluster.cpp).
void visit_block(Warp& w, u32 rank, u32 lane);
} // namespace warpscope::exec

namespace warpscope::exec::ops {
// Most accesses have the shape of the previous access of their site (shape.h). They have a fast path of their
// own, short enough to stay in registers. The slow path is not inlined; it is compiled once for each kind of
// CPU and so must have internal linkage.
namespace {

/// Copies the lanes' offsets into the event and checks them; a null host when some lane must not make the
/// access.
WARPSCOPE_INLINE HostPlace look_at(Warp& w, const program::Instruction& in, Space space, const u32* offsets,
                                   u32 mask, u32 width, Intent intent) {
  Block& block = *w.block;
  const Extent extent = take_offsets(block, offsets, mask);
  HostPlace place = place_of(w, space, extent, width, intent, in.imm);
  if (place.host == nullptr) [[unlikely]]
    place = overrun_place(w, space, mask, offsets, width, intent);
  if (place.host != nullptr && space == Space::Local)
    w.note_local(mask, offsets, width, intent != Intent::Read);
  if (space != Space::Param && block.program->sites[in.imm].async_copy) [[unlikely]] {
    // The cost of an asynchronous copy depends on two accesses, so the shape of one of them does not
    // determine it.
    if (intent == Intent::Read) {
      const auto origins = origins_of_copy(width, offsets, mask);
      for (u32 i = 0; i < warp_size; ++i)
        if ((mask & bit_of[i]) != 0) w.copy_from[i] = origins[i];
      block.event.access.copies = space == Space::Global && width == 16 && (mask & ~w.copy_to_lanes) == 0;
      w.copy_to_lanes &= ~mask;
      if (block.event.access.copies) block.event.access.other_side = sectors_of_shared(w.copy_to, mask);
    } else w.block->event.access.other_side = w.copy_from;
    return place;
  }
  if (place.host != nullptr && space != Space::Param && space != Space::Local)
    consider_shape(block, in.imm, space, offsets, mask, width);
  return place;
}

WARPSCOPE_TARGET __attribute__((noinline)) Flow load_any(Warp& w, const program::Instruction& in, Space space,
                                                         const u32* offsets, u32 mask) {
  Block& block = *w.block;
  const u32 width = u32{in.bytes} * in.components;
  const HostPlace place = look_at(w, in, space, offsets, mask, width, Intent::Read);
  if (place.host == nullptr) return access_fault(w, space, mask, offsets, width, Intent::Read);
  const u32* kept = block.event.access.offset.data();
  // The destination register doubles as the row of values in the event.
  if (in.bytes == 4 && in.components == 1 && mask == all_lanes && !program::is_no_access(in)) {
    auto* to = reinterpret_cast<std::uint8_t*>(w.destination(in.dst, 1, all_lanes));
    gather<4>(place, kept, to);
    tell(w, space, AccessKind::Load, true, in.imm, width, mask, to);
    return Flow::Next;
  }
  std::uint8_t* raw = block.raw.data();
  switch (width) {
  case 1: gather<1>(place, kept, raw); break;
  case 2: gather<2>(place, kept, raw); break;
  case 4: gather<4>(place, kept, raw); break;
  case 8: gather<8>(place, kept, raw); break;
  case 16: gather<16>(place, kept, raw); break;
  default: gather<32>(place, kept, raw); break;
  }
  unpack(w, in, raw, mask);
  if (program::is_no_access(in)) return Flow::Next;
  tell(w, space, AccessKind::Load, true, in.imm, width, mask, raw);
  block.event.access.copies = false;
  return Flow::Next;
}

WARPSCOPE_TARGET __attribute__((noinline)) Flow store_any(Warp& w, const program::Instruction& in,
                                                          Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  const u32 width = u32{in.bytes} * in.components;
  const HostPlace place = look_at(w, in, space, offsets, mask, width, Intent::Write);
  if (place.host == nullptr) return access_fault(w, space, mask, offsets, width, Intent::Write);
  const u32* kept = block.event.access.offset.data();
  const std::uint8_t* raw = packed(w, in);
  switch (width) {
  case 1: scatter<1>(place, kept, mask, raw); break;
  case 2: scatter<2>(place, kept, mask, raw); break;
  case 4: scatter<4>(place, kept, mask, raw); break;
  case 8: scatter<8>(place, kept, mask, raw); break;
  case 16: scatter<16>(place, kept, mask, raw); break;
  default: scatter<32>(place, kept, mask, raw); break;
  }
  if (program::is_no_access(in)) return Flow::Next;
  block.event.access.copies = space == Space::Shared && block.program->sites[in.imm].async_copy;
  tell(w, space, AccessKind::Store, false, in.imm, width, mask, raw);
  block.event.access.copies = false;
  return Flow::Next;
}

/// Loads and stores with their site's shape whose width is not one word.
WARPSCOPE_TARGET __attribute__((noinline)) void
load_shaped(Warp& w, const program::Instruction& in, SiteShape& shape, u32 base, const std::uint8_t* at) {
  std::uint8_t* raw = w.block->raw.data();
  switch (shape.width) {
  case 1: gather<1>(at, shape, raw); break;
  case 2: gather<2>(at, shape, raw); break;
  case 4: gather<4>(at, shape, raw); break;
  case 8: gather<8>(at, shape, raw); break;
  case 16: gather<16>(at, shape, raw); break;
  default: gather<32>(at, shape, raw); break;
  }
  unpack(w, in, raw, shape.mask);
  tell_shaped(w, shape, AccessKind::Load, in.imm, base, raw);
}
WARPSCOPE_TARGET __attribute__((noinline)) void store_shaped(Warp& w, const program::Instruction& in,
                                                             SiteShape& shape, u32 base, std::uint8_t* at) {
  const std::uint8_t* raw = packed(w, in);
  switch (shape.width) {
  case 1: scatter<1>(at, shape, shape.mask, raw); break;
  case 2: scatter<2>(at, shape, shape.mask, raw); break;
  case 4: scatter<4>(at, shape, shape.mask, raw); break;
  case 8: scatter<8>(at, shape, shape.mask, raw); break;
  case 16: scatter<16>(at, shape, shape.mask, raw); break;
  default: scatter<32>(at, shape, shape.mask, raw); break;
  }
  tell_shaped(w, shape, AccessKind::Store, in.imm, base, raw);
}

/// Loads one word a lane in some of several live lanes.
WARPSCOPE_TARGET __attribute__((noinline)) void
load_some_words(Warp& w, const program::Instruction& in, SiteShape& shape, u32 base, const std::uint8_t* at) {
  alignas(64) u32 words[warp_size];
  gather<4>(at, shape, reinterpret_cast<std::uint8_t*>(words));
  u32* to = w.destination(in.dst, 1, shape.mask);
  each<u32>(to, shape.mask, [&](u32 i) { return words[i]; });
  tell_shaped(w, shape, AccessKind::Load, in.imm, base, reinterpret_cast<const std::uint8_t*>(to));
}
WARPSCOPE_TARGET __attribute__((noinline)) void
load_one_word(Warp& w, const program::Instruction& in, SiteShape& shape, u32 base, const std::uint8_t* at) {
  u32 word = 0;
  std::memcpy(&word, at, sizeof word);
  set_uniform<u32>(w, in.dst, word);
  tell_shaped(w, shape, AccessKind::Load, in.imm, base,
              w.block->each ? reinterpret_cast<const std::uint8_t*>(w.source(in.dst)) : nullptr);
}
/// The destination register doubles as the row of values in the event.
WARPSCOPE_TARGET WARPSCOPE_INLINE void load_words(Warp& w, const program::Instruction& in, SiteShape& shape,
                                                  u32 base, const std::uint8_t* at) {
  if (shape.same) return load_one_word(w, in, shape, base, at);
  if (w.write_mask() != all_lanes) return load_some_words(w, in, shape, base, at);
  auto* to = reinterpret_cast<std::uint8_t*>(w.destination(in.dst, 1, all_lanes));
  gather<4>(at, shape, to);
  tell_shaped(w, shape, AccessKind::Load, in.imm, base, to);
}

} // namespace

template <Space space> WARPSCOPE_TARGET WARPSCOPE_INLINE Flow load(Warp& w, const program::Instruction& in) {
  u32 base = 0;
  if (SiteShape* shape = shape_of(w, in.imm, space, u32{in.bytes} * in.components, in.a, w.mask, base)) {
    if (const std::uint8_t* at = place_of<space>(w, *shape, in.imm, base)) {
      if (in.bytes == 4 && in.components == 1) {
        load_words(w, in, *shape, base, at);
      } else {
        load_shaped(w, in, *shape, base, at);
      }
      return Flow::Next;
    }
  }
  return load_any(w, in, space, w.source(in.a), w.mask);
}

template <Space space> WARPSCOPE_INLINE Flow store(Warp& w, const program::Instruction& in) {
  u32 base = 0;
  if (SiteShape* shape = shape_of(w, in.imm, space, u32{in.bytes} * in.components, in.a, w.mask, base)) {
    if (std::uint8_t* at = place_of<space>(w, *shape, in.imm, base)) {
      if (in.bytes == 4 && in.components == 1) {
        const auto* from = reinterpret_cast<const std::uint8_t*>(w.source(in.b));
        scatter<4>(at, *shape, w.mask, from);
        tell_shaped(w, *shape, AccessKind::Store, in.imm, base, from);
      } else {
        store_shaped(w, in, *shape, base, at);
      }
      return Flow::Next;
    }
  }
  return store_any(w, in, space, w.source(in.a), w.mask);
}

/// Parameters are the same for all lanes, are mostly read at a single address, and are not counted.
WARPSCOPE_INLINE Flow load_parameter(Warp& w, const program::Instruction& in) {
  if (in.components != 1 || in.bytes < 4 || !w.uniform(in.a))
    return load_any(w, in, Space::Param, w.source(in.a), w.mask);
  const std::vector<std::uint8_t>& bytes = w.block->memory->parameters;
  const u32 offset = w.tag(in.a).base;
  if ((offset & (in.bytes - 1u)) != 0 || offset < program::window_base ||
      u64{offset} + in.bytes > u64{program::window_base} + bytes.size()) {
    return load_any(w, in, Space::Param, w.source(in.a), w.mask);
  }
  const std::uint8_t* from = bytes.data() + (offset - program::window_base);
  u32 low = 0, high = 0;
  std::memcpy(&low, from, sizeof low);
  if (in.bytes == 8) {
    std::memcpy(&high, from + sizeof low, sizeof high);
    w.set_tag(in.dst + 1, high, ShapeTable::uniform);
  }
  return set_uniform<u32>(w, in.dst, low);
}

/// A block reaches its own shared memory by its rank, too, and the hardware then counts it as such.
WARPSCOPE_INLINE void own_as_shared(const Warp& w, u32* offsets, u32* spaces) {
  for (u32 i = 0; i < warp_size; ++i) {
    if (spaces[i] != static_cast<u32>(Space::Cluster) || rank_of(offsets[i]) != w.block->rank) continue;
    spaces[i] = static_cast<u32>(Space::Shared);
    offsets[i] = offset_in_block(offsets[i]);
  }
}

/// Returns the lanes whose offsets lie in the same block's shared memory as that of the first of `rest`,
/// which Block::remote becomes (null: there is no such block).
WARPSCOPE_INLINE u32 to_one_block(Warp& w, const u32* offsets, u32 rest) {
  const u32 rank = rank_of(offsets[first_lane(rest)]);
  visit_block(w, rank, first_lane(rest));
  return ballot([&](u32 i) { return rank_of(offsets[i]) == rank; });
}

/// A generic access splits into one access for each space that its lanes point into (of a
/// cluster's shared memory, for each block), in the order of their first lanes.
template <class Access>
WARPSCOPE_INLINE Flow by_space(Warp& w, const program::Instruction& in, Access access) {
  const u32* low = w.source(in.a, 2);
  const u32* high = low + warp_size;
  // Copied, since the load may overwrite its own address.
  alignas(64) u32 offsets[warp_size], spaces[warp_size];
  std::memcpy(offsets, low, sizeof offsets);
  std::memcpy(spaces, high, sizeof spaces);
  constexpr u32 cluster = static_cast<u32>(Space::Cluster);
  if (ballot([&](u32 i) { return spaces[i] == cluster; }) != 0) [[unlikely]]
    own_as_shared(w, offsets, spaces);
  for (u32 rest = w.mask; rest != 0;) {
    const u32 space = spaces[first_lane(rest)];
    u32 same = rest & ballot([&](u32 i) { return spaces[i] == space; });
    if (space == cluster) [[unlikely]]
      same &= to_one_block(w, offsets, rest);
    // A number that names no space is not a pointer: space None, which nothing can access.
    const Space known = space >= 1 && space < space_count ? static_cast<Space>(space) : Space::None;
    const Flow flow = access(known, offsets, same);
    if (flow != Flow::Next) return flow;
    rest &= ~same;
  }
  return Flow::Next;
}

WARPSCOPE_OP(LoadGlobal) { return load<Space::Global>(w, in); }
WARPSCOPE_OP(LoadShared) { return load<Space::Shared>(w, in); }
WARPSCOPE_OP(LoadLocal) { return load_any(w, in, Space::Local, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadConstant) { return load<Space::Constant>(w, in); }
WARPSCOPE_OP(LoadParam) { return load_parameter(w, in); }
WARPSCOPE_OP(StoreGlobal) { return store<Space::Global>(w, in); }
WARPSCOPE_OP(StoreShared) { return store<Space::Shared>(w, in); }
WARPSCOPE_OP(StoreLocal) { return store_any(w, in, Space::Local, w.source(in.a), w.mask); }
WARPSCOPE_OP(LoadGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) {
    return load_any(w, in, space, offsets, mask);
  });
}
WARPSCOPE_OP(StoreGeneric) {
  return by_space(w, in, [&](Space space, const u32* offsets, u32 mask) {
    return store_any(w, in, space, offsets, mask);
  });
}

// Atomics are off the fast path: ops_atomic.cpp.
} // namespace warpscope::exec::ops

namespace warpscope::exec {
Flow atomic(Warp& w, const program::Instruction& in, Space space, const u32* offsets, u32 mask);
}

namespace warpscope::exec::ops {

WARPSCOPE_OP(AtomGlobal) { return atomic(w, in, Space::Global, w.source(in.a), w.mask); }
WARPSCOPE_OP(AtomShared) { return atomic(w, in, Space::Shared, w.source(in.a), w.mask); }
WARPSCOPE_OP(AtomGeneric) {
  return by_space(
      w, in, [&](Space space, const u32* offsets, u32 mask) { return atomic(w, in, space, offsets, mask); });
}

WARPSCOPE_OP(LocalAddress) {
  return set_uniform<u32>(w, in.dst, program::window_base + w.frames[w.frame].local_base + in.imm);
}

} // namespace warpscope::exec::ops
