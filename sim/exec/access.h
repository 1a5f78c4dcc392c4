// Checks the bounds and alignment of one warp-wide access and moves its bytes.
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/lanes.h"
#include "sim/exec/shape.h"
#include "sim/exec/windows.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpscope::exec {

/// Where the lanes' bytes lie in host memory: lane i's are at host + i * lane_stride + (offset - origin).
struct HostPlace {
  std::uint8_t* host = nullptr;
  std::size_t lane_stride = 0;
  u32 origin = 0;
  [[nodiscard]] WARPSCOPE_INLINE std::uint8_t* at(u32 lane, u32 offset) const {
    return host + lane * lane_stride + (offset - origin);
  }
};

enum class Intent : std::uint8_t { Read, Write, Update };

/// Reports which lane's address is at fault and why (fault.cpp). `mask` holds at least one such lane.
Flow access_fault(Warp& w, Space space, u32 mask, const u32* offsets, u32 width, Intent intent);
/// Returns where a global access goes whose lanes are all inside their buffers or behind them in a mapped
/// page (see DeviceMemory::set_page_bytes), and reports it; a null host when it is a fault.
HostPlace overrun_place(Warp& w, Space space, u32 mask, const u32* offsets, u32 width, Intent intent);
/// Finds the buffer that holds [lo, end) and stores its bounds in `range`; false when no buffer holds all of
/// it.
bool find_range(Block& block, Space space, u64 lo, u64 end, CheckedRange& range);
/// True when all 32 offsets of the event lie in buffers, be it one or several. Stores the bounds in `range`
/// when it is one, and notes the buffers of global memory in RunResult::touched.
bool lanes_inside(Block& block, Space space, const Extent& extent, u32 width, u32 site, CheckedRange& range);

/// As place_of() below, in one window: inlined for each space, so that its fields are constants.
WARPSCOPE_INLINE HostPlace place_in(const Window& there, Block& block, Space space, const Extent& extent,
                                    u32 width, Intent intent, u32 site) {
  if (intent != Intent::Read && !there.writable) return {};
  const u64 end = u64{extent.highest} + width;
  if (there.listed) {
    CheckedRange& range = block.checked[site];
    if ((extent.lowest < range.lo || end > range.hi) &&
        !lanes_inside(block, space, extent, width, site, range))
      return {};
  } else if (extent.lowest < there.origin || end > there.end) {
    return {};
  }
  // A window is read-only to look at; that the access may write was asked above.
  return {const_cast<std::uint8_t*>(there.host), there.lane_stride, there.origin};
}

/// Returns the host memory of the access whose offsets the event holds; a null host when some lane must not
/// make it.
WARPSCOPE_INLINE HostPlace place_of(Warp& w, Space space, const Extent& extent, u32 width, Intent intent,
                                    u32 site) {
  Block& block = *w.block;
  if ((extent.low_bits & (width - 1)) != 0) return {};
  switch (space) {
#define WARPSCOPE_SPACE(name, ...)                                                                           \
  case Space::name:                                                                                          \
    return place_in(window_of<Space::name>(block, w), block, Space::name, extent, width, intent, site);
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  }
  return {};
}

/// Returns the bytes of the first active lane, at offset `base`, for an access with its site's shape; null
/// when the slow path has to check it. Whether the space can be written to is known from the instruction.
template <Space space>
WARPSCOPE_INLINE std::uint8_t* place_of(Warp& w, const SiteShape& shape, u32 site, u32 base) {
  if (((base | shape.low_bits) & (shape.width - 1)) != 0) return nullptr;
  const s64 lowest = s64{base} + shape.lowest, end = s64{base} + shape.highest + shape.width;
  const Window there = window_of<space>(*w.block, w);
  if (there.listed) {
    const CheckedRange& range = w.block->checked[site];
    if (lowest < static_cast<s64>(range.lo) || end > static_cast<s64>(range.hi)) return nullptr;
  } else if (lowest < s64{there.origin} || end > static_cast<s64>(there.end)) {
    return nullptr;
  }
  return const_cast<std::uint8_t*>(there.host) + (base - there.origin);
}

/// True when the lanes lie side by side in memory: lane i at lane 0's offset + i * width.
WARPSCOPE_INLINE bool in_a_row(const u32* offsets, u32 width) {
  u32 apart = 0;
  for (u32 i = 0; i < warp_size; ++i) apart |= offsets[i] ^ (offsets[0] + i * width);
  return apart == 0;
}

