// CuTe's tiled copy: a tensor is cut into tiles, each thread of a block gets its share of one by 16 bytes, and copies it.
#include <cstdio>
#include <cute/tensor.hpp>
#include <vector>
using namespace cute;

template <class TensorIn, class TensorOut, class Copy>
__global__ void copy_tiles(TensorIn in, TensorOut out, Copy tiled_copy) {
  Tensor tile_in = in(make_coord(_, _), blockIdx.x, blockIdx.y);
  Tensor tile_out = out(make_coord(_, _), blockIdx.x, blockIdx.y);
  auto mine = tiled_copy.get_thread_slice(threadIdx.x);
  Tensor from = mine.partition_S(tile_in);
  Tensor to = mine.partition_D(tile_out);
  Tensor kept = make_fragment_like(to);
  copy(tiled_copy, from, kept);
  copy(tiled_copy, kept, to);
}

int main() {
  constexpr int rows = 256, columns = 128;
  std::vector<float> host(rows * columns), back(rows * columns);
  for (int i = 0; i < rows * columns; i++) host[i] = float(i);
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * rows * columns);
  cudaMalloc(&out, sizeof(float) * rows * columns);
  cudaMemcpy(in, host.data(), sizeof(float) * rows * columns, cudaMemcpyHostToDevice);
  auto shape = make_shape(rows, columns);
  auto tile = make_shape(Int<128>{}, Int<64>{});
  Tensor source = tiled_divide(make_tensor(make_gmem_ptr(in), make_layout(shape)), tile);
  Tensor target = tiled_divide(make_tensor(make_gmem_ptr(out), make_layout(shape)), tile);
  auto tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint_byte_t<16>>, float>{},
                                    Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
  copy_tiles<<<dim3(size<1>(source), size<2>(source)), 256>>>(source, target, tiled_copy);
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(back.data(), out, sizeof(float) * rows * columns, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < rows * columns; i++) wrong += back[i] != host[i];
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  cudaFree(in), cudaFree(out);
}
