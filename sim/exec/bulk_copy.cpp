// Bulk copies (cp.async.bulk) and copies of tensor tiles: done at once, when they are issued. The sink hears
// of them in rows of up to 128 bytes; what orders them, the prelude tells (AsyncCopyStep,
// BarrierArrival::Copies).
#include "sim/exec/access.h"
#include "sim/exec/ops_control.h"
#include "sim/exec/ops_memory.h"
#include "sim/exec/tile_pieces.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

namespace warpscope::exec {
namespace {

constexpr u32 row_bytes = 128;
/// In place of an element's bytes in a plain copy: for a further block of a multicast, whose source is not
/// read again.
constexpr u32 again = 2;

/// What a copy does: the bulk copy of one lane.
struct Copier {
  Warp& w;
  const program::Instruction& in;
  u32 lane = 0;
  program::AtomicOp operation = program::AtomicOp::Exch;
  bool reads_global = true;
  alignas(64) std::array<std::uint8_t, std::size_t{warp_size} * row_bytes> values{};

  [[nodiscard]] bool copies() const { return operation == program::AtomicOp::Exch; }

  struct Place {
    Space space = Space::None;
    u32 offset = 0;
    std::uint8_t* host = nullptr; ///< null: not all bytes lie in one buffer
  };
  Place place_of(u64 address, u64 bytes, bool writes) {
    Block& block = *w.block;
    const u64 number = address >> 32;
    Place place{number < space_count ? static_cast<Space>(number) : Space::None, static_cast<u32>(address)};
    if (place.space == Space::Cluster) {
      visit_block(w, rank_of(place.offset), lane);
      if (block.remote == &block) place = {Space::Shared, offset_in_block(place.offset)};
    }
    if (!block.inside(w, place.space, place.offset, bytes)) return place;
    const Window there = block.window(w, place.space);
    if (writes && !there.writable) return place;
    place.host = const_cast<std::uint8_t*>(there.host) + (place.offset - there.origin);
    if (place.space == Space::Global) touch(place.offset, writes);
    return place;
  }
  void touch(u32 offset, bool writes) {
    CheckedRange range;
    if (!find_range(*w.block, Space::Global, offset, u64{offset} + 1, range)) return;
    std::vector<TouchedBuffer>& touched = w.block->result->touched;
    const auto begin = static_cast<u32>(range.lo);
    const auto at = std::lower_bound(touched.begin(), touched.end(), begin,
                                     [](const TouchedBuffer& t, u32 value) { return t.offset < value; });
    TouchedBuffer& one = at != touched.end() && at->offset == begin
                             ? *at
                             : *touched.insert(at, {begin, false, false});
    one.read = one.read || !writes || !copies();
    one.written = one.written || writes;
  }
  void tell_row(const Place& place, u32 bytes, AccessKind kind, u32 site) {
    trace::AccessEvent& event = w.block->event;
    event.shape = 0;
    std::memcpy(values.data() + std::size_t{lane} * bytes, place.host, bytes);
    event.access.bulk = true;
    event.access.offset[lane] = place.offset;
    tell(w, place.space, kind, kind == AccessKind::Load, site, bytes, bit_of[lane], values.data());
    event.access.bulk = false;
  }
  Flow fault(const Place& place, Intent intent) {
    u32 offsets[warp_size] = {};
    offsets[lane] = place.offset;
    return access_fault(w, place.space, bit_of[lane], offsets, 16, intent);
  }

