// Atomics, executed one lane after another in ascending order. The hardware leaves the order among lanes
// open.
#include "sim/exec/access.h"
#include "sim/exec/half.h"
#include "sim/exec/ops_memory.h"

#include <algorithm>
#include <atomic>
#include <bit>

namespace warpscope::exec {
namespace {

/// Adds in float and rounds once. The result is the correctly rounded one: a sum of two halves or bfloat16s
/// either fits 24 bits or rounds the same way.
std::uint16_t add_half(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>(
      float_to_half(half_to_float(a) + half_to_float(b), program::Rounding::Nearest));
}
std::uint16_t add_bfloat(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>(float_to_bfloat(bfloat_to_float(a) + bfloat_to_float(b)));
}

template <class F, class T> T add_as(T a, T b) {
  const F sum = std::bit_cast<F>(a) + std::bit_cast<F>(b);
  if constexpr (sizeof(F) == 4) {
    if (sum != sum) return 0x7fff'ffffu;
  }
  return std::bit_cast<T>(sum);
}

/// Returns the value that the operation leaves in memory.
template <class T> T updated(program::AtomicOp op, T old, T operand, T compared) {
  using S = std::make_signed_t<T>;
  switch (op) {
  case program::AtomicOp::Add: return static_cast<T>(old + operand);
  case program::AtomicOp::AddF32:
    if constexpr (sizeof(T) == 4) return add_as<float>(old, operand);
    break;
  case program::AtomicOp::AddF64:
    if constexpr (sizeof(T) == 8) return add_as<double>(old, operand);
    break;
  case program::AtomicOp::AddF16:
    if constexpr (sizeof(T) == 2) return add_half(old, operand);
    break;
  case program::AtomicOp::AddBF16:
    if constexpr (sizeof(T) == 2) return add_bfloat(old, operand);
    break;
  case program::AtomicOp::MinS: return static_cast<S>(old) < static_cast<S>(operand) ? old : operand;
  case program::AtomicOp::MinU: return std::min(old, operand);
  case program::AtomicOp::MaxS: return static_cast<S>(old) > static_cast<S>(operand) ? old : operand;
  case program::AtomicOp::MaxU: return std::max(old, operand);
  case program::AtomicOp::And: return old & operand;
  case program::AtomicOp::Or: return old | operand;
  case program::AtomicOp::Xor: return old ^ operand;
  case program::AtomicOp::Exch: return operand;
  case program::AtomicOp::Cas: return old == compared ? operand : old;
  case program::AtomicOp::Inc: return old >= operand ? T{0} : static_cast<T>(old + 1);
  case program::AtomicOp::Dec: return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
  case program::AtomicOp::Count: break;
  }
  return old;
}

template <class T> T operand_of(const u32* slot, u32 lane) {
  if constexpr (sizeof(T) == 8) {
    return get<u64>(slot, lane);
  } else {
    return static_cast<T>(slot[lane]);
  }
}

/// As above, while other host threads run blocks. independent.cpp admits only operations whose results do not
/// depend on their order.
template <class T>
void update_lanes_shared(const Warp& w, const program::Instruction& in, const HostPlace& place, u32 mask,
                         std::uint8_t* raw) {
  const auto op = static_cast<program::AtomicOp>(in.components);
  const u32* operand = w.source(in.b, sizeof(T) == 8 ? 2 : 1);
  const u32* offsets = w.block->event.access.offset.data();
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = first_lane(mask);
    // place_of() checked its alignment.
    const std::atomic_ref<T> where(*reinterpret_cast<T*>(place.at(lane, offsets[lane])));
    const T value = operand_of<T>(operand, lane);
    T old = where.load(std::memory_order_relaxed);
    while (!where.compare_exchange_weak(old, updated<T>(op, old, value, value), std::memory_order_relaxed)) {
    }
    std::memcpy(raw + lane * sizeof(T), &old, sizeof old);
  }
}

template <class T>
void update_lanes(const Warp& w, const program::Instruction& in, const HostPlace& place, u32 mask,
                  std::uint8_t* raw) {
  const auto op = static_cast<program::AtomicOp>(in.components);
  const u32* operand = w.source(in.b, sizeof(T) == 8 ? 2 : 1);
  const u32* compared = op == program::AtomicOp::Cas ? w.source(in.c, sizeof(T) == 8 ? 2 : 1) : operand;
  const u32* offsets = w.block->event.access.offset.data();
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = first_lane(mask);
    std::uint8_t* where = place.at(lane, offsets[lane]);
    T old{};
    std::memcpy(&old, where, sizeof old);
    const T value = updated<T>(op, old, operand_of<T>(operand, lane), operand_of<T>(compared, lane));
    std::memcpy(where, &value, sizeof value);
    std::memcpy(raw + lane * sizeof(T), &old, sizeof old);
  }
}

} // namespace

Flow atomic(Warp& w, const program::Instruction& in, Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  const u32 width = in.bytes;
  const Extent extent = take_offsets(block, offsets, mask);
  HostPlace place = place_of(w, space, extent, width, Intent::Update, in.imm);
  if (place.host == nullptr) place = overrun_place(w, space, mask, offsets, width, Intent::Update);
  if (place.host == nullptr) return access_fault(w, space, mask, offsets, width, Intent::Update);
  SiteShape& shape = block.site_shape(in.imm, mask);
  const u32 base = offsets[first_lane(mask)];
  if (shape.mask == mask && shape.width == width && shape.space == space && shape.phase == (base & 3) &&
      has_shape(shape, offsets, mask, base)) {
    shape.used = true;
    block.event.shape = shape.id;
  } else {
    consider_shape(block, in.imm, space, offsets, mask, width);
  }
  std::uint8_t* raw = block.raw.data();
  const bool contended = block.others_run && space == Space::Global;
  if (contended && width == 4) {
    update_lanes_shared<u32>(w, in, place, mask, raw);
  } else if (contended && width == 8) {
    update_lanes_shared<u64>(w, in, place, mask, raw);
  } else {
    switch (width) {
    case 2: update_lanes<std::uint16_t>(w, in, place, mask, raw); break;
    case 4: update_lanes<u32>(w, in, place, mask, raw); break;
    default: update_lanes<u64>(w, in, place, mask, raw); break;
    }
  }
  const bool returns = in.dst != program::no_operand;
  if (returns) {
    u32* to = w.destination(in.dst, width == 8 ? 2 : 1, mask);
    switch (width) {
    case 2: unpack<2>(raw, 1, to, mask); break;
    case 4: unpack<4>(raw, 1, to, mask); break;
    default: unpack<8>(raw, 1, to, mask); break;
    }
  }
  block.event.access.increments = space == Space::Shared && block.program->sites[in.imm].increments;
  tell(w, space, AccessKind::Atomic, returns, in.imm, width, mask, raw);
  block.event.access.increments = false;
  return Flow::Next;
}

} // namespace warpscope::exec
