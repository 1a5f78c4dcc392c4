// Atomics, executed one lane after another in ascending order; the hardware leaves the order among lanes
// open. What the compiler makes a loop of in shared memory is executed as that loop, whose rounds cost.
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

/// Adds the lower halves of two words and the upper ones.
u32 in_halves(u32 a, u32 b, std::uint16_t (*add)(std::uint16_t, std::uint16_t)) {
  const auto part = [&](u32 shift) {
    return u32{add(static_cast<std::uint16_t>(a >> shift), static_cast<std::uint16_t>(b >> shift))} << shift;
  };
  return part(0) | part(16);
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
  case program::AtomicOp::AddF16x2:
    if constexpr (sizeof(T) == 4) return in_halves(old, operand, add_half);
    break;
  case program::AtomicOp::AddBF16x2:
    if constexpr (sizeof(T) == 4) return in_halves(old, operand, add_bfloat);
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

/// How an H200 executes it (tests/hardware/h200_atomics.tsv and h200_atomics2.tsv).
AtomicForm form_of(program::AtomicOp op, u32 width, Space space, const program::Site& site) {
  if (width == 2) return AtomicForm::Words;
  if (space != Space::Shared) return AtomicForm::Turns;
  // The compiler does not know the memory: it leaves the instruction to the hardware, which knows it.
  const bool generic = site.space == Space::None;
  if (site.increments && !generic) return AtomicForm::Joins;
  switch (op) {
  case program::AtomicOp::Cas: return AtomicForm::Swap;
  case program::AtomicOp::Exch: return AtomicForm::Turns;
  case program::AtomicOp::AddF32:
  case program::AtomicOp::AddF16x2:
  case program::AtomicOp::AddBF16x2: return AtomicForm::Loop;
  case program::AtomicOp::AddF64: return AtomicForm::Loop;
  default: return width == 8 && !generic ? AtomicForm::Loop : AtomicForm::Turns;
  }
}

/// The loop of a minimum or maximum ends for a lane whose value is not the new one; others swap the same
/// value.
bool leaves_when_unchanged(program::AtomicOp op) {
  return op == program::AtomicOp::MinS || op == program::AtomicOp::MinU || op == program::AtomicOp::MaxS ||
         op == program::AtomicOp::MaxU;
}

/// Executes the compiler's loop of loads and compare-and-swaps. In a round all lanes that are left load; then
/// each bank takes the lowest of its lanes, with 8 bytes a lane the lowest of each half of the warp. A lane
/// of the upper half fails when one of the lower half has changed its word since it loaded. Returns false
/// when the rounds depend on the values and not on the addresses alone.
template <class T>
bool run_loop(const Warp& w, const program::Instruction& in, const HostPlace& place, u32 mask,
              std::uint8_t* raw) {
  constexpr u32 lanes = sizeof(T) == 8 ? 16 : 32, unit = sizeof(T) == 8 ? 8 : 4, banks = 128 / unit;
  const auto op = static_cast<program::AtomicOp>(in.components);
  const u32* operand = w.source(in.b, sizeof(T) == 8 ? 2 : 1);
  const u32* compared = op == program::AtomicOp::Cas ? w.source(in.c) : operand;
  WarpAccess& access = w.block->event.access;
  const auto load = [&](u32 lane) {
    T value{};
    std::memcpy(&value, place.at(lane, access.offset[lane]), sizeof value);
    return value;
  };
  const auto new_value = [&](u32 lane, T old) {
    return updated<T>(op, old, operand_of<T>(operand, lane), operand_of<T>(compared, lane));
  };
  const auto finish = [&](u32 lane, T old, u32 round) {
    std::memcpy(raw + lane * sizeof(T), &old, sizeof old);
    access.round[lane] = static_cast<std::uint8_t>(round);
  };
  bool by_address = true;
  for (u32 round = 0; mask != 0; ++round) {
    u32 done = 0;
    for (u32 rest = leaves_when_unchanged(op) ? mask : 0; rest != 0; rest &= rest - 1) {
      const u32 lane = first_lane(rest);
      const T old = load(lane);
      if (new_value(lane, old) != old) continue;
      finish(lane, old, round | WarpAccess::leaves);
      done |= 1u << lane;
      by_address = false;
    }
    u32 changed = 0; // banks
    std::array<u32, banks> changed_at{};
    for (u32 first = 0; first < warp_size; first += lanes) {
      u32 busy = 0; // banks
      u32 rest = mask & ~done;
      if constexpr (lanes == 16) rest &= 0xFFFFu << first;
      for (; rest != 0; rest &= rest - 1) {
        const u32 lane = first_lane(rest), offset = access.offset[lane], bank = offset / unit % banks;
        if ((busy >> bank & 1u) != 0) continue;
        busy |= 1u << bank;
        if (first != 0 && (changed >> bank & 1u) != 0 && changed_at[bank] == offset) continue;
        const T old = load(lane), value = new_value(lane, old);
        std::memcpy(place.at(lane, offset), &value, sizeof value);
        finish(lane, old, round);
        done |= 1u << lane;
        if (first == 0 && value != old) changed |= 1u << bank, changed_at[bank] = offset;
        by_address = by_address && (lanes == warp_size || value != old);
      }
    }
    mask &= ~done;
  }
  return by_address;
}

/// Executes the compiler's loop for 16 bits: all lanes load the word around theirs; then, in each round, all
/// that are left compare and swap it, in ascending order. An addition has failed when the word is another one
/// than expected, a compare-and-swap when its other half is; either goes round again with what it found.
void run_words(const Warp& w, const program::Instruction& in, const HostPlace& place, u32 mask,
               std::uint8_t* raw) {
  using u16 = std::uint16_t;
  const auto op = static_cast<program::AtomicOp>(in.components);
  const bool swaps = op == program::AtomicOp::Cas;
  const u32* operand = w.source(in.b);
  const u32* compared = swaps ? w.source(in.c) : operand;
  WarpAccess& access = w.block->event.access;
  struct Word {
    u16 own = 0, other = 0;
    bool operator==(const Word&) const = default;
  };
  // The other half of a word matters where a lane of this warp changes it; elsewhere it may be no memory.
  u32 shared = 0;
  for (u32 rest = mask; rest != 0; rest &= rest - 1)
    for (u32 others = mask; others != 0; others &= others - 1)
      if (access.offset[first_lane(others)] == (access.offset[first_lane(rest)] ^ 2u))
        shared |= 1u << first_lane(rest);
  const auto load = [&](u32 lane) {
    Word word;
    std::memcpy(&word.own, place.at(lane, access.offset[lane]), sizeof word.own);
    if ((shared >> lane & 1u) != 0)
      std::memcpy(&word.other, place.at(lane, access.offset[lane] ^ 2u), sizeof word.other);
    return word;
  };
  std::array<Word, warp_size> expected{};
  for (u32 rest = mask; rest != 0; rest &= rest - 1) expected[first_lane(rest)] = load(first_lane(rest));
  for (u32 round = 0; mask != 0; ++round) {
    for (u32 rest = mask; rest != 0; rest &= rest - 1) {
      const u32 lane = first_lane(rest);
      const Word found = load(lane);
      const u16 value = updated<u16>(op, found.own, operand_of<u16>(operand, lane),
                                     operand_of<u16>(compared, lane));
      const bool done = swaps ? found.other == expected[lane].other : found == expected[lane];
      expected[lane] = found;
      if (!done) continue;
      std::memcpy(place.at(lane, access.offset[lane]), &value, sizeof value);
      std::memcpy(raw + lane * sizeof value, &found.own, sizeof value);
      access.round[lane] = static_cast<std::uint8_t>(round);
      mask &= ~(1u << lane);
    }
  }
}

/// The lanes that bring their operation to memory, of those that execute it.
u32 asking(const program::Site& site, u32 mask) {
  if (site.asks == program::Asks::EachLane || (site.asks == program::Asks::OneLaneOfAll && mask != all_lanes))
    return mask;
  return std::bit_floor(mask);
}

template <class T> void update_as(program::AtomicOp op, std::uint8_t* to, const std::uint8_t* operand) {
  T old{}, by{};
  std::memcpy(&old, to, sizeof old);
  std::memcpy(&by, operand, sizeof by);
  old = updated<T>(op, old, by, T{});
  std::memcpy(to, &old, sizeof old);
}

} // namespace