  /// Copies bytes that lie together on both sides; in rows that end where a line of either side does.
  Flow run(u64 to, u64 from, u64 bytes) {
    const AccessKind kind = copies() ? AccessKind::Store : AccessKind::Atomic;
    while (bytes != 0) {
      const u64 now = std::min({bytes, row_bytes - to % row_bytes, row_bytes - from % row_bytes});
      const Place source = place_of(from, now, false);
      if (source.host == nullptr) return fault(source, Intent::Read);
      if (reads_global || source.space != Space::Global)
        tell_row(source, static_cast<u32>(now), AccessKind::Load, in.imm);
      const Place target = place_of(to, now, true);
      if (target.host == nullptr) return fault(target, Intent::Write);
      if (copies()) std::memmove(target.host, source.host, now);
      else update(target.host, source.host, static_cast<u32>(now));
      tell_row(target, static_cast<u32>(now), kind, in.imm + 1);
      to += now, from += now, bytes -= now;
    }
    return Flow::Next;
  }
  u32 element = 1; ///< bytes
  void update(std::uint8_t* to, const std::uint8_t* from, u32 bytes) const {
    for (u32 i = 0; i < bytes; i += element) update_bytes(operation, element, to + i, from + i);
  }
  // -- tiles ----------------------------------------------------------------------------------------
  // What lies together in global memory is told in rows that end where a line of either side does, before the
  // swizzle; the sectors of these rows are those that an H200 counts.
  struct Row {
    u64 global = 0;
    u32 linear = 0, bytes = 0;
  } row;
  void extend(const TilePiece& piece, u32 first_linear) {
    const u32 linear = first_linear + piece.linear;
    const bool goes_on = row.bytes != 0 && row.global + row.bytes == piece.global &&
                         row.linear + row.bytes == linear && piece.global % row_bytes != 0 &&
                         linear % row_bytes != 0;
    if (!goes_on) {
      tell_global_row();
      row = {piece.global, linear, 0};
    }
    row.bytes += piece.bytes;
  }
  void tell_global_row() {
    if (row.bytes == 0 || !(reads_global || stores)) return;
    const Place place = place_of(row.global, row.bytes, stores);
    if (place.host != nullptr)
      tell_row(place, row.bytes,
               !stores    ? AccessKind::Load
               : copies() ? AccessKind::Store
                          : AccessKind::Atomic,
               stores ? in.imm + 1 : in.imm);
    row.bytes = 0;
  }
  bool stores = false; ///< into global memory
  Flow move(const TilePiece& piece, u64 tile) {
    const u64 shared = tile + piece.shared, from = stores ? shared : piece.global,
              to = stores ? piece.global : shared;
    const Place source = place_of(from, piece.bytes, false);
    if (source.host == nullptr) return fault(source, Intent::Read);
    if (stores) tell_row(source, piece.bytes, AccessKind::Load, in.imm);
    const Place target = place_of(to, piece.bytes, true);
    if (target.host == nullptr) return fault(target, Intent::Write);
    if (copies()) std::memmove(target.host, source.host, piece.bytes);
    else update(target.host, source.host, piece.bytes);
    if (!stores) tell_row(target, piece.bytes, AccessKind::Store, in.imm + 1);
    extend(piece, static_cast<u32>(tile));
    return Flow::Next;
  }
  /// Fills with zeros, or with the NaN of the tensor's type.
  Flow fill(u64 to, u32 bytes, const TensorMap& map) {
    const Place target = place_of(to, bytes, true);
    if (target.host == nullptr) return fault(target, Intent::Write);
    std::memset(target.host, 0, bytes);
    if (map.nan_fill != 0)
      for (u32 i = 0; i < bytes; ++i)
        target.host[i] = i % 2 == 0 ? 0xf7 : 0x7f; // 0x7ff7 again and again, as an H200 fills
    tell_row(target, bytes, AccessKind::Store, in.imm + 1);
    return Flow::Next;
  }
};

Flow misaligned(Warp& w, u32 lane, const char* what, u64 value, u32 by) {
  return w.fault(trace::FaultKind::Misaligned, lane,
                 std::string("makes a bulk copy whose ") + what + " is " +
                     std::to_string(static_cast<u32>(value)) + ", which is no multiple of " +
                     std::to_string(by));
}

std::optional<TensorMap> map_at(const Warp& w, u32 lane, u64 address) {
  TensorMap map;
  const std::uint8_t* const bytes = w.block->peek(w, lane, address, sizeof map);
  if (bytes == nullptr) return std::nullopt;
  std::memcpy(&map, bytes, sizeof map);
  return map.is_map == TensorMap::mark ? std::optional(map) : std::nullopt;
}

/// Returns the operation on elements of the tensor's type; nullopt: there is none.
std::optional<program::AtomicOp> operation_of(program::AtomicOp op, const TensorMap& map) {
  using Op = program::AtomicOp;
  enum : u32 { U8, U16, U32, S32, U64, S64, F16, F32, F64, BF16 }; // CUtensorMapDataType
  const bool is_signed = map.type == S32 || map.type == S64, is_float = map.type >= F16;
  if (op == Op::Exch) return op;
  if (map.element_bytes < 4 && !is_float) return std::nullopt;
  switch (op) {
  case Op::Add:
    return map.type == F16    ? Op::AddF16
           : map.type == BF16 ? Op::AddBF16
           : map.type == F64  ? Op::AddF64
           : is_float         ? Op::AddF32
                              : Op::Add;
  case Op::MinU: return is_float ? std::nullopt : std::optional(is_signed ? Op::MinS : Op::MinU);
  case Op::MaxU: return is_float ? std::nullopt : std::optional(is_signed ? Op::MaxS : Op::MaxU);
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Inc:
  case Op::Dec: return is_float ? std::nullopt : std::optional(op);
  default: return std::nullopt;
  }
}

} // namespace

Flow bulk_copy(Warp& w, const program::Instruction& in) {
  const u32* to = w.source(in.a, 2);
  const u32* from = w.source(in.b, 2);
  const u32* bytes = w.source(in.c);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    Copier copier{w, in, lane, static_cast<program::AtomicOp>(in.components)};
    copier.element = in.bytes;
    copier.reads_global = !copier.copies() || in.bytes != again;
    const u64 target = get<u64>(to, lane), source = get<u64>(from, lane);
    if (target % 16 != 0) return misaligned(w, lane, "destination", target, 16);
    if (source % 16 != 0) return misaligned(w, lane, "source", source, 16);
    if (bytes[lane] % 16 != 0) return misaligned(w, lane, "number of bytes", bytes[lane], 16);
    if (const Flow flow = copier.run(target, source, bytes[lane]); flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

Flow tile_bytes(Warp& w, const program::Instruction& in) {
  const u32* maps = w.source(in.a, 2);
  u32 bytes[warp_size] = {};
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    if (const auto map = map_at(w, lane, get<u64>(maps, lane)))
      bytes[lane] = static_cast<u32>(map->tile_bytes());
  }
  return set_lanes<u32>(w, in.dst, [&](u32 i) { return bytes[i]; });
}

Flow tensor_copy(Warp& w, const program::Instruction& in) {
  const u32* maps = w.source(in.a, 2);
  const u32* shared = w.source(in.b);
  const u32* places = w.source(in.c, TensorMap::most_dimensions);
  const auto way = static_cast<program::TensorCopyWay>(in.dst & 0xff);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    const auto found = map_at(w, lane, get<u64>(maps, lane));
    if (!found)
      return w.fault(
          trace::FaultKind::Trap, lane,
          "copies a tile by a tensor map that cuTensorMapEncodeTiled has not filled in: a device stops with "
          "an illegal instruction");
    const TensorMap& map = *found;
    const auto operation = operation_of(static_cast<program::AtomicOp>(in.dst >> 8), map);
    if (!operation)
      return w.fault(
          trace::FaultKind::Unsupported, lane,
          "makes a reduction of a tile that there is not for the tensor's type, or is not simulated");
    Copier copier{w, in, lane, *operation};
    copier.reads_global = way != program::TensorCopyWay::LoadAgain;
    copier.element = map.element_bytes;
    copier.stores = way == program::TensorCopyWay::Store;
    std::int32_t coordinates[TensorMap::most_dimensions] = {};
    for (u32 i = 0; i < TensorMap::most_dimensions; ++i)
      coordinates[i] = static_cast<std::int32_t>(places[std::size_t{i} * warp_size + lane]);
    const u32 at = shared[lane];
    if (at % 128 != 0) return misaligned(w, lane, "tile in shared memory", offset_in_block(at), 128);
    if (const std::int64_t first = std::int64_t{coordinates[0]} * map.element_bytes; first % 16 != 0)
      return w.fault(
          trace::FaultKind::Misaligned, lane,
          "copies a tile that begins " + std::to_string(first) +
              " bytes from the beginning of its row, which is no multiple of 16: a device stops with an "
              "illegal instruction");
    for (u32 i = 1; i < map.dimensions; ++i)
      if (way == program::TensorCopyWay::Store && coordinates[i] < 0)
        return w.fault(trace::FaultKind::OutOfBounds, lane,
                       "stores a tile at " + std::to_string(coordinates[i]) + " in dimension " +
                           std::to_string(i) + ": a device stops with an illegal instruction");
    const u64 tile = static_cast<u64>(at >> cluster_rank_shift != 0 ? Space::Cluster : Space::Shared) << 32 |
                     at;
    for (const TilePiece& piece : pieces_of_tile(map, coordinates, offset_in_block(at))) {
      Flow flow = Flow::Next;
      if (!piece.outside) flow = copier.move(piece, tile);
      else if (!copier.stores) flow = copier.fill(tile + piece.shared, piece.bytes, map);
      if (flow != Flow::Next) return flow;
    }
    copier.tell_global_row();
  }
  return Flow::Next;
}

} // namespace warpscope::exec
