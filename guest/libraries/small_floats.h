// Halves and bfloat16 as their bits: to float and, rounded to nearest even, back.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpscope::guest {

struct Half {
  std::uint16_t bits = 0;
};
struct BFloat16 {
  std::uint16_t bits = 0;
};

inline float to_float(BFloat16 value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}
inline float to_float(Half value) {
  const float sign = (value.bits & 0x8000u) != 0 ? -1.0f : 1.0f;
  const int exponent = value.bits >> 10 & 31, fraction = value.bits & 1023;
  if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}
inline void assign(BFloat16& to, float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  to.bits = static_cast<std::uint16_t>(std::isnan(value) ? 0x7fffu
                                                         : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
inline void assign(Half& to, float value) {
  const std::uint32_t sign = std::signbit(value) ? 0x8000u : 0u;
  const float size = std::fabs(value);
  std::uint32_t bits = 0x7fffu;
  if (size >= 65520.0f) bits = 0x7c00u;
  else if (size < 6.103515625e-05f) bits = static_cast<std::uint32_t>(std::nearbyint(size * 16777216.0f));
  else if (!std::isnan(value)) {
    int exponent = 0;
    const float fraction = std::frexp(size, &exponent); // in [0.5, 1)
    bits = static_cast<std::uint32_t>((exponent + 14) << 10) +
           static_cast<std::uint32_t>(std::nearbyint(fraction * 2048.0f)) - 1024u;
  }
  to.bits = static_cast<std::uint16_t>(sign | bits);
}

} // namespace warpscope::guest
