// Integer, predicate and address opcodes against the host's arithmetic.
#include "tests/exec/operation.h"

#include <bit>
#include <limits>
#include <random>

namespace warpscope::testing {
namespace {

using u32 = std::uint32_t;
using s32 = std::int32_t;
using u64 = std::uint64_t;
using s64 = std::int64_t;
__extension__ using s128 = __int128;
__extension__ using u128 = unsigned __int128;

std::vector<u64> corners() {
  std::vector<u64> values = {0,
                             1,
                             2,
                             3,
                             5,
                             7,
                             31,
                             32,
                             33,
                             63,
                             64,
                             65,
                             127,
                             128,
                             255,
                             256,
                             0x7fff,
                             0x8000,
                             0xffff,
                             0x10000,
                             0x7fffffff,
                             0x80000000,
                             0x80000001,
                             0xfffffffe,
                             0xffffffff,
                             0x100000000,
                             0x123456789abcdef0,
                             0x7fffffffffffffff,
                             0x8000000000000000,
                             0x8000000000000001,
                             0xfffffffffffffffe,
                             0xffffffffffffffff};
  std::mt19937_64 random(7);
  for (int i = 0; i < 8; ++i) values.push_back(random());
  return values;
}

template <class F> void check32(program::Opcode op, F f, u32 imm = 0) {
  check(op, imm, pairs(corners()), [&](const Operands& o) {
    return u64{static_cast<u32>(f(static_cast<u32>(o.a), static_cast<u32>(o.b), static_cast<u32>(o.c)))};
  });
}
template <class F> void check64(program::Opcode op, F f, u32 imm = 0) {
  check(op, imm, pairs(corners()), [&](const Operands& o) { return static_cast<u64>(f(o.a, o.b, o.c)); });
}

TEST(Integer, Arithmetic32) {
  check32(program::Opcode::Mov32, [](u32 a, u32, u32) { return a; });
  check32(program::Opcode::Add32, [](u32 a, u32 b, u32) { return a + b; });
  check32(program::Opcode::Sub32, [](u32 a, u32 b, u32) { return a - b; });
  check32(program::Opcode::Mul32, [](u32 a, u32 b, u32) { return a * b; });
  check32(program::Opcode::MulHiU32, [](u32 a, u32 b, u32) { return (u64{a} * b) >> 32; });
  check32(program::Opcode::MulHiS32,
          [](u32 a, u32 b, u32) { return (s64{static_cast<s32>(a)} * static_cast<s32>(b)) >> 32; });
  check32(program::Opcode::And32, [](u32 a, u32 b, u32) { return a & b; });
  check32(program::Opcode::Or32, [](u32 a, u32 b, u32) { return a | b; });
  check32(program::Opcode::Xor32, [](u32 a, u32 b, u32) { return a ^ b; });
  check32(program::Opcode::Shl32, [](u32 a, u32 b, u32) { return b > 31 ? 0 : a << b; });
  check32(program::Opcode::ShrU32, [](u32 a, u32 b, u32) { return b > 31 ? 0 : a >> b; });
  check32(program::Opcode::ShrS32,
          [](u32 a, u32 b, u32) { return static_cast<s32>(a) >> (b > 31 ? 31 : b); });
  check32(program::Opcode::MinU32, [](u32 a, u32 b, u32) { return std::min(a, b); });
  check32(program::Opcode::MaxU32, [](u32 a, u32 b, u32) { return std::max(a, b); });
  check32(program::Opcode::MinS32,
          [](u32 a, u32 b, u32) { return std::min(static_cast<s32>(a), static_cast<s32>(b)); });
  check32(program::Opcode::MaxS32,
          [](u32 a, u32 b, u32) { return std::max(static_cast<s32>(a), static_cast<s32>(b)); });
  check32(program::Opcode::AbsS32, [](u32 a, u32, u32) { return static_cast<s32>(a) < 0 ? 0 - a : a; });
}

TEST(Integer, Bits32) {
  check32(program::Opcode::Clz32, [](u32 a, u32, u32) { return std::countl_zero(a); });
  check32(program::Opcode::Ctz32, [](u32 a, u32, u32) { return std::countr_zero(a); });
  check32(program::Opcode::Popc32, [](u32 a, u32, u32) { return std::popcount(a); });
  check32(program::Opcode::Brev32, [](u32 a, u32, u32) {
    u32 r = 0;
    for (int i = 0; i < 32; ++i) r |= ((a >> i) & 1) << (31 - i);
    return r;
  });
  check32(program::Opcode::FunnelL32,
          [](u32 a, u32 b, u32 c) { return (c & 31) == 0 ? a : (a << (c & 31)) | (b >> (32 - (c & 31))); });
  check32(program::Opcode::FunnelR32,
          [](u32 a, u32 b, u32 c) { return (c & 31) == 0 ? b : (b >> (c & 31)) | (a << (32 - (c & 31))); });
  check32(program::Opcode::Prmt32, [](u32 a, u32 b, u32 c) {
    const u32 bytes[8] = {a & 255, (a >> 8) & 255, (a >> 16) & 255, a >> 24,
                          b & 255, (b >> 8) & 255, (b >> 16) & 255, b >> 24};
    u32 r = 0;
    for (int i = 0; i < 4; ++i) {
      const u32 nibble = (c >> (4 * i)) & 15;
      u32 byte = bytes[nibble & 7];
      if (nibble > 7) byte = byte > 127 ? 255 : 0;
      r |= byte << (8 * i);
    }
    return r;
  });
  check32(program::Opcode::Sext8, [](u32 a, u32, u32) { return s32{static_cast<std::int8_t>(a)}; });
  check32(program::Opcode::Sext16, [](u32 a, u32, u32) { return s32{static_cast<std::int16_t>(a)}; });
}

TEST(Integer, Arithmetic64) {
  check64(program::Opcode::Mov64, [](u64 a, u64, u64) { return a; });
  check64(program::Opcode::Add64, [](u64 a, u64 b, u64) { return a + b; });
  check64(program::Opcode::Sub64, [](u64 a, u64 b, u64) { return a - b; });
  check64(program::Opcode::Mul64, [](u64 a, u64 b, u64) { return a * b; });
  check64(program::Opcode::MulHiU64, [](u64 a, u64 b, u64) { return static_cast<u64>((u128{a} * b) >> 64); });
  check64(program::Opcode::MulHiS64, [](u64 a, u64 b, u64) {
    return static_cast<u64>((s128{static_cast<s64>(a)} * static_cast<s64>(b)) >> 64);
  });
  check64(program::Opcode::And64, [](u64 a, u64 b, u64) { return a & b; });
  check64(program::Opcode::Or64, [](u64 a, u64 b, u64) { return a | b; });
  check64(program::Opcode::Xor64, [](u64 a, u64 b, u64) { return a ^ b; });
  check64(program::Opcode::Shl64, [](u64 a, u64 b, u64) { return b > 63 ? 0 : a << b; });
  check64(program::Opcode::ShrU64, [](u64 a, u64 b, u64) { return b > 63 ? 0 : a >> b; });
  check64(program::Opcode::ShrS64,
          [](u64 a, u64 b, u64) { return static_cast<s64>(a) >> (b > 63 ? 63 : b); });
  check64(program::Opcode::MinU64, [](u64 a, u64 b, u64) { return std::min(a, b); });
  check64(program::Opcode::MaxU64, [](u64 a, u64 b, u64) { return std::max(a, b); });
  check64(program::Opcode::MinS64,
          [](u64 a, u64 b, u64) { return std::min(static_cast<s64>(a), static_cast<s64>(b)); });
  check64(program::Opcode::MaxS64,
          [](u64 a, u64 b, u64) { return std::max(static_cast<s64>(a), static_cast<s64>(b)); });
  check64(program::Opcode::AbsS64, [](u64 a, u64, u64) { return static_cast<s64>(a) < 0 ? 0 - a : a; });
  check64(program::Opcode::Clz64, [](u64 a, u64, u64) { return std::countl_zero(a); });
  check64(program::Opcode::Ctz64, [](u64 a, u64, u64) { return std::countr_zero(a); });
  check64(program::Opcode::Popc64, [](u64 a, u64, u64) { return std::popcount(a); });
  check64(program::Opcode::Brev64, [](u64 a, u64, u64) {
    u64 r = 0;
    for (int i = 0; i < 64; ++i) r |= ((a >> i) & 1) << (63 - i);
    return r;
  });
  check64(program::Opcode::Sext32To64, [](u64 a, u64, u64) { return s64{static_cast<s32>(a)}; });
  check64(program::Opcode::Zext32To64, [](u64 a, u64, u64) { return a & 0xffffffff; });
  check64(program::Opcode::Trunc64To32, [](u64 a, u64, u64) { return a & 0xffffffff; });
}

template <class T, class F> void check_division(program::Opcode op, F f) {
  std::vector<Operands> legal;
  for (const Operands& o : pairs(corners())) {
    const T a = static_cast<T>(o.a), b = static_cast<T>(o.b);
    if (b == 0 || (std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == static_cast<T>(-1)))
      continue;
    legal.push_back(o);
  }
  check(op, 0, legal, [&](const Operands& o) {
    return static_cast<u64>(
        static_cast<std::make_unsigned_t<T>>(f(static_cast<T>(o.a), static_cast<T>(o.b))));
  });
  exec::RunResult result;
  (void)apply(op, 0, {{7, 1, 0}, {7, 0, 0}}, exec::HostCode::Best, &result);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::DivideByZero);
  EXPECT_EQ(result.faults[0].thread, 1u);
  if (std::is_signed_v<T>) {
    (void)apply(op, 0, {{static_cast<u64>(std::numeric_limits<T>::min()), ~u64{0}, 0}}, exec::HostCode::Best,
                &result);
    ASSERT_EQ(result.faults.size(), 1u);
    EXPECT_EQ(result.faults[0].kind, trace::FaultKind::DivideByZero);
  }
}

TEST(Integer, Division) {
  check_division<u32>(program::Opcode::DivU32, [](u32 a, u32 b) { return a / b; });
  check_division<s32>(program::Opcode::DivS32, [](s32 a, s32 b) { return a / b; });
  check_division<u32>(program::Opcode::RemU32, [](u32 a, u32 b) { return a % b; });
  check_division<s32>(program::Opcode::RemS32, [](s32 a, s32 b) { return a % b; });
  check_division<u64>(program::Opcode::DivU64, [](u64 a, u64 b) { return a / b; });
  check_division<s64>(program::Opcode::DivS64, [](s64 a, s64 b) { return a / b; });
  check_division<u64>(program::Opcode::RemU64, [](u64 a, u64 b) { return a % b; });
  check_division<s64>(program::Opcode::RemS64, [](s64 a, s64 b) { return a % b; });
}

template <class U> bool compare(program::Compare how, U a, U b) {
  using S = std::make_signed_t<U>;
  const S sa = static_cast<S>(a), sb = static_cast<S>(b);
  switch (how) {
  case program::Compare::Eq: return a == b;
  case program::Compare::Ne: return a != b;
  case program::Compare::Ugt: return a > b;
  case program::Compare::Uge: return a >= b;
  case program::Compare::Ult: return a < b;
  case program::Compare::Ule: return a <= b;
  case program::Compare::Sgt: return sa > sb;
  case program::Compare::Sge: return sa >= sb;
  case program::Compare::Slt: return sa < sb;
  default: return sa <= sb;
  }
}

TEST(Integer, Comparisons) {
  for (u32 imm = 0; imm <= static_cast<u32>(program::Compare::Sle); ++imm) {
    check32(
        program::Opcode::Icmp32,
        [=](u32 a, u32 b, u32) { return compare(static_cast<program::Compare>(imm), a, b); }, imm);
    check64(
        program::Opcode::Icmp64,
        [=](u64 a, u64 b, u64) { return compare(static_cast<program::Compare>(imm), a, b); }, imm);
  }
}

TEST(Integer, PredicatesAndSelections) {
  check32(program::Opcode::MovP, [](u32 a, u32, u32) { return a & 1; });
  check32(program::Opcode::AndP, [](u32 a, u32 b, u32) { return a & b & 1; });
  check32(program::Opcode::OrP, [](u32 a, u32 b, u32) { return (a | b) & 1; });
  check32(program::Opcode::XorP, [](u32 a, u32 b, u32) { return (a ^ b) & 1; });
  check32(program::Opcode::PToS32, [](u32 a, u32, u32) { return a & 1; });
  check32(program::Opcode::S32ToP, [](u32 a, u32, u32) { return a & 1; });
  check32(program::Opcode::SelectP, [](u32 a, u32 b, u32 c) { return ((a & 1) != 0 ? b : c) & 1; });
  check32(program::Opcode::Select32, [](u32 a, u32 b, u32 c) { return (a & 1) != 0 ? b : c; });
  check64(program::Opcode::Select64, [](u64 a, u64 b, u64 c) { return (a & 1) != 0 ? b : c; });
}

TEST(Integer, Addresses) {
  const auto address = [](u32 base, s64 index, u32 bytes) -> u32 {
    const s128 sum = s128{base} + s128{index} * bytes;
    return base == program::invalid_offset || sum < 0 || sum >= (s128{1} << 32) ? program::invalid_offset
                                                                                : static_cast<u32>(sum);
  };
  std::vector<u64> values = corners();
  values.push_back(program::invalid_offset);
  values.push_back(program::window_base);
  for (const u32 bytes : {0u, 1u, 2u, 3u, 4u, 16u, 1000u, 0x10000u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    check(program::Opcode::Gep32, bytes, pairs(values), [&](const Operands& o) {
      return u64{address(static_cast<u32>(o.a), static_cast<s32>(o.b), bytes)};
    });
    check(program::Opcode::Gep64, bytes, pairs(values), [&](const Operands& o) {
      return u64{address(static_cast<u32>(o.a), static_cast<s64>(o.b), bytes)};
    });
    // Small indices only, so that the short way is taken in every lane.
    std::vector<Operands> small;
    for (const u64 base : values)
      for (s32 index = -5; index < 27; ++index) small.push_back({base, static_cast<u32>(index), 0});
    check(program::Opcode::Gep32, bytes, small, [&](const Operands& o) {
      return u64{address(static_cast<u32>(o.a), static_cast<s32>(o.b), bytes)};
    });
  }
  check64(
      program::Opcode::ToGeneric,
      [](u64 a, u64, u64) { return (a & 0xffffffff) == 0 ? 0 : (u64{2} << 32) | (a & 0xffffffff); }, 2);
  std::vector<Operands> pointers = {{0, 0, 0}, {u64{1} << 32 | 5, 0, 0}, {u64{2} << 32 | 5, 0, 0}, {5, 0, 0}};
  check(program::Opcode::FromGeneric, 2, pointers, [](const Operands& o) {
    return o.a == 0 ? 0 : (o.a >> 32) == 2 ? o.a & 0xffffffff : u64{program::invalid_offset};
  });
  check(program::Opcode::IsSpace, 2, pointers, [](const Operands& o) { return u64{(o.a >> 32) == 2}; });
}

} // namespace
} // namespace warpscope::testing
