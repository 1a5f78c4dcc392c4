// cuRAND's host functions: by generators of our own while they have what is asked for, from then on by the
// person's own libcurand, which draws again what was drawn before.
#include "guest/libraries/curand_native.h"
#include "sim/base/curand_files.h"

#include <algorithm>
#include <string>
#include <vector>

struct curandGenerator_st {
  warpscope::guest::Setup setup;
  bool on_host = false;
  cudaStream_t stream = nullptr;
  std::unique_ptr<warpscope::guest::Source> source; ///< made by the first call that needs it
  bool native = false;                              ///< `source` is libcurand's
  std::vector<warpscope::guest::Draw> drawn;        ///< by our own source
};

namespace {

using namespace warpscope::guest;

std::size_t size_of(Numbers numbers) {
  switch (numbers) {
  case Numbers::Integers:
  case Numbers::Poisson:
  case Numbers::Uniform:
  case Numbers::Normal:
  case Numbers::LogNormal: return 4;
  default: return 8;
  }
}

void forget(curandGenerator_st& g) {
  g.source.reset();
  g.native = false;
  g.drawn.clear();
}

void tell_missing(const char* name, void* frame, const std::string& what) {
  Call call(name, frame);
  runtime().link.tell(Kind::Finding,
                      Finding{call.caller(), "unsupported",
                              std::string(name) + "() needs " + what +
                                  " of NVIDIA's libcurand, which is not found here: the call fails (" +
                                  warpscope::curand_remedy + ")",
                              name});
}

/// Makes the generator's source one that can give such numbers.
curandStatus_t prepare(const char* name, void* frame, curandGenerator_st& g, const Draw& draw) {
  if (g.source && (g.native || g.source->can(draw))) return CURAND_STATUS_SUCCESS;
  if (!g.source) g.source = own_source(g.setup);
  if (g.source && g.source->can(draw)) return CURAND_STATUS_SUCCESS;
  if (draw.numbers == Numbers::LongIntegers && g.setup.type != CURAND_RNG_QUASI_SOBOL64 &&
      g.setup.type != CURAND_RNG_QUASI_SCRAMBLED_SOBOL64)
    return CURAND_STATUS_TYPE_ERROR;
  if (!curand_is_open()) {
    tell_missing(name, frame, g.source ? "a distribution" : "a generator");
    return CURAND_STATUS_INITIALIZATION_FAILED;
  }
  curandStatus_t status = CURAND_STATUS_SUCCESS;
  auto native = native_source(g.setup, status);
  if (!native) return status;
  std::vector<std::byte> scratch;
  for (const Draw& before : g.drawn) {
    scratch.resize(std::max(scratch.size(), before.count * size_of(before.numbers)));
    native->make(before, scratch.data());
  }
  g.source = std::move(native);
  g.native = true;
  g.drawn.clear();
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t generate(const char* name, void* frame, curandGenerator_t g, void* to, const Draw& draw) {
  if (g == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (const curandStatus_t status = prepare(name, frame, *g, draw); status != CURAND_STATUS_SUCCESS)
    return status;
  LibraryCall call(name, frame, g->stream);
  void* const at = g->on_host ? to
                              : call.writes(static_cast<std::byte*>(to), draw.count * size_of(draw.numbers));
  if (!call.good()) return CURAND_STATUS_PREEXISTING_FAILURE;
  const curandStatus_t status = g->source->make(draw, at);
  if (!g->native && status == CURAND_STATUS_SUCCESS) g->drawn.push_back(draw);
  return status;
}

bool is_type(curandRngType_t type) {
  switch (type) {
  case CURAND_RNG_PSEUDO_XORWOW:
  case CURAND_RNG_PSEUDO_MRG32K3A:
  case CURAND_RNG_PSEUDO_MTGP32:
  case CURAND_RNG_PSEUDO_MT19937:
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
  case CURAND_RNG_QUASI_SOBOL32:
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
  case CURAND_RNG_QUASI_SOBOL64:
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: return true;
  default: return false;
  }
}

curandStatus_t create(const char* name, void* frame, curandGenerator_t* generator, curandRngType_t type,
                      bool on_host) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  if (!is_type(type)) return CURAND_STATUS_TYPE_ERROR;
  Setup setup;
  setup.type = type;
  if (!curand_is_open() && !own_source(setup)) {
    tell_missing(name, frame,
                 type == CURAND_RNG_PSEUDO_MTGP32    ? "MTGP32"
                 : type == CURAND_RNG_PSEUDO_MT19937 ? "MT19937"
                                                     : "this Sobol sequence");
    return CURAND_STATUS_INITIALIZATION_FAILED;
  }
  *generator = new curandGenerator_st;
  (*generator)->setup = setup;
  (*generator)->on_host = on_host;
  return CURAND_STATUS_SUCCESS;
}

/// The tables that libcurand exports.
template <class Table> curandStatus_t table(const char* name, void* frame, Table* to, int set) {
  const auto function = reinterpret_cast<curandStatus_t (*)(Table*, int)>(curand_function(name));
  if (function != nullptr) return function(to, set);
  tell_missing(name, frame, "the directions and scrambles of Sobol sequences");
  return CURAND_STATUS_INITIALIZATION_FAILED;
}
template <class Table> curandStatus_t table(const char* name, void* frame, Table* to) {
  const auto function = reinterpret_cast<curandStatus_t (*)(Table*)>(curand_function(name));
  if (function != nullptr) return function(to);
  tell_missing(name, frame, "the scrambles of Sobol sequences");
  return CURAND_STATUS_INITIALIZATION_FAILED;
}

} // namespace

#define WS_GENERATE(...)                                                                                     \
  return generate(__func__, __builtin_frame_address(0), generator, output, Draw{__VA_ARGS__})

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(__func__, __builtin_frame_address(0), generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(__func__, __builtin_frame_address(0), generator, type, true);
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
  if (generator->setup.quasi()) return CURAND_STATUS_TYPE_ERROR;
  generator->setup.seed = seed;
  generator->setup.seeded = true;
  forget(*generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->setup.type == CURAND_RNG_PSEUDO_MTGP32 || generator->setup.type == CURAND_RNG_PSEUDO_MT19937)
    return CURAND_STATUS_TYPE_ERROR;
  generator->setup.offset = offset;
  forget(*generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  Setup& setup = generator->setup;
  const bool fits = setup.quasi()
                        ? order == CURAND_ORDERING_QUASI_DEFAULT
                        : order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC &&
                              (order != CURAND_ORDERING_PSEUDO_SEEDED ||
                               setup.type == CURAND_RNG_PSEUDO_XORWOW) &&
                              (order != CURAND_ORDERING_PSEUDO_DYNAMIC || !generator->on_host);
  if (!fits) return CURAND_STATUS_OUT_OF_RANGE;
  setup.ordering = order;
  setup.ordered = true;
  forget(*generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->setup.quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > 20000) return CURAND_STATUS_OUT_OF_RANGE;
  generator->setup.dimensions = dimensions;
  forget(*generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const bool wide = generator->setup.type == CURAND_RNG_QUASI_SOBOL64 ||
                    generator->setup.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  return prepare(__func__, __builtin_frame_address(0), *generator,
                 Draw{wide ? Numbers::LongIntegers : Numbers::Integers});
}
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count) {
  WS_GENERATE(Numbers::Integers, count);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t count) {
  WS_GENERATE(Numbers::LongIntegers, count);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  WS_GENERATE(Numbers::Uniform, count);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count) {
  WS_GENERATE(Numbers::UniformDouble, count);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                    float deviation) {
  WS_GENERATE(Numbers::Normal, count, mean, deviation);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                          double mean, double deviation) {
  WS_GENERATE(Numbers::NormalDouble, count, mean, deviation);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                       float deviation) {
  WS_GENERATE(Numbers::LogNormal, count, mean, deviation);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                             double mean, double deviation) {
  WS_GENERATE(Numbers::LogNormalDouble, count, mean, deviation);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t count,
                                     double rate) {
  WS_GENERATE(Numbers::Poisson, count, rate);
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors,
                                           curandDirectionVectorSet_t set) {
  return table(__func__, __builtin_frame_address(0), vectors, set);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors,
                                           curandDirectionVectorSet_t set) {
  return table(__func__, __builtin_frame_address(0), vectors, set);
}
curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  return table(__func__, __builtin_frame_address(0), constants);
}
curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  return table(__func__, __builtin_frame_address(0), constants);
}

