// cuRAND's Sobol sequences in kernels, plain and scrambled, of 32 and 64 bits; the directions come from the person's own
// libcurand (curandGetDirectionVectors32 and its like).
// Sources: Sobol (1967); Antonov and Saleev (1979): the order of Gray's code. The distributions as cuRAND's guide has them.
#pragma once

template <class T, int bits> struct __ws_sobol {
  T i, x, c;
  T direction_vectors[bits];
};
struct curandStateSobol32 : __ws_sobol<unsigned int, 32> {};
struct curandStateScrambledSobol32 : __ws_sobol<unsigned int, 32> {};
struct curandStateSobol64 : __ws_sobol<unsigned long long, 64> {};
struct curandStateScrambledSobol64 : __ws_sobol<unsigned long long, 64> {};
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class T, int bits> __ws_fn void __ws_sobol_skip(T count, __ws_sobol<T, bits> *state) {
  state->i += count;
  T x = state->c;
  const T gray = state->i ^ (state->i >> 1);
  for (int bit = 0; bit < bits; ++bit)
    if ((gray >> bit & 1u) != 0) x ^= state->direction_vectors[bit];
  state->x = x;
}
template <class T, int bits>
__ws_fn void __ws_sobol_begin(const T *directions, T scramble, T offset, __ws_sobol<T, bits> *state) {
  for (int bit = 0; bit < bits; ++bit) state->direction_vectors[bit] = directions[bit];
  state->i = 0;
  state->c = scramble;
  __ws_sobol_skip(offset, state);
}
template <class T, int bits> __ws_fn T __ws_sobol_next(__ws_sobol<T, bits> *state) {
  const T result = state->x;
  int bit = 0; // the lowest zero of i: the one bit by which the codes of i and i + 1 differ
  while (bit < bits - 1 && (state->i >> bit & 1u) != 0) ++bit;
  state->x ^= state->direction_vectors[bit];
  ++state->i;
  return result;
}
__ws_fn void curand_init(curandDirectionVectors32_t directions, unsigned int offset, curandStateSobol32 *state) {
  __ws_sobol_begin<unsigned int, 32>(directions, 0u, offset, state);
}
__ws_fn void curand_init(curandDirectionVectors32_t directions, unsigned int scramble, unsigned int offset,
                         curandStateScrambledSobol32 *state) {
  __ws_sobol_begin<unsigned int, 32>(directions, scramble, offset, state);
}
__ws_fn void curand_init(curandDirectionVectors64_t directions, unsigned long long offset, curandStateSobol64 *state) {
  __ws_sobol_begin<unsigned long long, 64>(directions, 0ull, offset, state);
}
__ws_fn void curand_init(curandDirectionVectors64_t directions, unsigned long long scramble, unsigned long long offset,
                         curandStateScrambledSobol64 *state) {
  __ws_sobol_begin<unsigned long long, 64>(directions, scramble, offset, state);
}

__ws_fn float __ws_uniform(unsigned long long x) { return __ws_uniform((unsigned int)(x >> 32)); }
__ws_fn double __ws_uniform_double(unsigned long long x) {
  return fma((double)(x >> 11), 1.1102230246251565e-16, 1.1102230246251565e-16 / 2.0);
}
// By the inverse of the cumulative function; the upper half is mirrored, for the precision of what lies near 1.
__ws_fn float __ws_normal_inverse(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const float p = fmaf((float)(upper ? 0xffffffffu - x : x), 2.3283064e-10f, 2.3283064e-10f / 2.0f);
  return (upper ? 1.4142135f : -1.4142135f) * erfcinvf(2.0f * p);
}
__ws_fn float __ws_normal_inverse(unsigned long long x) { return __ws_normal_inverse((unsigned int)(x >> 32)); }
__ws_fn double __ws_normal_inverse_double(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const double p = fma((double)(upper ? 0xffffffffu - x : x), 2.3283064365386963e-10, 2.3283064365386963e-10 / 2.0);
  return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}
__ws_fn double __ws_normal_inverse_double(unsigned long long x) {
  x >>= 11;
  const bool upper = x > 0x10000000000000ull;
  const double p = fma((double)(upper ? 0x1fffffffffffffull - x : x), 1.1102230246251565e-16, 1.1102230246251565e-16 / 2.0);
  return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}

// What generators have of which one number makes one of a distribution.
#define __WS_ONE_BY_ONE(State)                                                                                        \
  __ws_fn float curand_uniform(State *state) { return __ws_uniform(curand(state)); }                                  \
  __ws_fn double curand_uniform_double(State *state) { return __ws_uniform_double(curand(state)); }                   \
  __ws_fn float curand_normal(State *state) { return __ws_normal_inverse(curand(state)); }                            \
  __ws_fn double curand_normal_double(State *state) { return __ws_normal_inverse_double(curand(state)); }             \
  __ws_fn float curand_log_normal(State *state, float mean, float deviation) {                                        \
    return expf(mean + deviation * curand_normal(state));                                                             \
  }                                                                                                                   \
  __ws_fn double curand_log_normal_double(State *state, double mean, double deviation) {                              \
    return exp(mean + deviation * curand_normal_double(state));                                                       \
  }                                                                                                                   \
  __ws_fn unsigned int curand_poisson(State *state, double rate) { return __ws_poisson_of_one(curand(state), rate); } \
  __ws_fn unsigned int curand_discrete(State *state, curandDiscreteDistribution_t distribution) {                     \
    const auto x = curand(state);                                                                                     \
    return distribution->length == 0                                                                                  \
               ? __ws_rounded(distribution->deviation * __ws_normal_inverse_double(x) + distribution->mean)           \
               : __ws_discrete(__ws_uniform_double(x), distribution);                                                 \
  }
#define __WS_SOBOL(State, T)                                                                                          \
  __ws_fn void skipahead(T count, State *state) { __ws_sobol_skip(count, state); }                                    \
  __ws_fn T curand(State *state) { return __ws_sobol_next(state); }                                                   \
  __WS_ONE_BY_ONE(State)
__WS_SOBOL(curandStateSobol32, unsigned int)
__WS_SOBOL(curandStateScrambledSobol32, unsigned int)
__WS_SOBOL(curandStateSobol64, unsigned long long)
__WS_SOBOL(curandStateScrambledSobol64, unsigned long long)
#undef __WS_SOBOL
