// Edges in CuTe's way: an identity tensor says where an element lies, copy_if copies those that are inside.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

__global__ void copy_inside(const int* in, int* out, int rows, int columns) {
  auto shape = make_shape(rows, columns);
  auto tile = make_shape(_32{}, _32{});
  auto place = make_coord(blockIdx.x, blockIdx.y);
  Tensor from = make_tensor(make_gmem_ptr(in), shape, GenRowMajor{});
  Tensor to = make_tensor(make_gmem_ptr(out), shape, GenRowMajor{});
  Tensor where = make_identity_tensor(shape);
  auto threads = make_layout(make_shape(_8{}, _32{}), GenRowMajor{});
  Tensor mine_from = local_partition(local_tile(from, tile, place), threads, threadIdx.x);
  Tensor mine_to = local_partition(local_tile(to, tile, place), threads, threadIdx.x);
  Tensor mine_where = local_partition(local_tile(where, tile, place), threads, threadIdx.x);
  Tensor inside = make_tensor<bool>(make_shape(size<0>(mine_where), size<1>(mine_where)));
  for (int i = 0; i < size(inside); i++) inside(i) = elem_less(mine_where(i), shape);
  copy_if(inside, mine_from, mine_to);
}

int main() {
  constexpr int rows = 70, columns = 45;
  int *in, *out;
  cudaMallocManaged(&in, rows * columns * 4), cudaMallocManaged(&out, rows * columns * 4);
  for (int i = 0; i < rows * columns; i++) in[i] = i, out[i] = -1;
  copy_inside<<<dim3(3, 2), 256>>>(in, out, rows, columns);
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < rows * columns; i++) wrong += out[i] != i;
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  cudaFree(in), cudaFree(out);
}
