// The executor's loop for CPUs with AVX-512: 16 lanes an instruction, mask registers for inactive lanes.
#if defined(__x86_64__) && !defined(__clang__) // Clang does not inline into a function for another CPU
#define WARPSCOPE_TARGET                                                                                     \
  __attribute__((target(                                                                                     \
      "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,prefer-vector-width=512")))
#define WARPSCOPE_AVX2
#define WARPSCOPE_RUN_LEAF run_leaf_avx512
#include "sim/exec/run_leaf.inc.h"
#endif
