// The executor's loop for CPUs since Haswell and Zen: 8 lanes an instruction, fused multiply-add in hardware.
#if defined(__x86_64__) && !defined(__clang__) // Clang does not inline into a function for another CPU
#define WARPSCOPE_TARGET __attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c")))
#define WARPSCOPE_AVX2
#define WARPSCOPE_RUN_LEAF run_leaf_avx2
#include "sim/exec/run_leaf.inc.h"
#endif
