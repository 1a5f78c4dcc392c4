// Atomics of global and shared memory. Lanes take turns in their order.
#include "sim/exec/half.h"
#include "sim/sass/access.h"

#include <bit>
#include <cmath>

namespace warpscope::sass {

namespace {

enum Operation : u8 { Add, Min, Max, Inc, Dec, And, Or, Xor, Exchange, Compare, Store };
enum Type : u8 { Unsigned, Signed, Float, Double, HalfPair, BfloatPair };

template <class T> T extreme(bool larger, T a, T b) { return (a < b) == larger ? b : a; }

u64 added(u8 type, u64 old, u64 value) {
  switch (type) {
  case Float: {
    const float sum = std::bit_cast<float>(static_cast<u32>(old)) +
                      std::bit_cast<float>(static_cast<u32>(value));
    return std::bit_cast<u32>(sum);
  }
  case Double: return std::bit_cast<u64>(std::bit_cast<double>(old) + std::bit_cast<double>(value));
  case HalfPair:
  case BfloatPair: {
    u32 word = 0;
    for (const unsigned shift : {0u, 16u}) {
      const u32 a = static_cast<u32>(old) >> shift & 0xffff, b = static_cast<u32>(value) >> shift & 0xffff;
      word |= (type == HalfPair ? exec::float_to_half(exec::half_to_float(a) + exec::half_to_float(b),
                                                      program::Rounding::Nearest)
                                : exec::float_to_bfloat(exec::bfloat_to_float(a) + exec::bfloat_to_float(b)))
              << shift;
    }
    return word;
  }
  default: return old + value;
  }
}

u64 combined(const Instruction& in, u64 old, u64 value, u64 compare) {
  const bool wide = in.width == 8;
  switch (in.mode) {
  case Add: return added(in.mode2, old, value);
  case Min:
  case Max:
    if (in.mode2 == Signed)
      return wide ? static_cast<u64>(extreme(in.mode == Max, static_cast<i64>(old), static_cast<i64>(value)))
                  : static_cast<u32>(extreme(in.mode == Max, static_cast<i32>(old), static_cast<i32>(value)));
    return extreme(in.mode == Max, old, value);
  case Inc: return old >= value ? 0 : old + 1;
  case Dec: return old == 0 || old > value ? value : old - 1;
  case And: return old & value;
  case Or: return old | value;
  case Xor: return old ^ value;
  case Exchange: return value;
  default: return old == compare ? value : old;
  }
}

AtomicForm form_of(const Instruction& in) {
  if (in.bits == 1) return AtomicForm::Joins;
  // A compare-and-store is one round of a loop: WarpAccess::round is 0 in all lanes.
  if (in.mode == Store) return AtomicForm::Loop;
  return in.mode == Compare ? AtomicForm::Swap : AtomicForm::Turns;
}

/// The lanes whose compare-and-store is tried: the lowest of each bank, of 8 bytes in each half of the warp
/// (docs/hardware-rules.md, "Atomics"). The others find that it failed.
u32 tried(const Warp& w, const Addresses& addresses, u32 width) {
  const u32 together = width == 8 ? lanes / 2 : lanes, banks = lanes * 4 / width;
  u32 tries = 0;
  for (u32 first = 0; first < lanes; first += together) {
    u32 taken = 0;
    for (u32 l = first; l < first + together; ++l) {
      const u32 bank = 1u << static_cast<u32>(addresses[l]) / width % banks;
      if ((w.exec >> l & 1) == 0 || (taken & bank) != 0) continue;
      taken |= bank;
      tries |= 1u << l;
    }
  }
  return tries;
}

template <Window where> Flow atomic(Warp& w, const Instruction& in) {
  Addresses addresses;
  addresses_of(w, in, where, addresses);
  Row low, high;
  const Row &value = raw(w, in.from[0]), &value_high = raw(w, in.from[0], 1);
  const Row &other = raw(w, in.from[1]), &other_high = raw(w, in.from[1], 1);
  const bool swaps = in.mode == Compare || in.mode == Store;
  const u32 tries = in.mode == Store ? tried(w, addresses, in.width) : w.exec;
  std::unique_lock<std::mutex> lock;
  if (where == Window::Generic && w.machine->atomics != nullptr) lock = std::unique_lock(*w.machine->atomics);
  for (u32 left = w.exec; left != 0; left &= left - 1) {
    const u32 l = static_cast<u32>(std::countr_zero(left));
    u8* at = find(w, l, addresses[l], in.width);
    if (at == nullptr) return no_memory(w, l, addresses[l], in.width, "an atomic");
    if ((tries >> l & 1) == 0) {
      low.lane[l] = high.lane[l] = 0;
      continue;
    }
    u64 old = 0;
    std::memcpy(&old, at, in.width);
    const u64 keep = in.width == 8 ? ~u64{0} : 0xffff'ffffu;
    // A swap names what it compares with first, then the new value.
    const u64 first = in.bits == 1 ? 1 : pair(value, value_high, l) & keep;
    const u64 second = pair(other, other_high, l) & keep;
    const u64 now = swaps ? combined(in, old, second, first) : combined(in, old, first, 0);
    std::memcpy(at, &now, in.width);
    const u64 gives = in.mode == Store ? u64{old == first} : old;
    low.lane[l] = static_cast<u32>(gives), high.lane[l] = static_cast<u32>(gives >> 32);
  }
  write(w, in, low);
  if (in.width == 8) write_next(w, in, 1, high);
  report(w, in, addresses,
         {.kind = AccessKind::Atomic, .width = in.width, .returns = in.to != zero_row, .form = form_of(in)});
  return Flow::Next;
}

bool take_operation(Build& b) {
  Instruction& in = b.in();
  const unsigned operation = b.one_of(
      {"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", "CAS", "CAST", "POPC"}, 99);
  if (operation == 99) return false;
  in.mode = static_cast<u8>(operation);
  if (operation == 11) { // ATOMS.POPC.INC: one more for each lane
    in.mode = Add;
    in.bits = 1;
    b.mod("INC");
    b.mod("32");
  }
  b.ignore({"SPIN", "E", "STRONG", "GPU", "SYS", "SM", "CTA", "FTZ", "RN"});
  const unsigned type = b.one_of({"U32", "S32", "F32", "F64", "F16x2", "BF16x2", "64", "U64", "S64", "32"},
                                 0);
  constexpr u8 types[] = {Unsigned,   Signed,   Float,    Double, HalfPair,
                          BfloatPair, Unsigned, Unsigned, Signed, Unsigned};
  in.mode2 = types[type];
  in.width = type == 3 || (type >= 6 && type <= 8) ? 8 : 4;
  b.ignore({"RN"});
  return in.mode2 <= Signed || in.mode == Add;
}

/// ATOMG to-predicate, to, address, value [, new value]
bool build_global(Build& b) {
  if (!take_operation(b)) return false;
  b.in().run = atomic<Window::Generic>;
  if (!b.maybe_to_predicate(0) || b.in().to_predicate[0] != true_predicate) return false;
  if (!b.to() || !b.address(true) || !b.source(0)) return false;
  return b.in().mode != Compare || b.source(1);
}
bool build_reduction(Build& b) {
  if (!take_operation(b)) return false;
  b.in().run = atomic<Window::Generic>;
  return b.address(true) && b.source(0);
}
/// ATOMS to, address, value [, new value]
bool build_shared(Build& b) {
  if (!take_operation(b)) return false;
  Instruction& in = b.in();
  in.run = atomic<Window::Shared>;
  if (!b.to() || !b.address(false)) return false;
  if (in.bits == 1) return in.to == zero_row; // what it would give is not known
  return b.source(0) && ((in.mode != Compare && in.mode != Store) || b.source(1));
}

constexpr Entry entries[] = {
    {"ATOMG", build_global},   {"ATOM", build_global},  {"RED", build_reduction},
    {"REDG", build_reduction}, {"ATOMS", build_shared},
};

} // namespace

std::span<const Entry> atomic_entries() { return entries; }

} // namespace warpscope::sass
