/* warpscope
title  = "A fused multiply-add of halves and of bfloat16s rounds once"
kernel = "fma_once"
grid   = [1]
block  = [32]
*/
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

// 1.5 * (1 + 2^-10) lies in the middle between two halves; the smallest half below it decides. A float has no room for both.
// The same of bfloat16s with an addend that even a double has no room for.
__global__ void fma_once() {
  half a = __ushort_as_half(0x3e00), b = __ushort_as_half(0x3c01);
  __nv_bfloat16 x = __ushort_as_bfloat16(0x3fc0), y = __ushort_as_bfloat16(0x3f81);
  if (threadIdx.x == 0) {
    printf("half %x ", (unsigned)__half_as_ushort(__hfma(a, b, __ushort_as_half(0x8001)))); // expect output: half 3e01
    printf("above %x ", (unsigned)__half_as_ushort(__hfma(a, b, __ushort_as_half(0x0001)))); // expect output: above 3e02
    printf("bfloat %x ", (unsigned)__bfloat16_as_ushort(__hfma(x, y, __ushort_as_bfloat16(0x8280)))); // expect output: bfloat 3fc1
    printf("inf %x ", (unsigned)__half_as_ushort(__hfma(__ushort_as_half(0x7bff), a, b))); // expect output: inf 7c00
    printf("nan %x ", (unsigned)__half_as_ushort(__hfma(__ushort_as_half(0x7e00), a, b))); // expect output: nan 7fff
    printf("zero %x.", (unsigned)__half_as_ushort(__hfma(a, b, __hneg(__hmul(a, b))))); // expect output: zero 9000.
  }
}
