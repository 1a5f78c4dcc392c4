// What nvcc takes and Clang does not by itself: alignas behind __shared__, no blank behind extern "C", CUDA's
// overloads of max on both sides, a lerp of one's own.
#include <cstdio>
#include <cuda_fp16.h>

inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
extern "C"__global__ void k(float* out, __half2* sums) {
  __shared__ alignas(alignof(float4)) float tile[32];
  tile[threadIdx.x] = lerp(1.0f, 3.0f, 0.5f);
  __syncthreads();
  out[threadIdx.x] = max(tile[31 - threadIdx.x], 1.5);
  __half h;
  h = 1;
  atomicAdd(sums, __halves2half2(h, __float2half(2.0f)));
}

int main() {
  float* out;
  __half2* sums;
  cudaMallocManaged(&out, 32 * sizeof *out);
  cudaMallocManaged(&sums, sizeof *sums);
  *sums = __float2half2_rn(0.0f);
  k<<<1, 32>>>(out, sums);
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", out[7], max(1.0f, 2.5f), __low2float(*sums), __high2float(*sums));
  cudaFree(out);
  cudaFree(sums);
}
// expect: 2 2.5 32 64