template <u32 Width>
WARPSCOPE_TARGET WARPSCOPE_INLINE void gather(const HostPlace& place, const u32* offsets, std::uint8_t* raw) {
  if (place.lane_stride == 0 && in_a_row(offsets, Width)) {
    std::memcpy(raw, place.at(0, offsets[0]), warp_size * Width);
    return;
  }
  if constexpr (Width == 4) {
    if (place.lane_stride == 0)
      return gather_words(reinterpret_cast<u32*>(raw), place.host, offsets, place.origin);
  }
  for (u32 i = 0; i < warp_size; ++i) std::memcpy(raw + i * Width, place.at(i, offsets[i]), Width);
}
/// As above, for an access with the site's shape; `at` points to the first active lane's bytes.
template <u32 Width>
WARPSCOPE_TARGET WARPSCOPE_INLINE void gather(const std::uint8_t* at, const SiteShape& shape,
                                              std::uint8_t* raw) {
  constexpr u32 lanes = SiteShape::piece_lanes;
  static_assert(lanes == 8);
  const u32* relative = shape.relative.data();
  if (Width == 4 && shape.rows) {
    for (u32 first = 0; first < warp_size; first += lanes)
      copy_eight(raw + first * Width, at + static_cast<s32>(relative[first]));
    return;
  }
  for (u32 first = 0; first < warp_size; first += lanes) {
    const SiteShape::Piece piece = shape.piece[first / lanes];
    const std::uint8_t* from = at + static_cast<s32>(relative[first]);
    if constexpr (Width == 4) {
      if (piece == SiteShape::Piece::Row) {
        copy_eight(raw + first * Width, from);
      } else if (piece == SiteShape::Piece::Same) {
        u32 word = 0;
        std::memcpy(&word, from, 4);
        const EightWords words = {word, word, word, word, word, word, word, word};
        *reinterpret_cast<EightWords*>(raw + first * Width) = words;
      } else {
        gather_eight(reinterpret_cast<u32*>(raw) + first, at, relative + first);
      }
      continue;
    }
    if (piece == SiteShape::Piece::Row) {
      std::memcpy(raw + first * Width, from, lanes * Width);
    } else {
      for (u32 i = first; i < first + lanes; ++i)
        std::memcpy(raw + i * Width, at + static_cast<s32>(relative[i]), Width);
    }
  }
}

template <u32 Width>
WARPSCOPE_INLINE void scatter(const HostPlace& place, const u32* offsets, u32 mask, const std::uint8_t* raw) {
  if (mask == all_lanes && place.lane_stride == 0 && in_a_row(offsets, Width)) {
    std::memcpy(place.at(0, offsets[0]), raw, warp_size * Width);
    return;
  }
  // When several lanes write one address, the highest lane wins here; the hardware promises only that one of
  // them does.
  for (; mask != 0; mask &= mask - 1) {
    const auto i = first_lane(mask);
    std::memcpy(place.at(i, offsets[i]), raw + i * Width, Width);
  }
}
/// As above, by shape: the pieces are written in ascending order, so the result is that of writing lane after
/// lane.
template <u32 Width>
WARPSCOPE_INLINE void scatter(std::uint8_t* at, const SiteShape& shape, u32 mask, const std::uint8_t* raw) {
  constexpr u32 lanes = SiteShape::piece_lanes;
  const u32* relative = shape.relative.data();
  if (Width == 4 && shape.rows && mask == all_lanes) {
    for (u32 first = 0; first < warp_size; first += lanes)
      copy_eight(at + static_cast<s32>(relative[first]), raw + first * Width);
    return;
  }
  for (u32 first = 0; first < warp_size; first += lanes) {
    std::uint8_t* to = at + static_cast<s32>(relative[first]);
    const u32 active = (mask >> first) & 0xffu;
    if (active == 0xffu && shape.piece[first / lanes] == SiteShape::Piece::Row) {
      if constexpr (Width == 4) {
        copy_eight(to, raw + first * Width);
      } else {
        std::memcpy(to, raw + first * Width, lanes * Width);
      }
      continue;
    }
    for (u32 rest = active; rest != 0; rest &= rest - 1) {
      const u32 i = first + first_lane(rest);
      std::memcpy(at + static_cast<s32>(relative[i]), raw + i * Width, Width);
    }
  }
}

