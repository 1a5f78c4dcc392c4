// Converts half (IEEE binary16) and bfloat16, held as 16 bits, to and from float, without support from the
// host CPU.
#pragma once

#include "sim/program/enums.h"

#include <bit>
#include <cstdint>

namespace warpscope::exec {

/// Exact. Reads the low 16 bits only.
inline float half_to_float(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 31;
  const std::uint32_t fraction = half & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f80'0000u | (fraction << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float value = static_cast<float>(fraction) * 0x1p-24f;
  return sign != 0 ? -value : value;
}

/// PTX cvt.f16.f32 with its four rounding modes; NaN gives 0x7fff.
inline std::uint32_t float_to_half(float value, program::Rounding rounding) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const bool negative = (bits >> 31) != 0;
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fff'ffffu;
  if (magnitude > 0x7f80'0000u) return 0x7fffu;
  if (magnitude == 0x7f80'0000u) return sign | 0x7c00u;
  const bool away = (rounding == program::Rounding::Up && !negative) ||
                    (rounding == program::Rounding::Down && negative);
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  if (exponent > 15) return sign | (rounding == program::Rounding::Nearest || away ? 0x7c00u : 0x7bffu);
  // Of 24 significant bits 11 stay; below 2^-14, one fewer for each power of two.
  const std::uint64_t mantissa = (magnitude & 0x7f'ffffu) | (magnitude >> 23 != 0 ? 0x80'0000u : 0u);
  const int lost = exponent >= -14 ? 13 : -1 - exponent;
  const int shift = lost < 40 ? lost : 40;
  const std::uint64_t kept = mantissa >> shift;
  const std::uint64_t rest = mantissa & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t middle = std::uint64_t{1} << (shift - 1);
  const bool nearest_up = rest > middle || (rest == middle && (kept & 1) != 0);
  const bool up = rounding == program::Rounding::Nearest ? nearest_up : away && rest != 0;
  const std::uint64_t biased = exponent >= -14 ? static_cast<std::uint64_t>(exponent + 14) << 10 : 0;
  // A carry increments the exponent, up to infinity.
  return sign | static_cast<std::uint32_t>(biased + kept + (up ? 1 : 0));
}

inline float bfloat_to_float(std::uint32_t bfloat) { return std::bit_cast<float>(bfloat << 16); }

/// Rounds to nearest even; NaN gives 0x7fff.
inline std::uint32_t float_to_bfloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fff'ffffu) > 0x7f80'0000u) return 0x7fffu;
  return (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
}

} // namespace warpscope::exec
