// cuRAND's functions of the host that set up MTGP32 for kernels.
// Source: the generator's own initialisation, as Saito and Matsumoto's MTGP has it.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#include "curand.h"
#include "curand_mtgp32.h"
#include "curand_mtgp32dc_p_11213.h"
inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t *to) {
  auto *all = new mtgp32_kernel_params_t();
  for (int set = 0; set < CURAND_NUM_MTGP32_PARAMS; ++set) {
    all->pos_tbl[set] = (unsigned int)params[set].pos;
    all->sh1_tbl[set] = (unsigned int)params[set].sh1;
    all->sh2_tbl[set] = (unsigned int)params[set].sh2;
    for (int i = 0; i < 16; ++i) {
      all->param_tbl[set][i] = params[set].tbl[i];
      all->temper_tbl[set][i] = params[set].tmp_tbl[i];
      all->single_temper_tbl[set][i] = params[set].flt_tmp_tbl[i];
    }
  }
  all->mask[0] = params[0].mask;
  const cudaError_t error = cudaMemcpy(to, all, sizeof *all, cudaMemcpyHostToDevice);
  delete all;
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}
inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *to, mtgp32_params_fast_t params[],
                                                  mtgp32_kernel_params_t *constants, int count, unsigned long long seed) {
  const unsigned int folded = (unsigned int)(seed ^ (seed >> 32));
  auto *states = new curandStateMtgp32_t[count]();
  for (int i = 0; i < count; ++i) {
    unsigned int *s = states[i].s;
    const unsigned int hidden = params[i].tbl[4] ^ (params[i].tbl[8] << 16);
    unsigned int fill = hidden + (hidden >> 16);
    fill = (fill + (fill >> 8)) & 0xffu;
    for (int word = 0; word < MTGPDC_N; ++word) s[word] = fill * 0x01010101u;
    s[0] = folded + (unsigned int)i + 1;
    s[1] = hidden;
    for (int word = 1; word < MTGPDC_N; ++word) s[word] ^= 1812433253u * (s[word - 1] ^ (s[word - 1] >> 30)) + (unsigned int)word;
    states[i].pIdx = i;
    states[i].k = constants;
  }
  const cudaError_t error = cudaMemcpy(to, states, sizeof *states * (size_t)count, cudaMemcpyHostToDevice);
  delete[] states;
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}
#endif