/// unpack() moves raw bytes, `components` elements of `Bytes` bytes for each lane, into the slots that begin
/// at `slot`; pack() is its inverse.
template <u32 Bytes> WARPSCOPE_INLINE u32 raw_word(const std::uint8_t* from) {
  u32 word = 0;
  std::memcpy(&word, from, Bytes < 4 ? Bytes : 4);
  return word;
}
template <u32 Bytes>
WARPSCOPE_INLINE void unpack(const std::uint8_t* raw, u32 components, u32* slot, u32 mask) {
  const u32 width = Bytes * components;
  for (u32 k = 0; k < components; ++k) {
    if constexpr (Bytes == 8) {
      u32* to = slot + std::size_t{k} * 2 * warp_size;
      each<u32>(to, mask, [=](u32 i) { return raw_word<4>(raw + i * width + k * 8); });
      each<u32>(to + warp_size, mask, [=](u32 i) { return raw_word<4>(raw + i * width + k * 8 + 4); });
    } else {
      each<u32>(slot + std::size_t{k} * warp_size, mask,
                [=](u32 i) { return raw_word<Bytes>(raw + i * width + k * Bytes); });
    }
  }
}
template <u32 Bytes>
WARPSCOPE_INLINE void pack(std::uint8_t* raw, u32 components, const Warp& w, u32 operand) {
  const u32 width = Bytes * components;
  const u32* slot = w.source(operand, components * (Bytes == 8 ? 2 : 1));
  for (u32 k = 0; k < components; ++k) {
    const u32* from = slot + std::size_t{k} * (Bytes == 8 ? 2 : 1) * warp_size;
    for (u32 i = 0; i < warp_size; ++i) {
      std::memcpy(raw + i * width + k * Bytes, from + i, Bytes < 4 ? Bytes : 4);
      if constexpr (Bytes == 8) std::memcpy(raw + i * width + k * Bytes + 4, from + warp_size + i, 4);
    }
  }
}

/// Writes the bytes that a load moved into the slots of its destination.
WARPSCOPE_INLINE void unpack(Warp& w, const program::Instruction& in, const std::uint8_t* raw, u32 mask) {
  u32* to = w.destination(in.dst, in.components * (in.bytes == 8 ? 2u : 1u), mask);
  switch (in.bytes) {
  case 1: unpack<1>(raw, in.components, to, mask); break;
  case 2: unpack<2>(raw, in.components, to, mask); break;
  case 4: unpack<4>(raw, in.components, to, mask); break;
  default: unpack<8>(raw, in.components, to, mask); break;
  }
}
/// Returns the bytes that a store moves, lane after lane.
WARPSCOPE_INLINE const std::uint8_t* packed(Warp& w, const program::Instruction& in) {
  if (in.bytes == 4 && in.components == 1) return reinterpret_cast<const std::uint8_t*>(w.source(in.b));
  std::uint8_t* raw = w.block->raw.data();
  switch (in.bytes) {
  case 1: pack<1>(raw, in.components, w, in.b); break;
  case 2: pack<2>(raw, in.components, w, in.b); break;
  case 4: pack<4>(raw, in.components, w, in.b); break;
  default: pack<8>(raw, in.components, w, in.b); break;
  }
  return raw;
}

/// Reports to the sink the access whose offsets and shape the event holds.
WARPSCOPE_INLINE void tell(Warp& w, Space space, AccessKind kind, bool returns, u32 site, u32 width, u32 mask,
                           const std::uint8_t* values) {
  if (space == Space::Param) return;
  trace::AccessEvent& event = w.block->event;
  event.warp = w.index;
  event.site = site;
  event.space = space;
  event.kind = kind;
  event.returns = returns;
  event.access.width = width;
  event.access.mask = mask;
  event.values = values;
  w.block->sink->on_access(event);
}
/// As tell(), for an access with its site's shape and its first active lane at `base`. A sink that does not
/// want every access gets them later as a count: wavefronts and sectors depend on nothing but the shape and,
/// in global memory, on the position of `base` within its line.
void tell_each(Warp& w, const SiteShape& shape, AccessKind kind, u32 site, u32 base,
               const std::uint8_t* values);
WARPSCOPE_INLINE void tell_shaped(Warp& w, SiteShape& shape, AccessKind kind, u32 site, u32 base,
                                  const std::uint8_t* values) {
  Block& block = *w.block;
  shape.used = true;
  if (!block.each) {
    const u32 phase = shape.space == Space::Shared ? 0 : base / 4 % SiteShape::phases;
    ++shape.count[phase];
    shape.at[phase] = base;
    shape.kind = kind;
    return;
  }
  tell_each(w, shape, kind, site, base, values);
}

} // namespace warpscope::exec
