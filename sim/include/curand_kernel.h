// cuRAND's device functions. In whole programs the library's own sequences (__warpscope/random.h); in a text by itself
// the XORWOW generator in the states' real sizes, but with sequences of its own.
// Approximated: In a text without its host program a seed, sequence and offset give a XORWOW sequence, another one than there.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#include "__warpscope/xorwow_tables.h"
#include "curand.h"
#include "curand_mtgp32.h"
#define __WS_RANDOM __attribute__((noinline))
__WS_BEGIN
#include "__warpscope/random.h"
// The second number of a pair waits in the state; one that a log-normal distribution left is none for a normal one.
template <class S> __ws_fn float curand_log_normal(S *state, float mean, float deviation) {
  if (state->boxmuller_flag == 2) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const float2 both = curand_normal2(state);
  state->boxmuller_extra = expf(mean + deviation * both.y);
  state->boxmuller_flag = 2;
  return expf(mean + deviation * both.x);
}
template <class S> __ws_fn double curand_log_normal_double(S *state, double mean, double deviation) {
  if (state->boxmuller_flag_double == 2) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 both = curand_normal2_double(state);
  state->boxmuller_extra_double = exp(mean + deviation * both.y);
  state->boxmuller_flag_double = 2;
  return exp(mean + deviation * both.x);
}
__ws_fn uint4 curand4(curandStatePhilox4_32_10 *state) {
  const unsigned int x = curand(state), y = curand(state), z = curand(state);
  return make_uint4(x, y, z, curand(state));
}
__ws_fn float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return make_float4(__ws_uniform(x.x), __ws_uniform(x.y), __ws_uniform(x.z), __ws_uniform(x.w));
}
__ws_fn double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return make_double2(__ws_uniform_double(x.x, x.y), __ws_uniform_double(x.z, x.w));
}
__ws_fn float4 curand_normal4(curandStatePhilox4_32_10 *state) {
  const float2 a = curand_normal2(state), b = curand_normal2(state);
  return make_float4(a.x, a.y, b.x, b.y);
}
template <class S> __ws_fn float2 curand_log_normal2(S *state, float mean, float deviation) {
  const float2 both = curand_normal2(state);
  return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y));
}
template <class S> __ws_fn double2 curand_log_normal2_double(S *state, double mean, double deviation) {
  const double2 both = curand_normal2_double(state);
  return make_double2(exp(mean + deviation * both.x), exp(mean + deviation * both.y));
}
__ws_fn float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float deviation) {
  const float4 x = curand_normal4(state);
  return make_float4(expf(mean + deviation * x.x), expf(mean + deviation * x.y), expf(mean + deviation * x.z),
                     expf(mean + deviation * x.w));
}
#include "__warpscope/random_poisson.h"
__ws_fn uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double rate) {
  if (rate > 4000.0) {
    const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    const double root = sqrt(rate);
    return make_uint4(__ws_rounded(root * a.x + rate), __ws_rounded(root * a.y + rate), __ws_rounded(root * b.x + rate),
                      __ws_rounded(root * b.y + rate));
  }
  const unsigned int x = curand_poisson(state, rate), y = curand_poisson(state, rate), z = curand_poisson(state, rate);
  return make_uint4(x, y, z, curand_poisson(state, rate));
}
__ws_fn uint4 curand_discrete4(curandStatePhilox4_32_10 *state, curandDiscreteDistribution_t distribution) {
  const unsigned int x = curand_discrete(state, distribution), y = curand_discrete(state, distribution);
  const unsigned int z = curand_discrete(state, distribution);
  return make_uint4(x, y, z, curand_discrete(state, distribution));
}
#include "__warpscope/random_quasi.h"
#include "__warpscope/random_mtgp32.h"
#undef __WS_ONE_BY_ONE
__WS_END
#else
__WS_BEGIN
struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
/// Philox in cuRAND has 64 bytes of state too; the numbers here are those of XORWOW.
struct curandStatePhilox4_32_10 : curandStateXORWOW {
  unsigned __rest[4];
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__ws_fn unsigned __ws_mix(unsigned long long &seed) {
  seed += 0x9e3779b97f4a7c15ull;
  unsigned long long z = seed;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return (unsigned)(z >> 32);
}
__ws_fn void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                         curandStateXORWOW *state) {
  unsigned long long mixed = seed * 0x9e3779b97f4a7c15ull + sequence * 0xd1342543de82ef95ull + offset;
  curandStateXORWOW fresh;
  fresh.d = __ws_mix(mixed);
  for (int i = 0; i < 5; ++i) fresh.v[i] = __ws_mix(mixed) | 1u;
  fresh.boxmuller_flag = fresh.boxmuller_flag_double = 0;
  fresh.boxmuller_extra = 0.0f;
  fresh.boxmuller_extra_double = 0.0;
  *state = fresh;
}
/// Marsaglia, "Xorshift RNGs" (2003): xorwow.
__ws_fn unsigned curand(curandStateXORWOW *state) {
  const unsigned t = state->v[0] ^ (state->v[0] >> 2);
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
  state->d += 362437u;
  return state->v[4] + state->d;
}
/// In (0, 1].
__ws_fn float curand_uniform(curandStateXORWOW *state) { return (float)curand(state) * 2.3283064e-10f + 1.16415322e-10f; }
__ws_fn double curand_uniform_double(curandStateXORWOW *state) {
  const unsigned low = curand(state), high = curand(state);
  return (double)(((unsigned long long)high << 21) ^ low) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
__ws_fn float2 curand_normal2(curandStateXORWOW *state) {
  const float u = curand_uniform(state), v = curand_uniform(state) * 6.2831853f;
  const float s = sqrtf(-2.0f * logf(u));
  return make_float2(s * sinf(v), s * cosf(v));
}
__ws_fn float curand_normal(curandStateXORWOW *state) {
  if (state->boxmuller_flag == 0) {
    const float2 both = curand_normal2(state);
    state->boxmuller_extra = both.y;
    state->boxmuller_flag = 1;
    return both.x;
  }
  state->boxmuller_flag = 0;
  return state->boxmuller_extra;
}
__ws_fn float curand_log_normal(curandStateXORWOW *state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
__ws_fn float4 curand_uniform4(curandStateXORWOW *state) {
  const float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state);
  return make_float4(x, y, z, curand_uniform(state));
}
__WS_END
#endif
