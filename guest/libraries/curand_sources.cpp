// The generators of our own. Output n of XORWOW comes from sequence n mod 4096, of MRG32k3a from subsequence
// n mod 81,920, each in its turn; four outputs of Philox from one counter, subsequence by subsequence
// (measured on an H200 with CUDA 13). Normal numbers are made of two such outputs, which are neighbours;
// Poisson's are made of one, by a table, or of one normal number (found from what libcurand gives for known
// uniform numbers). Not modelled: MT19937, MTGP32, 64-bit and scrambled Sobol sequences, more than two
// dimensions of Sobol: those are the person's own libcurand's (curand_native.cpp).
#include "guest/libraries/curand_sources.h"

#include <algorithm>

namespace warpscope::guest {
namespace {

constexpr std::size_t philox_sequences = 65536; ///< not measured: more than 10,000

/// `State`s that take turns, `width` outputs each.
template <class State, unsigned width> class Turns : public Source {
 public:
  Turns(std::size_t states, unsigned long long seed, unsigned long long offset) : states_(states) {
    State state;
    curand_init(seed, 0, 0, &state);
    const unsigned long long round = offset / width / states, rest = offset / width % states;
    for (std::size_t i = 0; i < states; ++i) {
      states_[i] = state;
      if (const unsigned long long turns = round + (i < rest ? 1 : 0); turns != 0)
        skipahead(turns * width, &states_[i]);
      if constexpr (requires { skipahead_subsequence(1, &state); }) skipahead_subsequence(1, &state);
      else skipahead_sequence(1, &state);
    }
    turn_ = rest;
    if (offset % width != 0)
      skipahead(offset % width, &states_[turn_]), part_ = static_cast<unsigned>(offset % width);
  }
  bool can(const Draw& draw) const override {
    // What the library makes of a counter's last outputs, where several make one number, is not known.
    const bool whole = part_ == 0 || (!in_pairs(draw) && draw.numbers != Numbers::UniformDouble &&
                                      !(draw.numbers == Numbers::Poisson && draw.first >= most_of_table));
    return whole && draw.numbers != Numbers::LongIntegers;
  }
  curandStatus_t make(const Draw& draw, void* to) override {
    if (in_pairs(draw) && draw.count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    switch (draw.numbers) {
    case Numbers::LongIntegers: return CURAND_STATUS_TYPE_ERROR;
    case Numbers::Integers: each<unsigned>(draw, to, [this](unsigned& x) { x = curand(next()); }); break;
    case Numbers::Uniform: each<float>(draw, to, [this](float& x) { x = curand_uniform(next()); }); break;
    case Numbers::UniformDouble:
      each<double>(draw, to, [this](double& x) { x = __ws_uniform_double_of_two(next()); });
      break;
    case Numbers::Normal:
    case Numbers::LogNormal: {
      float* const out = static_cast<float*>(to);
      const auto mean = static_cast<float>(draw.first), deviation = static_cast<float>(draw.second);
      for (std::size_t i = 0; i + 1 < draw.count; i += 2) {
        const float2 both = curand_normal2(next(2));
        out[i] = std::fma(deviation, both.x, mean), out[i + 1] = std::fma(deviation, both.y, mean);
        if (draw.numbers == Numbers::LogNormal) out[i] = std::exp(out[i]), out[i + 1] = std::exp(out[i + 1]);
      }
      break;
    }
    case Numbers::NormalDouble:
    case Numbers::LogNormalDouble: {
      double* const out = static_cast<double*>(to);
      for (std::size_t i = 0; i + 1 < draw.count; i += 2) {
        const double2 both = curand_normal2_double(next(2));
        out[i] = std::fma(draw.second, both.x, draw.first);
        out[i + 1] = std::fma(draw.second, both.y, draw.first);
        if (draw.numbers == Numbers::LogNormalDouble)
          out[i] = std::exp(out[i]), out[i + 1] = std::exp(out[i + 1]);
      }
      break;
    }
    case Numbers::Poisson: return poisson(draw, static_cast<unsigned*>(to));
    }
    return CURAND_STATUS_SUCCESS;
  }

 private:
  static bool in_pairs(const Draw& draw) {
    return draw.numbers == Numbers::Normal || draw.numbers == Numbers::NormalDouble ||
           draw.numbers == Numbers::LogNormal || draw.numbers == Numbers::LogNormalDouble;
  }
  template <class T, class Put> static void each(const Draw& draw, void* to, Put put) {
    T* const out = static_cast<T*>(to);
    for (std::size_t i = 0; i < draw.count; ++i) put(out[i]);
  }
  curandStatus_t poisson(const Draw& draw, unsigned* to) {
    if (!(draw.first > 0) || draw.first > 400000) return CURAND_STATUS_OUT_OF_RANGE;
    if (draw.first >= most_of_table) {
      const double root = std::sqrt(draw.first);
      each<unsigned>(draw, to, [&](unsigned& x) {
        const double y = root * curand_normal(next()) + draw.first + 0.5;
        x = y > 0 ? static_cast<unsigned>(y) : 0;
      });
      return CURAND_STATUS_SUCCESS;
    }
    const PoissonTable table = poisson_table(draw.first);
    const std::size_t length = table.numbers.size();
    each<unsigned>(draw, to, [&](unsigned& x) {
      const double u = __ws_uniform_double(curand(next()));
      const std::size_t j = std::min(static_cast<std::size_t>(static_cast<double>(length) * u), length - 1);
      x = table.shift + (u < table.limits[j] ? static_cast<unsigned>(j) : table.numbers[j]);
    });
    return CURAND_STATUS_SUCCESS;
  }
  State* next(unsigned outputs = 1) {
    State* const state = &states_[turn_];
    part_ += outputs;
    if (part_ >= width) part_ = 0, turn_ = (turn_ + 1) % states_.size();
    return state;
  }
  std::vector<State> states_;
  std::size_t turn_ = 0;
  unsigned part_ = 0;
};

/// The inverse of the normal distribution's cumulative function: Acklam's approximation and one step of
/// Halley's.
double inverse_normal(double p) {
  constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                          1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                          6.680131188771972e+01, -1.328068155288572e+01};
  constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                          -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                          3.754408661907416e+00};
  const auto tail = [&](double q) {
    return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
           ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
  };
  double x = 0;
  if (p < 0.02425) x = tail(std::sqrt(-2 * std::log(p)));
  else if (p > 1 - 0.02425) x = -tail(std::sqrt(-2 * std::log1p(-p)));
  else {
    const double q = p - 0.5, r = q * q;
    x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
        (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
  }
  const double e = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
  const double u = e * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
  return x - u / (1 + x * u / 2);
}

/// Sobol32 with one dimension or two, one behind the other.
class Sobol : public Source {
 public:
  Sobol(unsigned dimensions, unsigned long long offset) : dimensions_(dimensions), index_(offset) {
    unsigned second = 1; // the direction numbers 1, 3, 5, 15, 17, … of the polynomial x + 1
    for (unsigned i = 0; i < 32; ++i) {
      directions_[0][i] = 1u << (31 - i);
      directions_[1][i] = second << (31 - i);
      second = second << 1 ^ second;
    }
  }
  bool can(const Draw& draw) const override {
    return draw.numbers != Numbers::Poisson && draw.numbers != Numbers::LongIntegers;
  }
  curandStatus_t make(const Draw& draw, void* to) override {
    if (draw.count % dimensions_ != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    const auto normal = [&](unsigned x) {
      return std::fma(draw.second, inverse_normal(x * 2.3283064365386963e-10 + 1.16415321826934814453e-10),
                      draw.first);
    };
    switch (draw.numbers) {
    case Numbers::Integers: each<unsigned>(draw, to, [](unsigned x) { return x; }); break;
    case Numbers::Uniform: each<float>(draw, to, [](unsigned x) { return __ws_uniform(x); }); break;
    case Numbers::UniformDouble:
      each<double>(draw, to, [](unsigned x) { return __ws_uniform_double(x); });
      break;
    case Numbers::Normal:
      each<float>(draw, to, [&](unsigned x) { return static_cast<float>(normal(x)); });
      break;
    case Numbers::NormalDouble: each<double>(draw, to, normal); break;
    case Numbers::LogNormal:
      each<float>(draw, to, [&](unsigned x) { return std::exp(static_cast<float>(normal(x))); });
      break;
    case Numbers::LogNormalDouble:
      each<double>(draw, to, [&](unsigned x) { return std::exp(normal(x)); });
      break;
    case Numbers::LongIntegers:
    case Numbers::Poisson: return CURAND_STATUS_TYPE_ERROR;
    }
    return CURAND_STATUS_SUCCESS;
  }

 private:
  template <class T, class Put> void each(const Draw& draw, void* to, Put put) {
    const std::size_t length = draw.count / dimensions_;
    for (unsigned d = 0; d < dimensions_; ++d)
      for (std::size_t i = 0; i < length; ++i) {
        const auto index = static_cast<unsigned>(index_ + i);
        unsigned x = 0;
        for (unsigned gray = index ^ index >> 1, bit = 0; gray != 0; gray >>= 1, ++bit)
          if ((gray & 1u) != 0) x ^= directions_[d][bit];
        static_cast<T*>(to)[d * length + i] = put(x);
      }
    index_ += length;
  }
  unsigned dimensions_;
  unsigned long long index_;
  unsigned directions_[2][32]{};
};

} // namespace

std::unique_ptr<Source> own_source(const Setup& setup) {
  if (setup.ordering == CURAND_ORDERING_PSEUDO_SEEDED) return nullptr;
  switch (setup.type) {
  case CURAND_RNG_PSEUDO_XORWOW:
    return std::make_unique<Turns<curandStateXORWOW, 1>>(4096, setup.seed, setup.offset);
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return std::make_unique<Turns<curandStateMRG32k3a, 1>>(
        setup.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920, setup.seed, setup.offset);
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return std::make_unique<Turns<curandStatePhilox4_32_10, 4>>(philox_sequences, setup.seed, setup.offset);
  case CURAND_RNG_QUASI_SOBOL32:
    return setup.dimensions <= 2 ? std::make_unique<Sobol>(setup.dimensions, setup.offset) : nullptr;
  default: return nullptr;
  }
}

// Marsaglia, Tsang and Wang, "Fast Generation of Discrete Random Variables" (2004): each of n columns of one
// width is filled by its own number and by one more. All numbers count whose probability is a double above 0.
PoissonTable poisson_table(double rate) {
  PoissonTable table;
  std::vector<double> left;           // of each number's probability
  constexpr double smallest = -745.2; // exp() of less is 0
  for (unsigned k = 0;; ++k) {
    const double exponent = -rate + k * std::log(rate) - std::lgamma(k + 1.0);
    const double probability = exponent > smallest ? std::exp(exponent) : 0;
    if (probability > 0) left.push_back(probability);
    else if (left.empty()) ++table.shift;
    else break;
  }
  const std::size_t length = left.size();
  const double width = 1.0 / static_cast<double>(length);
  std::vector<bool> filled(length);
  for (std::size_t i = 0; i < length; ++i) {
    table.numbers.push_back(static_cast<unsigned>(i));
    table.limits.push_back(static_cast<double>(i + 1) * width);
  }
  // The columns with too little get theirs in rising order, round after round, from the last number with too
  // much.
  auto giver = static_cast<std::ptrdiff_t>(length) - 1;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < length; ++i) {
      if (filled[i] || left[i] >= width) continue;
      while (giver >= 0 && left[static_cast<std::size_t>(giver)] <= width) --giver;
      if (giver < 0) return table;
      table.numbers[i] = static_cast<unsigned>(giver);
      table.limits[i] = static_cast<double>(i) * width + left[i];
      left[static_cast<std::size_t>(giver)] -= width - left[i];
      left[i] = width;
      filled[i] = moved = true;
    }
  }
  return table;
}

} // namespace warpscope::guest