// The distribution's table lies behind its header in one piece of device memory; kernels read it
// (random_discrete.h).
curandStatus_t curandCreatePoissonDistribution(double rate, curandDiscreteDistribution_t* distribution) {
  if (distribution == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(rate > 0) || rate > 400000) return CURAND_STATUS_OUT_OF_RANGE;
  curandDiscreteDistribution_st head{};
  head.mean = rate;
  head.deviation = std::sqrt(rate);
  PoissonTable table;
  if (rate < most_of_table) table = poisson_table(rate);
  head.shift = table.shift;
  head.length = static_cast<unsigned>(table.numbers.size());
  const std::size_t limits = head.length * sizeof(double), numbers = head.length * sizeof(unsigned);
  std::byte* at = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&at), sizeof head + limits + numbers) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  head.limits = reinterpret_cast<const double*>(at + sizeof head);
  head.numbers = reinterpret_cast<const unsigned*>(at + sizeof head + limits);
  std::vector<std::byte> all(sizeof head + limits + numbers);
  std::copy_n(reinterpret_cast<const std::byte*>(&head), sizeof head, all.data());
  std::copy_n(reinterpret_cast<const std::byte*>(table.limits.data()), limits, all.data() + sizeof head);
  std::copy_n(reinterpret_cast<const std::byte*>(table.numbers.data()), numbers,
              all.data() + sizeof head + limits);
  if (cudaMemcpy(at, all.data(), all.size(), cudaMemcpyHostToDevice) != cudaSuccess)
    return CURAND_STATUS_PREEXISTING_FAILURE;
  *distribution = reinterpret_cast<curandDiscreteDistribution_t>(at);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  return distribution != nullptr && cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                                                          : CURAND_STATUS_NOT_INITIALIZED;
}

} // extern "C"
