/* warpscope
title  = "Numbers of 8 bits, by two and by four"
kernel = "convert"
grid   = 1
block  = 32
[args]
out = "zero[32*8]"
[check]
out = "expected"
*/
// Numbers of 8 bits by two and by four: the first element lies in the lowest byte, each is rounded to the
// nearest one, to even where two are as near, and what is too large becomes the largest (448 and 57344).
#include <cuda_fp8.h>

__global__ void convert(float *out) { // expect run: done
  int t = threadIdx.x;
  float x = 1.0f + t, far = 1000.0f * t;
  __nv_fp8x2_e4m3 two(make_float2(x, -x));
  __nv_fp8x4_e5m2 four(make_float4(x, far, -far, 0.5f));
  __nv_fp8x2_e4m3 of_halves(__floats2half2_rn(x, 0.5f));
  __nv_fp8x4_e4m3 of_bfloats(__floats2bfloat162_rn(1.0f, 2.0f), __floats2bfloat162_rn(3.0f, 100000.0f));
  float2 a = (float2)two;
  float4 b = (float4)four;
  out[t * 8] = two.__x & 0xff;
  out[t * 8 + 1] = a.y;
  out[t * 8 + 2] = four.__x >> 24;
  out[t * 8 + 3] = b.y;
  out[t * 8 + 4] = b.z;
  out[t * 8 + 5] = ((float2)of_halves).x;
  out[t * 8 + 6] = __half2float(((__half2)of_halves).y);
  out[t * 8 + 7] = ((float4)of_bfloats).w;
}

// x has `bits` bits behind its first one; the rest is rounded.
static __device__ float rounded(float x, int bits, float largest) {
  float size = fabsf(x), step = 1.0f;
  while (step * (2 << bits) <= size)
    step *= 2.0f;
  while (step * (1 << bits) > size && size > 0.0f)
    step *= 0.5f;
  float kept = rintf(size / step) * step;
  return copysignf(fminf(kept, largest), x);
}

__global__ void expected(float *out) {
  int t = threadIdx.x;
  float x = 1.0f + t, far = 1000.0f * t, near = rounded(x, 3, 448.0f);
  int exponent = 0;
  while ((float)(2 << exponent) <= near)
    exponent++;
  out[t * 8] = (exponent + 7) * 8 + (near / (1 << exponent) - 1.0f) * 8;
  out[t * 8 + 1] = -near;
  out[t * 8 + 2] = 14 * 4; // 0.5 is 2^-1, and the exponent's bias 15
  out[t * 8 + 3] = rounded(far, 2, 57344.0f);
  out[t * 8 + 4] = -rounded(far, 2, 57344.0f);
  out[t * 8 + 5] = near;
  out[t * 8 + 6] = 0.5f;
  out[t * 8 + 7] = 448.0f;
}
