// CuTe's headers: layouts and a swizzle that place tiles in shared memory, atoms of cp.async and mma.sync, and what print() says of the layout.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

using TileA = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{}));
using TileB = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));

template <class Tile> __device__ unsigned two(const half_t* tile, int row, int column) {
  return *(const unsigned*)&tile[Tile{}(row, column)];
}
// C (16 x 8) = A (16 x 64) times B (8 x 64, by columns), by one warp.
__global__ void small_product(const half_t* A, const half_t* B, float* C) {
  __shared__ __align__(128) half_t a[16 * 64], b[8 * 64];
  int lane = threadIdx.x;
  using Copy = SM80_CP_ASYNC_CACHEALWAYS<uint128_t>;
  for (int i = lane; i < 16 * 8; i += 32)
    Copy::copy(*(const uint128_t*)&A[i * 8], *(uint128_t*)&a[TileA{}(i / 8, i % 8 * 8)]);
  for (int i = lane; i < 8 * 8; i += 32)
    Copy::copy(*(const uint128_t*)&B[i * 8], *(uint128_t*)&b[TileB{}(i / 8, i % 8 * 8)]);
  cp_async_fence();
  cp_async_wait<0>();
  __syncwarp();
  float d[4] = {};
  int row = lane / 4, column = lane % 4 * 2;
  for (int k = 0; k < 64; k += 16)
    SM80_16x8x16_F32F16F16F32_TN::fma(d[0], d[1], d[2], d[3], two<TileA>(a, row, k + column), two<TileA>(a, row + 8, k + column),
                                      two<TileA>(a, row, k + column + 8), two<TileA>(a, row + 8, k + column + 8),
                                      two<TileB>(b, row, k + column), two<TileB>(b, row, k + column + 8), d[0], d[1], d[2], d[3]);
  auto out = make_tensor(make_gmem_ptr(C), Layout<Shape<_16, _8>, Stride<_8, _1>>{});
  for (int i = 0; i < 4; i++) out(row + i / 2 * 8, column + i % 2) = d[i];
}

int main() {
  print(TileA{});
  printf("\n");
  half_t *A, *B;
  float* C;
  cudaMallocManaged(&A, 16 * 64 * 2);
  cudaMallocManaged(&B, 8 * 64 * 2);
  cudaMallocManaged(&C, 16 * 8 * 4);
  for (int i = 0; i < 16 * 64; i++) A[i] = half_t(float(i % 7 - 3));
  for (int i = 0; i < 8 * 64; i++) B[i] = half_t(float(i % 5 - 2));
  small_product<<<1, 32>>>(A, B, C);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int m = 0; m < 16; m++)
    for (int n = 0; n < 8; n++) {
      float sum = 0;
      for (int k = 0; k < 64; k++) sum += float(A[m * 64 + k]) * float(B[n * 64 + k]);
      wrong += C[m * 8 + n] != sum;
    }
  printf("%d wrong\n", wrong);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
