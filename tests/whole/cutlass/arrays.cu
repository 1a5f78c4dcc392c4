// CUTLASS's arrays and numbers on both sides: arithmetic on Array<>, conversions, half, bfloat16, tfloat32, FP8 and 4-bit integers.
#include <cstdio>
#include <cutlass/array.h>
#include <cutlass/bfloat16.h>
#include <cutlass/functional.h>
#include <cutlass/fast_math.h>
#include <cutlass/half.h>
#include <cutlass/integer_subbyte.h>
#include <cutlass/numeric_conversion.h>
#include <cutlass/numeric_types.h>

__global__ void scale(const cutlass::half_t* in, float* out, int n) {
  using Pack = cutlass::Array<cutlass::half_t, 8>;
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (i + 8 > n) return;
  Pack pack = *reinterpret_cast<const cutlass::AlignedArray<cutlass::half_t, 8>*>(in + i);
  cutlass::multiplies<Pack> times;
  cutlass::plus<Pack> plus;
  pack = plus(times(pack, pack), pack);
  cutlass::NumericArrayConverter<float, cutlass::half_t, 8> widen;
  *reinterpret_cast<cutlass::Array<float, 8>*>(out + i) = widen(pack);
}

template <class Number> __device__ __host__ float rounded(float x) { return float(Number(x)); }

__global__ void numbers(float* out) {
  float x = 0.1f + threadIdx.x;
  float* mine = out + threadIdx.x * 8;
  mine[0] = rounded<cutlass::half_t>(x);
  mine[1] = rounded<cutlass::bfloat16_t>(x);
  mine[2] = rounded<cutlass::tfloat32_t>(x);
  mine[3] = rounded<cutlass::float_e4m3_t>(x);
  mine[4] = rounded<cutlass::float_e5m2_t>(x);
  cutlass::Array<cutlass::int4b_t, 8> four;
  for (int i = 0; i < 8; i++) four[i] = cutlass::int4b_t(i - 4);
  int sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * 3 + int(cutlass::int4b_t(four[i]));
  mine[5] = float(sum);
  cutlass::FastDivmod divide(7);
  int quotient, rest;
  divide(quotient, rest, int(threadIdx.x) * 13);
  mine[6] = float(quotient), mine[7] = float(rest);
}

int main() {
  constexpr int n = 1024;
  cutlass::half_t* in;
  float *out, *table;
  cudaMallocManaged(&in, n * 2), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&table, 32 * 8 * 4);
  for (int i = 0; i < n; i++) in[i] = cutlass::half_t(float(i % 16));
  scale<<<1, n / 8>>>(in, out, n);
  numbers<<<1, 32>>>(table);
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += out[i] != float(i % 16 * (i % 16) + i % 16);
  for (int t = 0; t < 32; t++) {
    float x = 0.1f + t, *mine = table + t * 8;
    wrong += mine[0] != rounded<cutlass::half_t>(x);
    wrong += mine[1] != rounded<cutlass::bfloat16_t>(x);
    wrong += mine[3] != rounded<cutlass::float_e4m3_t>(x);
    wrong += mine[4] != rounded<cutlass::float_e5m2_t>(x);
    wrong += mine[6] != float(t * 13 / 7) || mine[7] != float(t * 13 % 7);
  }
  float* second = table + 8;
  printf("%g %g %g %g %g %g\n", second[0], second[1], second[2], second[3], second[4], second[5]);
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  cudaFree(in), cudaFree(out), cudaFree(table);
}
