/* warpscope
title       = "Bug: a tile of 48 in each direction"
question    = "A product with tiles of 48 x 48 compiles, runs, ends without a word, and its result is zero everywhere. What happened to the launch, and which call would have told?"
explanation = """
A block has a thread for each element of its tile, and 48 x 48 are 2,304. No device has more than 1,024 threads a block, so the launch never begins: nothing is written, C keeps the zeros that were there. \
The kernel is right, its shared memory is small enough (18 KB), the compiler cannot know what stands between the <<< >>>. "It did not crash, so it ran" is the mistake: a launch returns nothing, and its error waits for cudaGetLastError(). \
A tile of 32 is the largest that has a thread for each element. A larger one needs threads that compute several elements each, as in the register tile. FIXED 1 asks, and takes 32."""
[params]
FIXED = [0, 1]
[program]
prints = "right"
[bug]
says = "2,304 threads"
when = "FIXED == 0"
[lesson]
at     = "data[blockIdx.x * blockDim.x + threadIdx.x] = value;"
answer = "Of {launches launch} {failed_launches} failed. The arrays were filled, {fill.store_sectors sector}, and of the product {product.store_sectors} were written."
*/
#include <cstdio>
#include <cuda_runtime.h>

#ifndef FIXED
#define FIXED 0
#endif

#define TILE (FIXED ? 32 : 48)
#define N 96  // both tiles divide it

__global__ void fill(float *data, float value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void product(const float *A, const float *B, float *C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int first = 0; first < N; first += TILE) {
    As[ty][tx] = A[row * N + first + tx];
    Bs[ty][tx] = B[(first + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

int main() {
  static float found[N * N];
  float *A, *B, *C;
  cudaMalloc(&A, sizeof found), cudaMalloc(&B, sizeof found), cudaMalloc(&C, sizeof found);
  cudaMemset(C, 0, sizeof found);
  fill<<<N * N / 256, 256>>>(A, 1.0f);
  fill<<<N * N / 256, 256>>>(B, 2.0f);

  product<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(A, B, C);
#if FIXED
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    printf("the launch: %s\n", cudaGetErrorString(error));
#endif

  int right = 0;
  cudaMemcpy(found, C, sizeof found, cudaMemcpyDeviceToHost);
  for (float value : found)
    right += value == 2.0f * N;
  printf("right: %d of %d, the first is %.0f\n", right, N * N, found[0]);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
