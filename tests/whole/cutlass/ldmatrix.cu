// Tensor cores in CuTe's way: swizzled tiles, copies of 16 bytes by cp.async, ldmatrix atoms that fill the fragments of a tiled product.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

using TileA = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
using TileB = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_32, _64>, Stride<_64, _1>>{}));

__global__ void multiply(const half_t* A, const half_t* B, float* C) {
  __shared__ __align__(128) half_t shared_a[cosize_v<TileA>], shared_b[cosize_v<TileB>];
  Tensor a_all = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor b_all = make_tensor(make_gmem_ptr(B), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  Tensor c_all = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  Tensor a_tile = make_tensor(make_smem_ptr(shared_a), TileA{});
  Tensor b_tile = make_tensor(make_smem_ptr(shared_b), TileB{});

  auto loader = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                                Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto my_load = loader.get_slice(threadIdx.x);
  copy(loader, my_load.partition_S(a_all), my_load.partition_D(a_tile));
  copy(loader, my_load.partition_S(b_all), my_load.partition_D(b_tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();

  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto mine = mma.get_slice(threadIdx.x);
  Tensor c = mine.partition_C(c_all);
  Tensor a = mine.make_fragment_A(mine.partition_A(a_tile));
  Tensor b = mine.make_fragment_B(mine.partition_B(b_tile));
  Tensor sum = mine.make_fragment_C(c);
  clear(sum);
  TiledCopy copy_a = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  TiledCopy copy_b = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto slice_a = copy_a.get_slice(threadIdx.x);
  auto slice_b = copy_b.get_slice(threadIdx.x);
  Tensor from_a = slice_a.partition_S(a_tile);
  Tensor to_a = slice_a.retile_D(a);
  Tensor from_b = slice_b.partition_S(b_tile);
  Tensor to_b = slice_b.retile_D(b);
  CUTE_UNROLL
  for (int k = 0; k < size<2>(a); ++k) {
    copy(copy_a, from_a(_, _, k), to_a(_, _, k));
    copy(copy_b, from_b(_, _, k), to_b(_, _, k));
    gemm(mma, a(_, _, k), b(_, _, k), sum);
  }
  copy(sum, c);
}

int main() {
  half_t *A, *B;
  float* C;
  cudaMallocManaged(&A, 64 * 64 * 2), cudaMallocManaged(&B, 32 * 64 * 2), cudaMallocManaged(&C, 64 * 32 * 4);
  for (int i = 0; i < 64 * 64; i++) A[i] = half_t(float(i % 7 - 3));
  for (int i = 0; i < 32 * 64; i++) B[i] = half_t(float(i % 5 - 2));
  multiply<<<1, 128>>>(A, B, C);
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int m = 0; m < 64; m++)
    for (int n = 0; n < 32; n++) {
      float sum = 0;
      for (int k = 0; k < 64; k++) sum += float(A[m * 64 + k]) * float(B[n * 64 + k]);
      wrong += C[m * 32 + n] != sum;
    }
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
