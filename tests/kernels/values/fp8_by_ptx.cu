/* warpscope
title  = "Conversions of 8-bit floats in PTX"
kernel = "by_ptx"
grid   = 32
block  = 256
[args]
out = "zero[32*256*8]"
[check]
out = "by_functions"
*/
// cvt between pairs of 8-bit floats and floats or halves gives what the functions of cuda_fp8.h give: every code, and floats and halves
// over the whole range, with ties, numbers below the normal ones, infinities and NaNs among them.
#include <cuda_fp8.h>

__device__ float float_of(unsigned i) { // expect run: done
  unsigned mixed = i * 2654435761u;
  if (i < 4096) return __uint_as_float((i % 512) << 23 | (i / 512) << 19 | (i % 3 ? 0u : 0x40000u)); // ties
  return __uint_as_float(mixed);
}

__global__ void by_ptx(unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, *mine = out + i * 8;
  float x = float_of(i), y = float_of(i + 1);
  unsigned halves = (i * 8 + 5) << 16 | (i * 8), back;
  unsigned short code = (unsigned short)(i * 259), made;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(made) : "f"(x), "f"(y));
  mine[0] = made;
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(made) : "f"(x), "f"(y));
  mine[1] = made;
  asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(made) : "r"(halves));
  mine[2] = made;
  asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(made) : "r"(halves));
  mine[3] = made;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(back) : "h"(code));
  mine[4] = back;
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(back) : "h"(code));
  mine[5] = back;
  asm("cvt.rn.satfinite.relu.e4m3x2.f32 %0, %1, %2;" : "=h"(made) : "f"(-2.5f), "f"(1.0f + i % 16));
  mine[6] = made;
}

__device__ unsigned pair_of(unsigned upper, unsigned lower) { return upper << 8 | lower; }

__global__ void by_functions(unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, *mine = out + i * 8;
  float x = float_of(i), y = float_of(i + 1);
  __half_raw low, high;
  low.x = (unsigned short)(i * 8), high.x = (unsigned short)(i * 8 + 5);
  unsigned short code = (unsigned short)(i * 259);
  for (int kind = 0; kind < 2; kind++) {
    __nv_fp8_interpretation_t format = kind == 0 ? __NV_E4M3 : __NV_E5M2;
    mine[kind] = pair_of(__nv_cvt_float_to_fp8(x, __NV_SATFINITE, format), __nv_cvt_float_to_fp8(y, __NV_SATFINITE, format));
    mine[2 + kind] = pair_of(__nv_cvt_halfraw_to_fp8(high, __NV_SATFINITE, format), __nv_cvt_halfraw_to_fp8(low, __NV_SATFINITE, format));
    __half_raw upper = __nv_cvt_fp8_to_halfraw((unsigned char)(code >> 8), format), lower = __nv_cvt_fp8_to_halfraw((unsigned char)code, format);
    mine[4 + kind] = (unsigned)upper.x << 16 | lower.x;
  }
  mine[6] = __nv_cvt_float_to_fp8(1.0f + i % 16, __NV_SATFINITE, __NV_E4M3);
}
