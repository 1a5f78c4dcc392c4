// cuRAND's generators XORWOW, Philox4x32-10 and MRG32k3a with the library's seeding, steps and distributions, for
// kernels and, in warpscope-host, for the library's host functions. Integers and uniform numbers are equal to those of
// an H200 with CUDA 13 bit by bit (tests/programs/random_device.cu).
// Approximated: Normal numbers have exact sines where the library has fast ones: the last one or two of seven digits differ.
// Sources: Marsaglia, "Xorshift RNGs" (2003); Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3" (2011);
// L'Ecuyer et al., "An Object-Oriented Random-Number Package" (2002); the distributions as cuRAND's guide has them.
#pragma once

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  unsigned int counter[4], output[4], key[2], STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

template <class S> __ws_fn void __ws_no_extras(S *state) {
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

// XORWOW. Its five words are a vector over GF(2): `table` has the 160 x 160 matrices of its step's powers, one for
// each digit of a number to base 4.
inline __WS_RANDOM void __ws_xorwow_skip(curandStateXORWOW *state, unsigned long long count, const unsigned int *table) {
  for (; count != 0; count >>= 2, table += 800)
    for (unsigned digit = (unsigned)count & 3u; digit != 0; --digit) {
      unsigned int sum[5] = {0, 0, 0, 0, 0};
      for (int word = 0; word < 5; ++word)
        for (int bit = 0; bit < 32; ++bit)
          if ((state->v[word] >> bit & 1u) != 0)
            for (int i = 0; i < 5; ++i) sum[i] ^= table[(word * 32 + bit) * 5 + i];
      for (int i = 0; i < 5; ++i) state->v[i] = sum[i];
    }
}
__ws_fn void skipahead(unsigned long long count, curandStateXORWOW *state) {
  __ws_xorwow_skip(state, count, __WS_XORWOW_STEPS);
  state->d += 362437u * (unsigned int)count;
}
__ws_fn void skipahead_sequence(unsigned long long count, curandStateXORWOW *state) {
  __ws_xorwow_skip(state, count, __WS_XORWOW_SEQUENCES);
}
__ws_fn void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                         curandStateXORWOW *state) {
  const unsigned int s0 = (unsigned int)seed ^ 0xaad26b49u, s1 = (unsigned int)(seed >> 32) ^ 0xf7dcefddu;
  const unsigned int t0 = 1099087573u * s0, t1 = 2591861531u * s1;
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  __ws_no_extras(state);
  if (sequence != 0) skipahead_sequence(sequence, state);
  if (offset != 0) skipahead(offset, state);
}
__ws_fn unsigned int curand(curandStateXORWOW *state) {
  const unsigned int t = state->v[0] ^ (state->v[0] >> 2);
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
  state->d += 362437u;
  return state->v[4] + state->d;
}

// Philox4x32-10.
__ws_fn void __ws_philox(curandStatePhilox4_32_10 *state) {
  unsigned int c[4] = {state->counter[0], state->counter[1], state->counter[2], state->counter[3]};
  unsigned int k0 = state->key[0], k1 = state->key[1];
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
    const unsigned int c0 = (unsigned int)(b >> 32) ^ c[1] ^ k0, c2 = (unsigned int)(a >> 32) ^ c[3] ^ k1;
    c[1] = (unsigned int)b, c[3] = (unsigned int)a, c[0] = c0, c[2] = c2;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  for (int i = 0; i < 4; ++i) state->output[i] = c[i];
}
__ws_fn void __ws_philox_add(curandStatePhilox4_32_10 *state, int word, unsigned long long count) {
  const unsigned int low = (unsigned int)count;
  unsigned int high = (unsigned int)(count >> 32);
  state->counter[word] += low;
  if (state->counter[word] < low) ++high;
  state->counter[word + 1] += high;
  if (word == 0 && state->counter[1] < high && ++state->counter[2] == 0) ++state->counter[3];
}
__ws_fn void skipahead(unsigned long long count, curandStatePhilox4_32_10 *state) {
  state->STATE += (unsigned int)count & 3u;
  count /= 4;
  if (state->STATE > 3u) ++count, state->STATE -= 4u;
  __ws_philox_add(state, 0, count);
  __ws_philox(state);
}
__ws_fn void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10 *state) {
  __ws_philox_add(state, 2, count);
  __ws_philox(state);
}
__ws_fn void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                         curandStatePhilox4_32_10 *state) {
  for (int i = 0; i < 4; ++i) state->counter[i] = 0;
  state->key[0] = (unsigned int)seed, state->key[1] = (unsigned int)(seed >> 32);
  state->STATE = 0;
  __ws_no_extras(state);
  __ws_philox_add(state, 2, sequence);
  skipahead(offset, state);
}
__ws_fn unsigned int curand(curandStatePhilox4_32_10 *state) {
  const unsigned int at = state->STATE++;
  const unsigned int result = at == 0 ? state->output[0] : at == 1 ? state->output[1] : at == 2 ? state->output[2] : state->output[3];
  if (state->STATE == 4u) {
    __ws_philox_add(state, 0, 1);
    __ws_philox(state);
    state->STATE = 0;
  }
  return result;
}

