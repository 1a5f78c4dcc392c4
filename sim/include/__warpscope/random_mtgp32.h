// cuRAND's MTGP32 in kernels: one state for a block of up to 256 threads, all of which draw together. Its parameters are
// a table of NVIDIA's that the person's own toolkit has (curand_mtgp32dc_p_11213.h).
// Source: Saito and Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors" (2013).
#pragma once

__ws_fn unsigned int __ws_mtgp32_place(const curandStateMtgp32 *state, unsigned int thread, int distance) {
  return (thread + (unsigned int)state->offset + (unsigned int)distance) & (MTGP32_STATE_SIZE - 1);
}
/// The recursion's next word for a thread.
__ws_fn unsigned int __ws_mtgp32_word(const curandStateMtgp32 *state, unsigned int thread) {
  const mtgp32_kernel_params_t *k = state->k;
  const int set = state->pIdx;
  unsigned int x = (state->s[__ws_mtgp32_place(state, thread, 0)] & k->mask[0]) ^ state->s[__ws_mtgp32_place(state, thread, 1)];
  x ^= x << k->sh1_tbl[set];
  x ^= state->s[__ws_mtgp32_place(state, thread, (int)k->pos_tbl[set])] >> k->sh2_tbl[set];
  return x ^ k->param_tbl[set][x & 15u];
}
/// The row of a tempering table.
__ws_fn unsigned int __ws_mtgp32_row(const curandStateMtgp32 *state, unsigned int thread) {
  unsigned int t = state->s[__ws_mtgp32_place(state, thread, (int)state->k->pos_tbl[state->pIdx] - 1)];
  t ^= t >> 16;
  return (t ^ (t >> 8)) & 15u;
}
__ws_fn void __ws_mtgp32_advance(curandStateMtgp32 *state, bool first, unsigned int threads) {
  __syncthreads();
  if (first) state->offset = (int)(((unsigned int)state->offset + threads) & (MTGP32_STATE_SIZE - 1));
  __syncthreads();
}
__ws_fn unsigned int __ws_mtgp32_draw(curandStateMtgp32 *state, unsigned int thread, unsigned int threads) {
  const unsigned int word = __ws_mtgp32_word(state, thread);
  const unsigned int result = word ^ state->k->temper_tbl[state->pIdx][__ws_mtgp32_row(state, thread)];
  state->s[__ws_mtgp32_place(state, thread, MTGPDC_N)] = word;
  __ws_mtgp32_advance(state, thread == 0, threads);
  return result;
}
__ws_fn unsigned int curand(curandStateMtgp32 *state) {
  // The library's own order of a block's threads.
  const unsigned int thread = blockDim.z * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;
  return __ws_mtgp32_draw(state, thread, blockDim.x * blockDim.y * blockDim.z);
}
__ws_fn unsigned int curand_mtgp32_specific(curandStateMtgp32 *state, unsigned char index, unsigned char threads) {
  return __ws_mtgp32_draw(state, index, threads);
}
/// A number in [1, 2), made of the bits of a float.
__ws_fn float __ws_mtgp32_single(curandStateMtgp32 *state, unsigned int thread, unsigned int threads) {
  const unsigned int word = __ws_mtgp32_word(state, thread);
  const unsigned int bits = (word >> 9) ^ state->k->single_temper_tbl[state->pIdx][__ws_mtgp32_row(state, thread)];
  state->s[thread] = word; // as the library does it
  __ws_mtgp32_advance(state, threadIdx.x == 0, threads);
  return __uint_as_float(bits);
}
__ws_fn float curand_mtgp32_single(curandStateMtgp32 *state) {
  const unsigned int rows = blockDim.z * blockDim.y;
  return __ws_mtgp32_single(state, rows + threadIdx.x, rows * blockDim.x);
}
__ws_fn float curand_mtgp32_single_specific(curandStateMtgp32 *state, unsigned char index, unsigned char threads) {
  return __ws_mtgp32_single(state, index, threads);
}
__WS_ONE_BY_ONE(curandStateMtgp32)
