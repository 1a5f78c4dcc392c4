// A product of single precision in CuTe's way: tiles by local_tile, shares by local_partition, and gemm() of registers.
#include <cstdio>
#include <cute/tensor.hpp>
#include <vector>
using namespace cute;

template <class TileA, class TileB, class Threads>
__global__ void multiply(int M, int N, int K, const float* A, const float* B, float* C, TileA layout_a, TileB layout_b, Threads threads) {
  __shared__ float shared_a[cosize_v<TileA>], shared_b[cosize_v<TileB>];
  Tensor a_all = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(_1{}, M)); // by columns
  Tensor b_all = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(_1{}, N));
  Tensor c_all = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(_1{}, M));
  auto cta = make_shape(size<0>(layout_a), size<0>(layout_b), size<1>(layout_a));
  auto place = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor a_tiles = local_tile(a_all, cta, place, Step<_1, X, _1>{});
  Tensor b_tiles = local_tile(b_all, cta, place, Step<X, _1, _1>{});
  Tensor c_tile = local_tile(c_all, cta, place, Step<_1, _1, X>{});
  Tensor a_tile = make_tensor(make_smem_ptr(shared_a), layout_a);
  Tensor b_tile = make_tensor(make_smem_ptr(shared_b), layout_b);
  auto loaders = make_layout(make_shape(_32{}, _8{}));
  Tensor a_from = local_partition(a_tiles, loaders, threadIdx.x);
  Tensor a_to = local_partition(a_tile, loaders, threadIdx.x);
  Tensor b_from = local_partition(b_tiles, loaders, threadIdx.x);
  Tensor b_to = local_partition(b_tile, loaders, threadIdx.x);
  Tensor a = local_partition(a_tile, threads, threadIdx.x, Step<_1, X>{});
  Tensor b = local_partition(b_tile, threads, threadIdx.x, Step<X, _1>{});
  Tensor c = local_partition(c_tile, threads, threadIdx.x, Step<_1, _1>{});
  Tensor sum = make_tensor_like(c);
  clear(sum);
  for (int k = 0; k < size<2>(a_tiles); ++k) {
    copy(a_from(_, _, k), a_to);
    copy(b_from(_, _, k), b_to);
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    gemm(a, b, sum);
    __syncthreads();
  }
  axpby(2.0f, sum, 1.0f, c);
}

int main() {
  constexpr int M = 128, N = 64, K = 32;
  std::vector<float> A(M * K), B(N * K), C(M * N, 1.0f);
  for (int i = 0; i < M * K; i++) A[i] = float(i % 7 - 3);
  for (int i = 0; i < N * K; i++) B[i] = float(i % 5 - 2);
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * 4), cudaMalloc(&b, B.size() * 4), cudaMalloc(&c, C.size() * 4);
  cudaMemcpy(a, A.data(), A.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(c, C.data(), C.size() * 4, cudaMemcpyHostToDevice);
  auto tile_a = make_layout(make_shape(_64{}, _8{}));
  auto tile_b = make_layout(make_shape(_64{}, _8{}));
  multiply<<<dim3(M / 64, N / 64), 256>>>(M, N, K, a, b, c, tile_a, tile_b, make_layout(make_shape(_16{}, _16{})));
  cudaMemcpy(C.data(), c, C.size() * 4, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int m = 0; m < M; m++)
    for (int n = 0; n < N; n++) {
      float sum = 0;
      for (int k = 0; k < K; k++) sum += A[m + k * M] * B[n + k * N];
      wrong += C[m + n * M] != 2 * sum + 1;
    }
  printf("%s, %d wrong\n", cudaGetErrorString(cudaGetLastError()), wrong);
  cudaFree(a), cudaFree(b), cudaFree(c);
}
