// Computes 16-bit floating point in float, and a fused product and sum so that it is rounded once.
#include "sim/exec/half_math.h"

#include "sim/exec/half.h"
#include "sim/program/enums.h"

#include <bit>
#include <cmath>

namespace warpscope::exec {
namespace {

using program::HalfFlags, program::HalfOp;

/// Rounds to a float whose last bit is set where something is lost, so that a second rounding sees it.
float odd_float(double value) {
  const auto nearest = static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  if (static_cast<double>(nearest) == value || std::isnan(nearest) || std::isinf(value) || (bits & 1) != 0)
    return nearest;
  // An overflow goes back to the greatest float, whose last bit is set.
  const bool away = !std::isinf(nearest) && (value > static_cast<double>(nearest)) == (value > 0);
  return std::bit_cast<float>(away ? bits + 1 : bits - 1);
}

/// a * b + c, likewise.
float odd_product_and_sum(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b); // exact
  const double sum = product + static_cast<double>(c);
  const double part = sum - product;
  const double lost = (product - (sum - part)) + (static_cast<double>(c) - part);
  auto bits = std::bit_cast<std::int64_t>(sum);
  if ((lost > 0 || lost < 0) && (bits & 1) == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
  return odd_float(std::bit_cast<double>(bits));
}

float result_of(HalfOp operation, float a, float b, float c) {
  switch (operation) {
  case HalfOp::Add: return a + b;
  case HalfOp::Sub: return a - b;
  case HalfOp::Mul: return a * b;
  case HalfOp::Fma: return odd_product_and_sum(a, b, c);
  case HalfOp::Min: return std::fmin(a, b);
  case HalfOp::Max: return std::fmax(a, b);
  case HalfOp::Neg: return -a;
  case HalfOp::Abs: return std::fabs(a);
  case HalfOp::Count: break;
  }
  return 0;
}

} // namespace

std::uint32_t half_math(std::uint32_t operation, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const auto what = static_cast<HalfOp>(operation % HalfFlags::bfloat);
  const bool bfloat = (operation & HalfFlags::bfloat) != 0;
  const auto one = [&](unsigned shift) {
    const auto number = [&](std::uint32_t word) {
      const std::uint32_t bits = word >> shift & 0xffff;
      return bfloat ? bfloat_to_float(bits) : half_to_float(bits);
    };
    const float value = result_of(what, number(a), number(b), number(c));
    return (bfloat ? float_to_bfloat(value) : float_to_half(value, program::Rounding::Nearest)) << shift;
  };
  return (operation & HalfFlags::pair) != 0 ? one(0) | one(16) : one(0);
}

} // namespace warpscope::exec
