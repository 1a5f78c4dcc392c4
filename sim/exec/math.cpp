// Mathematical functions for single values, with the host's libm.
#include "sim/exec/math.h"

#include <cmath>
#include <numbers>

namespace warpscope::exec {
namespace {

/// sin(pi a), with the argument first reduced exactly, so that integers and half-integers give exact results.
template <class T> T sin_pi(T a) {
  if (!std::isfinite(a)) return std::sin(a);
  if (a == std::trunc(a)) return std::copysign(T{0}, a);
  const T reduced = std::fmod(std::fabs(a), T{2}); // exact
  const T pi = std::numbers::pi_v<T>;
  T result{};
  if (reduced <= T{0.25}) {
    result = std::sin(pi * reduced);
  } else if (reduced < T{0.75}) {
    result = std::cos(pi * (T{0.5} - reduced));
  } else if (reduced <= T{1.25}) {
    result = std::sin(pi * (T{1} - reduced));
  } else if (reduced < T{1.75}) {
    result = -std::cos(pi * (T{1.5} - reduced));
  } else {
    result = -std::sin(pi * (T{2} - reduced));
  }
  return std::signbit(a) ? -result : result;
}

template <class T> T cos_pi(T a) {
  if (!std::isfinite(a)) return std::cos(a);
  const T reduced = std::fmod(std::fabs(a), T{2});
  const T pi = std::numbers::pi_v<T>;
  if (reduced == T{0.5} || reduced == T{1.5}) return T{0};
  if (reduced <= T{0.25}) return std::cos(pi * reduced);
  if (reduced < T{0.75}) return std::sin(pi * (T{0.5} - reduced));
  if (reduced <= T{1.25}) return -std::cos(pi * (T{1} - reduced));
  if (reduced < T{1.75}) return std::sin(pi * (reduced - T{1.5}));
  return std::cos(pi * (T{2} - reduced));
}

/// The host's lgamma sets a global sign; the reentrant forms do not.
float log_gamma(float a) {
  int sign = 0;
  return ::lgammaf_r(a, &sign);
}
double log_gamma(double a) {
  int sign = 0;
  return ::lgamma_r(a, &sign);
}

template <class T> T value_of(program::MathFunction function, T a, T b) {
  switch (function) {
  case program::MathFunction::Sqrt: return std::sqrt(a);
  case program::MathFunction::Rsqrt: return T{1} / std::sqrt(a);
  case program::MathFunction::Cbrt: return std::cbrt(a);
  case program::MathFunction::Rcbrt: return T{1} / std::cbrt(a);
  case program::MathFunction::Abs: return std::fabs(a);
  case program::MathFunction::Floor: return std::floor(a);
  case program::MathFunction::Ceil: return std::ceil(a);
  case program::MathFunction::Trunc: return std::trunc(a);
  case program::MathFunction::Round: return std::round(a);
  case program::MathFunction::Rint: return std::rint(a);
  case program::MathFunction::Exp: return std::exp(a);
  case program::MathFunction::Exp2: return std::exp2(a);
  case program::MathFunction::Exp10: return std::pow(T{10}, a);
  case program::MathFunction::Expm1: return std::expm1(a);
  case program::MathFunction::Log: return std::log(a);
  case program::MathFunction::Log2: return std::log2(a);
  case program::MathFunction::Log10: return std::log10(a);
  case program::MathFunction::Log1p: return std::log1p(a);
  case program::MathFunction::Sin: return std::sin(a);
  case program::MathFunction::Cos: return std::cos(a);
  case program::MathFunction::Tan: return std::tan(a);
  case program::MathFunction::Sinpi: return sin_pi(a);
  case program::MathFunction::Cospi: return cos_pi(a);
  case program::MathFunction::Asin: return std::asin(a);
  case program::MathFunction::Acos: return std::acos(a);
  case program::MathFunction::Atan: return std::atan(a);
  case program::MathFunction::Sinh: return std::sinh(a);
  case program::MathFunction::Cosh: return std::cosh(a);
  case program::MathFunction::Tanh: return std::tanh(a);
  case program::MathFunction::Asinh: return std::asinh(a);
  case program::MathFunction::Acosh: return std::acosh(a);
  case program::MathFunction::Atanh: return std::atanh(a);
  case program::MathFunction::Erf: return std::erf(a);
  case program::MathFunction::Erfc: return std::erfc(a);
  case program::MathFunction::Tgamma: return std::tgamma(a);
  case program::MathFunction::Lgamma: return log_gamma(a);
  case program::MathFunction::Logb: return std::logb(a);
  case program::MathFunction::Rcp: return T{1} / a;
  case program::MathFunction::Min: return std::fmin(a, b);
  case program::MathFunction::Max: return std::fmax(a, b);
  case program::MathFunction::Copysign: return std::copysign(a, b);
  case program::MathFunction::Pow: return std::pow(a, b);
  case program::MathFunction::Fmod: return std::fmod(a, b);
  case program::MathFunction::Remainder: return std::remainder(a, b);
  case program::MathFunction::Atan2: return std::atan2(a, b);
  case program::MathFunction::Hypot: return std::hypot(a, b);
  case program::MathFunction::Fdim: return std::fdim(a, b);
  case program::MathFunction::Nextafter: return std::nextafter(a, b);
  case program::MathFunction::FastSin: return std::sin(a);
  case program::MathFunction::FastCos: return std::cos(a);
  case program::MathFunction::FastTan: return std::tan(a);
  case program::MathFunction::FastTanh: return std::tanh(a);
  case program::MathFunction::FastExp: return std::exp(a);
  case program::MathFunction::FastExp2: return std::exp2(a);
  case program::MathFunction::FastExp10: return std::pow(T{10}, a);
  case program::MathFunction::FastLog: return std::log(a);
  case program::MathFunction::FastLog2: return std::log2(a);
  case program::MathFunction::FastLog10: return std::log10(a);
  case program::MathFunction::FastSqrt: return std::sqrt(a);
  case program::MathFunction::FastRcp: return T{1} / a;
  case program::MathFunction::FastRsqrt: return T{1} / std::sqrt(a);
  case program::MathFunction::FastPow: return std::pow(a, b);
  case program::MathFunction::FastDivide: return a / b;
  case program::MathFunction::Count: break; // verify() rejects such programs
  }
  return T{};
}

} // namespace

float evaluate(program::MathFunction function, float a, float b) { return value_of(function, a, b); }
double evaluate(program::MathFunction function, double a, double b) { return value_of(function, a, b); }

} // namespace warpscope::exec
