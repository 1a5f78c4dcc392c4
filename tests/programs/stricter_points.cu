// What nvcc takes: kernels of an unnamed namespace, a lone #pragma unroll, template values of every kind, texels gathered
// from one channel, arrivals of a block, registers with one percent sign in a header.
// expect: 1 2 3 4
// expect: 18, 1 9 -5 7
// expect: 6 7 2 1, 1 63
#include "stricter_points.h"
#include <cooperative_groups.h>
#include <cstdio>

namespace {
__global__ void hidden(int *out) { *out = 1; }
namespace inner {
template <class T> __global__ void hidden(T *out) { *out = 2; }
} // namespace inner
} // namespace
static __global__ void own(int *out) { *out = 3; }
__global__ void lane(int *out) { out[threadIdx.x] = (int)lane_number() + 1; }
template <int N> __global__ void loops(int *out) {
  int s = 0;
#pragma unroll
  const int k = 3;
#pragma unroll N
  for (int i = 0; i < N; ++i) s += i;
#pragma unroll(4)
  for (int i = 0; i < k; ++i) s += i;
#pragma unroll
  { s += 9; }
  *out = s;
}
enum class Mode { First, Second };
template <bool B> __global__ void truth(int *out) { *out = B ? 1 : 2; }
template <Mode M> __global__ void mode(int *out) { *out = M == Mode::Second ? 9 : 8; }
template <class T, T V> __global__ void value(T *out) { *out = V; }
template <unsigned U> __global__ void number(int *out) { *out = U; }
__global__ void gather(cudaTextureObject_t texture, float4 *out) { *out = tex2Dgather<float4>(texture, 2.0f, 1.0f, 0); }
__global__ void arrivals(float *out) {
  __shared__ float values[64];
  values[threadIdx.x] = threadIdx.x;
  auto block = cooperative_groups::this_thread_block();
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  if (threadIdx.x == 1) out[4] = values[0] + 1;
  if (threadIdx.x == 0) out[5] = values[63];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 256);
  const auto show = [&](const char *behind) {
    cudaDeviceSynchronize();
    printf("%d%s", *out, behind);
  };
  hidden<<<1, 1>>>(out), show(" ");
  inner::hidden<<<1, 1>>>(out), show(" ");
  own<<<1, 1>>>(out), show(" ");
  lane<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", out[3]);
  loops<4><<<1, 1>>>(out), show(", ");
  truth<true><<<1, 1>>>(out), show(" ");
  mode<Mode::Second><<<1, 1>>>(out), show(" ");
  value<int, -5><<<1, 1>>>(out), show(" ");
  number<7u><<<1, 1>>>(out), show("\n");
  float image[2][4] = {{0, 1, 2, 3}, {5, 6, 7, 8}};
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 4, 2, cudaArrayTextureGather);
  cudaMemcpy2DToArray(array, 0, 0, image, 16, 16, 2, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  float *numbers = (float *)out;
  gather<<<1, 1>>>(texture, (float4 *)numbers);
  arrivals<<<1, 64>>>(numbers);
  cudaDeviceSynchronize();
  printf("%g %g %g %g, %g %g\n", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
}
