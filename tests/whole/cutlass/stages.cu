// Three stages of cp.async in CuTe's way, and the SIMT product of a tiled MMA of fused multiply-adds.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

__global__ void multiply(int K, const float* A, const float* B, float* C) {
  constexpr int stages = 3;
  using TileA = Layout<Shape<_64, _8, Int<stages>>>;
  __shared__ __align__(16) float shared_a[cosize_v<TileA>], shared_b[cosize_v<TileA>];
  Tensor a_all = local_tile(make_tensor(make_gmem_ptr(A), make_shape(_64{}, K)), Shape<_64, _8>{}, make_coord(0, _));
  Tensor b_all = local_tile(make_tensor(make_gmem_ptr(B), make_shape(_64{}, K)), Shape<_64, _8>{}, make_coord(0, _));
  Tensor c_all = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _64>>{});
  Tensor a_tile = make_tensor(make_smem_ptr(shared_a), TileA{});
  Tensor b_tile = make_tensor(make_smem_ptr(shared_b), TileA{});
  TiledCopy load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_4, _1>>{});
  auto loader = load.get_slice(threadIdx.x);
  Tensor a_from = loader.partition_S(a_all);
  Tensor a_to = loader.partition_D(a_tile);
  Tensor b_from = loader.partition_S(b_all);
  Tensor b_to = loader.partition_D(b_tile);
  TiledMMA mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _8, _1>>{});
  auto mine = mma.get_slice(threadIdx.x);
  Tensor c = mine.partition_C(c_all);
  Tensor sum = mine.make_fragment_C(c);
  Tensor a_s = mine.partition_A(a_tile);
  Tensor b_s = mine.partition_B(b_tile);
  Tensor a = mine.make_fragment_A(a_s(_, _, _, 0));
  Tensor b = mine.make_fragment_B(b_s(_, _, _, 0));
  clear(sum);
  int tiles = size<2>(a_all), next = 0;
  for (; next < stages - 1; ++next) {
    copy(load, a_from(_, _, _, next), a_to(_, _, _, next));
    copy(load, b_from(_, _, _, next), b_to(_, _, _, next));
    cp_async_fence();
  }
  for (int k = 0; k < tiles; ++k) {
    cp_async_wait<stages - 2>();
    __syncthreads();
    if (next < tiles) {
      copy(load, a_from(_, _, _, next), a_to(_, _, _, next % stages));
      copy(load, b_from(_, _, _, next), b_to(_, _, _, next % stages));
    }
    ++next;
    cp_async_fence();
    copy(a_s(_, _, _, k % stages), a);
    copy(b_s(_, _, _, k % stages), b);
    gemm(mma, a, b, sum);
  }
  copy(sum, c);
}

int main() {
  constexpr int K = 64;
  float *A, *B, *C;
  cudaMallocManaged(&A, 64 * K * 4), cudaMallocManaged(&B, 64 * K * 4), cudaMallocManaged(&C, 64 * 64 * 4);
  for (int i = 0; i < 64 * K; i++) A[i] = float(i % 7 - 3), B[i] = float(i % 5 - 2);
  multiply<<<1, 128>>>(K, A, B, C);
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int m = 0; m < 64; m++)
    for (int n = 0; n < 64; n++) {
      float sum = 0;
      for (int k = 0; k < K; k++) sum += A[m + k * 64] * B[n + k * 64];
      wrong += C[m + n * 64] != sum;
    }
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