// MRG32k3a.
#define __WS_MRG_1 4294967087ull
#define __WS_MRG_2 4294944443ull
__ws_fn void __ws_mrg_multiply(unsigned long long (&a)[9], const unsigned long long (&b)[9], unsigned long long modulus) {
  unsigned long long product[9];
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      unsigned long long sum = 0;
      for (int i = 0; i < 3; ++i) sum = (sum + a[row * 3 + i] * b[i * 3 + column] % modulus) % modulus;
      product[row * 3 + column] = sum;
    }
  for (int i = 0; i < 9; ++i) a[i] = product[i];
}
/// Skips count * 2^log steps of one of the two recurrences, whose step is the matrix.
inline __WS_RANDOM void __ws_mrg_skip(unsigned int *s, unsigned long long middle, unsigned long long first,
                          unsigned long long last, unsigned long long modulus, unsigned long long count, int log) {
  unsigned long long power[9] = {0, 1, 0, 0, 0, 1, first, middle, last};
  unsigned long long all[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int i = 0; i < log; ++i) __ws_mrg_multiply(power, power, modulus);
  for (; count != 0; count >>= 1) {
    if ((count & 1u) != 0) __ws_mrg_multiply(all, power, modulus);
    __ws_mrg_multiply(power, power, modulus);
  }
  unsigned int moved[3];
  for (int row = 0; row < 3; ++row) {
    unsigned long long sum = 0;
    for (int i = 0; i < 3; ++i) sum = (sum + all[row * 3 + i] * s[i] % modulus) % modulus;
    moved[row] = (unsigned int)sum;
  }
  for (int i = 0; i < 3; ++i) s[i] = moved[i];
}
__ws_fn void __ws_mrg_skip(curandStateMRG32k3a *state, unsigned long long count, int log) {
  if (count == 0) return;
  __ws_mrg_skip(state->s1, 1403580ull, __WS_MRG_1 - 810728ull, 0, __WS_MRG_1, count, log);
  __ws_mrg_skip(state->s2, 0, __WS_MRG_2 - 1370589ull, 527612ull, __WS_MRG_2, count, log);
}
__ws_fn void skipahead(unsigned long long count, curandStateMRG32k3a *state) { __ws_mrg_skip(state, count, 0); }
__ws_fn void skipahead_subsequence(unsigned long long count, curandStateMRG32k3a *state) { __ws_mrg_skip(state, count, 76); }
__ws_fn void skipahead_sequence(unsigned long long count, curandStateMRG32k3a *state) { __ws_mrg_skip(state, count, 127); }
__ws_fn void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                         curandStateMRG32k3a *state) {
  const unsigned long long x1 = (unsigned int)seed ^ 0x55555555u, x2 = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = seed == 0 ? 12345u : (unsigned int)((i == 1 ? x2 : x1) * 12345u % __WS_MRG_1);
    state->s2[i] = seed == 0 ? 12345u : (unsigned int)((i == 1 ? x1 : x2) * 12345u % __WS_MRG_2);
  }
  __ws_no_extras(state);
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}
__ws_fn double __ws_mrg_next(curandStateMRG32k3a *state) {
  const unsigned long long p1 = (1403580ull * state->s1[1] + (__WS_MRG_1 - 810728ull) * state->s1[0] % __WS_MRG_1) % __WS_MRG_1;
  const unsigned long long p2 = (527612ull * state->s2[2] + (__WS_MRG_2 - 1370589ull) * state->s2[0] % __WS_MRG_2) % __WS_MRG_2;
  state->s1[0] = state->s1[1], state->s1[1] = state->s1[2], state->s1[2] = (unsigned int)p1;
  state->s2[0] = state->s2[1], state->s2[1] = state->s2[2], state->s2[2] = (unsigned int)p2;
  return (double)(p1 > p2 ? p1 - p2 : p1 + __WS_MRG_1 - p2);
}
__ws_fn unsigned int curand(curandStateMRG32k3a *state) { return (unsigned int)(__ws_mrg_next(state) * 1.000000048662); }

