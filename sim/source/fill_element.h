// Computes the bits of element i of a filled buffer: a pure function of (kind, value, i, type). The
// simulator, the measuring program and the tests all call it, so that a buffer holds the same bytes wherever
// the kernel runs.
//
//   zero, one    0, 1
//   ramp         i
//   mod:M        i % M (M = 0 counts as 1)
//   random:SEED  mix(mix(SEED) + i * golden): floats are k / 2^p in [0, 1) with p = 53, 24, 11, 8 bits for
//                F64, F32, F16, BF16 (exact in the type); integers take the low bits (their full range); Bool
//                takes one bit
// Conversion of whole numbers: integers wrap; Bool is "not zero"; F32 and F64 round to nearest even; so do
// F16 and BF16, and F16 becomes infinity from 65,520 on.
#pragma once

#include "sim/base/element_type.h"

#include <bit>
#include <cstdint>

namespace warpscope::source {

/// The fills that are computed; a file's bytes are not a function of i.
enum class ElementFill : std::uint8_t { Zero = 0, One = 1, Ramp = 2, Mod = 3, Random = 4 };

/// A bijection on 64 bits in which every input bit affects every output bit (the finaliser of splitmix64).
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t i) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ull;
  return mix_bits(mix_bits(seed + golden) + i * golden);
}

/// Returns the bits of `whole * 2^exponent` as a 16-bit float with `mantissa` stored bits and exponent bias
/// `bias`, rounded to nearest even. Only for values that are zero or normal numbers of the type (whole
/// numbers and the fractions above are).
[[nodiscard]] constexpr std::uint64_t small_float_bits(std::uint64_t whole, int exponent, int mantissa,
                                                       int bias) {
  if (whole == 0) return 0;
  int top = 63 - std::countl_zero(whole);
  std::uint64_t significand = 0; // with its leading one at bit `mantissa`
  if (top <= mantissa) {
    significand = whole << (mantissa - top);
  } else {
    const int drop = top - mantissa;
    significand = whole >> drop;
    const std::uint64_t rest = whole & ((1ull << drop) - 1), half = 1ull << (drop - 1);
    if (rest > half || (rest == half && (significand & 1) != 0)) ++significand;
    if (significand >> (mantissa + 1) != 0) {
      significand >>= 1;
      ++top;
    }
  }
  const int biased = top + exponent + bias;
  const int infinity = 2 * bias + 1;
  if (biased >= infinity) return static_cast<std::uint64_t>(infinity) << mantissa;
  return (static_cast<std::uint64_t>(biased) << mantissa) | (significand & ((1ull << mantissa) - 1));
}

/// Returns the element's bits, little-endian in the low size_of(type) bytes. Other has no elements: 0.
[[nodiscard]] constexpr std::uint64_t fill_element(ElementFill kind, std::uint64_t value, std::uint64_t i,
                                                   ElementType type) {
  const bool random = kind == ElementFill::Random;
  std::uint64_t whole = 0;
  switch (kind) {
  case ElementFill::Zero: break;
  case ElementFill::One: whole = 1; break;
  case ElementFill::Ramp: whole = i; break;
  case ElementFill::Mod: whole = value == 0 ? 0 : i % value; break;
  case ElementFill::Random: whole = random_bits(value, i); break;
  }
  switch (type) {
  case ElementType::Bool: return random ? whole & 1 : std::uint64_t{whole != 0};
  case ElementType::I8:
  case ElementType::U8: return whole & 0xff;
  case ElementType::I16:
  case ElementType::U16: return whole & 0xffff;
  case ElementType::I32:
  case ElementType::U32: return whole & 0xffff'ffff;
  case ElementType::I64:
  case ElementType::U64: return whole;
  case ElementType::F16:
    return random ? small_float_bits(whole >> 53, -11, 10, 15) : small_float_bits(whole, 0, 10, 15);
  case ElementType::BF16:
    return random ? small_float_bits(whole >> 56, -8, 7, 127) : small_float_bits(whole, 0, 7, 127);
  case ElementType::F32:
    return std::bit_cast<std::uint32_t>(random ? static_cast<float>(whole >> 40) * 0x1p-24f
                                               : static_cast<float>(whole));
  case ElementType::F64:
    return std::bit_cast<std::uint64_t>(random ? static_cast<double>(whole >> 11) * 0x1p-53
                                               : static_cast<double>(whole));
  case ElementType::Other: break;
  }
  return 0;
}

} // namespace warpscope::source
