// cuRAND's host functions. Output n of XORWOW comes from sequence n mod 4096, of MRG32k3a from subsequence n
// mod 81,920, each in its turn; four outputs of Philox from one counter, subsequence by subsequence (measured
// on an H200 with CUDA 13). Normal numbers are made of two such outputs, which are neighbours. Not modelled:
// MT19937, MTGP32, 64-bit and scrambled Sobol sequences, more than two dimensions of Sobol.
#include "guest/libraries/curand_api.h"

#include <memory>
#include <vector>

namespace warpscope::guest {
namespace {

constexpr std::size_t philox_sequences = 65536; ///< not measured: more than 10,000

/// One kind of generator: numbers in the order in which the library writes them.
class Source {
 public:
  virtual ~Source() = default;
  virtual void integers(unsigned int* to, std::size_t count) = 0;
  virtual void uniform(float* to, std::size_t count) = 0;
  virtual void uniform(double* to, std::size_t count) = 0;
  virtual void normal(float* to, std::size_t count) = 0;
  virtual void normal(double* to, std::size_t count) = 0;
};

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
  void integers(unsigned int* to, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = curand(next());
  }
  void uniform(float* to, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = curand_uniform(next());
  }
  void uniform(double* to, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = curand_uniform_double(next());
  }
  void normal(float* to, std::size_t count) override {
    for (std::size_t i = 0; i + 1 < count; i += 2) {
      State* const state = next(2);
      const float2 both = curand_normal2(state);
      to[i] = both.x, to[i + 1] = both.y;
    }
  }
  void normal(double* to, std::size_t count) override {
    for (std::size_t i = 0; i + 1 < count; i += 2) {
      const double2 both = curand_normal2_double(next(2));
      to[i] = both.x, to[i + 1] = both.y;
    }
  }

 private:
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
  void integers(unsigned int* to, std::size_t count) override {
    each(count, [&](std::size_t i, unsigned x) { to[i] = x; });
  }
  void uniform(float* to, std::size_t count) override {
    each(count, [&](std::size_t i, unsigned x) { to[i] = __ws_uniform(x); });
  }
  void uniform(double* to, std::size_t count) override {
    each(count,
         [&](std::size_t i, unsigned x) { to[i] = x * 2.3283064365386963e-10 + 2.3283064365386963e-10; });
  }
  void normal(float* to, std::size_t count) override {
    each(count, [&](std::size_t i, unsigned x) {
      to[i] = static_cast<float>(inverse_normal(x * 2.3283064365386963e-10 + 1.16415321826934814453e-10));
    });
  }
  void normal(double* to, std::size_t count) override {
    each(count, [&](std::size_t i, unsigned x) {
      to[i] = inverse_normal(x * 2.3283064365386963e-10 + 1.16415321826934814453e-10);
    });
  }

 private:
  template <class Put> void each(std::size_t count, Put put) {
    const std::size_t length = count / dimensions_;
    for (unsigned d = 0; d < dimensions_; ++d)
      for (std::size_t i = 0; i < length; ++i) {
        const auto index = static_cast<unsigned>(index_ + i);
        unsigned x = 0;
        for (unsigned gray = index ^ index >> 1, bit = 0; gray != 0; gray >>= 1, ++bit)
          if ((gray & 1u) != 0) x ^= directions_[d][bit];
        put(d * length + i, x);
      }
    index_ += length;
  }
  unsigned dimensions_;
  unsigned long long index_;
  unsigned directions_[2][32]{};
};

} // namespace
} // namespace warpscope::guest

struct curandGenerator_st {
  curandRngType_t type = CURAND_RNG_PSEUDO_XORWOW;
  bool on_host = false;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
  unsigned dimensions = 1;
  std::unique_ptr<warpscope::guest::Source> source; ///< made by the first call that needs it
};