// Distributions.
__ws_fn float __ws_uniform(unsigned int x) { return fmaf((float)x, 2.3283064e-10f, 2.3283064e-10f / 2.0f); }
__ws_fn double __ws_uniform_double(unsigned int x, unsigned int y) {
  return fma((double)((unsigned long long)x ^ ((unsigned long long)y << 21)), 1.1102230246251565e-16, 1.1102230246251565e-16 / 2.0);
}
__ws_fn double __ws_uniform_double(unsigned int x) { return fma((double)x, 2.3283064365386963e-10, 2.3283064365386963e-10); }
template <class S> __ws_fn float curand_uniform(S *state) { return __ws_uniform(curand(state)); }
template <class S> __ws_fn double __ws_uniform_double_of_two(S *state) {
  const unsigned int x = curand(state);
  return __ws_uniform_double(x, curand(state));
}
__ws_fn double __ws_uniform_double_of_two(curandStateMRG32k3a *state) { return __ws_mrg_next(state) * 2.3283065498378288e-10; }
template <class S> __ws_fn double curand_uniform_double(S *state) { return __ws_uniform_double_of_two(state); }
__ws_fn double curand_uniform_double(curandStatePhilox4_32_10 *state) { return __ws_uniform_double(curand(state)); }
__ws_fn float curand_uniform(curandStateMRG32k3a *state) { return (float)(__ws_mrg_next(state) * 2.3283065498378288e-10); }
__ws_fn double curand_uniform_double(curandStateMRG32k3a *state) { return __ws_mrg_next(state) * 2.3283065498378288e-10; }

__ws_fn float2 __ws_box_muller(float u, float angle) {
  const float s = sqrtf(-2.0f * logf(u));
  return float2{s * sinf(angle), s * cosf(angle)};
}
template <class S> __ws_fn float2 curand_normal2(S *state) {
  const unsigned int x = curand(state), y = curand(state);
  const float turn = 2.3283064e-10f * 6.2831855f;
  return __ws_box_muller(__ws_uniform(x), fmaf((float)y, turn, turn / 2.0f));
}
__ws_fn float2 curand_normal2(curandStateMRG32k3a *state) {
  const float u = curand_uniform(state), v = curand_uniform(state);
  return __ws_box_muller(u, v * 6.2831855f);
}
template <class S> __ws_fn double2 curand_normal2_double(S *state) {
  const double u = __ws_uniform_double_of_two(state), v = __ws_uniform_double_of_two(state);
  const double s = sqrt(-2.0 * log(u)), angle = v * 6.283185307179586;
  return double2{s * sin(angle), s * cos(angle)};
}
template <class S> __ws_fn float curand_normal(S *state) {
  if (state->boxmuller_flag != 1) {
    const float2 both = curand_normal2(state);
    state->boxmuller_extra = both.y;
    state->boxmuller_flag = 1;
    return both.x;
  }
  state->boxmuller_flag = 0;
  return state->boxmuller_extra;
}
template <class S> __ws_fn double curand_normal_double(S *state) {
  if (state->boxmuller_flag_double != 1) {
    const double2 both = curand_normal2_double(state);
    state->boxmuller_extra_double = both.y;
    state->boxmuller_flag_double = 1;
    return both.x;
  }
  state->boxmuller_flag_double = 0;
  return state->boxmuller_extra_double;
}
