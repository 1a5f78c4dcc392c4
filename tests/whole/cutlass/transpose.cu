// A transpose through shared memory whose tile lies plain, padded or swizzled: the layout alone differs.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

template <class Tile> __global__ void transpose(const float* in, float* out, Tile layout) {
  __shared__ float words[cosize_v<Tile>];
  Tensor tile = make_tensor(make_smem_ptr(words), layout);
  Tensor from = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor to = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  for (int row = threadIdx.y; row < 32; row += blockDim.y) tile(row, threadIdx.x) = from(row, threadIdx.x);
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += blockDim.y) to(row, threadIdx.x) = tile(threadIdx.x, row);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096), cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 1024; i++) in[i] = float(i);
  int wrong = 0;
  auto check = [&] {
    cudaDeviceSynchronize();
    for (int i = 0; i < 1024; i++) wrong += out[i] != float(i % 32 * 32 + i / 32), out[i] = -1;
  };
  auto plain = Layout<Shape<_32, _32>, Stride<_32, _1>>{};
  auto padded = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{};
  auto swizzled = composition(Swizzle<5, 0, 5>{}, plain);
  transpose<<<1, dim3(32, 8)>>>(in, out, plain), check();
  transpose<<<1, dim3(32, 8)>>>(in, out, padded), check();
  transpose<<<1, dim3(32, 8)>>>(in, out, swizzled), check();
  printf("%s, %d wrong\n", cudaGetErrorString(cudaGetLastError()), wrong);
  cudaFree(in), cudaFree(out);
}