namespace {

using namespace warpscope::guest;

curandStatus_t prepare(curandGenerator_st& g) {
  if (g.source) return CURAND_STATUS_SUCCESS;
  switch (g.type) {
  case CURAND_RNG_PSEUDO_MRG32K3A:
    g.source = std::make_unique<Turns<curandStateMRG32k3a, 1>>(81920, g.seed, g.offset);
    break;
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    g.source = std::make_unique<Turns<curandStatePhilox4_32_10, 4>>(philox_sequences, g.seed, g.offset);
    break;
  case CURAND_RNG_QUASI_SOBOL32: g.source = std::make_unique<Sobol>(g.dimensions, g.offset); break;
  default: g.source = std::make_unique<Turns<curandStateXORWOW, 1>>(4096, g.seed, g.offset);
  }
  return CURAND_STATUS_SUCCESS;
}

template <class T, class Make>
curandStatus_t generate(const char* name, void* frame, curandGenerator_t g, T* to, std::size_t count,
                        bool pairs, Make make) {
  if (g == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const bool quasi = g->type >= CURAND_RNG_QUASI_DEFAULT;
  if (pairs && !quasi && count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (quasi && count % g->dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (const curandStatus_t status = prepare(*g); status != CURAND_STATUS_SUCCESS) return status;
  LibraryCall call(name, frame, g->stream);
  T* const at = g->on_host ? to : call.writes(to, count);
  if (!call.good()) return CURAND_STATUS_PREEXISTING_FAILURE;
  make(*g->source, at);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
      type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && type != CURAND_RNG_QUASI_SOBOL32) {
    Call call("curandCreateGenerator", __builtin_frame_address(0));
    runtime().link.tell(Kind::Finding, Finding{call.caller(), "unsupported",
                                               "curandCreateGenerator() is asked for a generator that is not "
                                               "simulated (XORWOW, MRG32k3a, Philox and Sobol32 are)",
                                               "curandCreateGenerator"});
    return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = new curandGenerator_st;
  (*generator)->type = type;
  (*generator)->on_host = on_host;
  return CURAND_STATUS_SUCCESS;
}

} // namespace

#define WS_GENERATE(pairs, ...)                                                                              \
  return generate(__func__, __builtin_frame_address(0), generator, output, count, pairs,                     \
                  [&]([[maybe_unused]] Source& source, auto* to) { __VA_ARGS__ })

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) { return *version = CURAND_VERSION, CURAND_STATUS_SUCCESS; }
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  *value = type == MAJOR_VERSION   ? CURAND_VER_MAJOR
           : type == MINOR_VERSION ? CURAND_VER_MINOR
                                   : CURAND_VER_PATCH;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->type >= CURAND_RNG_QUASI_DEFAULT) return CURAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  generator->source.reset();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->source.reset();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  return order == CURAND_ORDERING_PSEUDO_SEEDED ? CURAND_STATUS_OUT_OF_RANGE : CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->type < CURAND_RNG_QUASI_DEFAULT) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > 2) return CURAND_STATUS_OUT_OF_RANGE;
  generator->dimensions = dimensions;
  generator->source.reset();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : prepare(*generator);
}
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count) {
  WS_GENERATE(false, source.integers(to, count););
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  WS_GENERATE(false, source.uniform(to, count););
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count) {
  WS_GENERATE(false, source.uniform(to, count););
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                    float deviation) {
  WS_GENERATE(true, source.normal(to, count);
              for (size_t i = 0; i < count; ++i) to[i] = std::fma(deviation, to[i], mean););
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                          double mean, double deviation) {
  WS_GENERATE(true, source.normal(to, count);
              for (size_t i = 0; i < count; ++i) to[i] = std::fma(deviation, to[i], mean););
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                       float deviation) {
  WS_GENERATE(true, source.normal(to, count);
              for (size_t i = 0; i < count; ++i) to[i] = std::exp(std::fma(deviation, to[i], mean)););
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                             double mean, double deviation) {
  WS_GENERATE(true, source.normal(to, count);
              for (size_t i = 0; i < count; ++i) to[i] = std::exp(std::fma(deviation, to[i], mean)););
}

} // extern "C"