void update_bytes(program::AtomicOp op, u32 bytes, std::uint8_t* to, const std::uint8_t* operand) {
  if (bytes == 2) update_as<std::uint16_t>(op, to, operand);
  else if (bytes == 4) update_as<u32>(op, to, operand);
  else update_as<u64>(op, to, operand);
}

Flow atomic(Warp& w, const program::Instruction& in, Space space, const u32* offsets, u32 mask) {
  Block& block = *w.block;
  if (space == Space::Cluster) block.cluster->signals = true;
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
  const AtomicForm form = form_of(static_cast<program::AtomicOp>(in.components), width, space,
                                  block.program->sites[in.imm]);
  if (contended && width == 4) {
    update_lanes_shared<u32>(w, in, place, mask, raw);
  } else if (contended && width == 8) {
    update_lanes_shared<u64>(w, in, place, mask, raw);
  } else if (form == AtomicForm::Words) {
    run_words(w, in, place, mask, raw);
    block.event.shape = 0; // the rounds depend on values
  } else if (form == AtomicForm::Loop) {
    const bool by_address = width == 4 ? run_loop<u32>(w, in, place, mask, raw)
                                       : run_loop<u64>(w, in, place, mask, raw);
    if (!by_address) block.event.shape = 0;
  } else {
    switch (width) {
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
  block.event.access.form = form;
  const u32 asked_by = asking(block.program->sites[in.imm], mask);
  if (asked_by != mask) {
    block.event.shape = 0;
    block.event.access.round[first_lane(asked_by)] = 0; // a loop that one lane runs alone
  }
  tell(w, space, AccessKind::Atomic, returns, in.imm, width, asked_by, raw);
  block.event.access.form = AtomicForm::Turns;
  return Flow::Next;
}

} // namespace warpscope::exec
