/* warpscope
title       = "The ladder of the product, up to the vendor's library"
question    = "One product, four ways: a thread an element, tiles of 16 in shared memory, 8 x 8 results in a thread's registers, and cuBLAS. How much of what the library reaches does each step reach?"
explanation = """
Each step reads less for the same multiply-adds: from global memory first, then from shared memory. The library does what the third one does, and more: copies under way while it computes, sizes chosen for the device, machine code that no compiler arranges. \
It is the mark at the end: on an H200 the third step reaches half of it at N = 4096, and at N = 256, where four blocks are all there is, the smaller tiles win. \
In the simulator the calls of cuBLAS are computed on the host and counted as nothing: their results are right, their time is not modelled. The recording has the GPU's."""
[params]
N = 128
[program]
prints = "right: 4 of 4"
[lesson]
at     = "sum += A[row * N + k] * B[k * N + col];"
answer = "Sectors read: {naive.load_sectors} with a thread for each element, {tiled.load_sectors} with tiles of 16, {registers.load_sectors} with 8 x 8 in registers. Of cuBLAS nothing is counted."
*/
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <vector>

#ifndef N
#define N 128
#endif

__global__ void naive(const float *A, const float *B, float *C) {
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += A[row * N + k] * B[k * N + col];
  C[row * N + col] = sum;
}

__global__ void tiled(const float *A, const float *B, float *C) {
  __shared__ float As[16][16], Bs[16][16];
  int ty = threadIdx.y, tx = threadIdx.x, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int first = 0; first < N; first += 16) {
    As[ty][tx] = A[row * N + first + tx];
    Bs[ty][tx] = B[(first + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < 16; k++)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

// 128 x 128 results a block of 256 threads; a thread has rows ty + 16 i and columns tx + 16 j.
__global__ void registers(const float *A, const float *B, float *C) {
  __shared__ float As[8][128], Bs[8][128]; // As is kept transposed, so that both are read along their rows
  int thread = threadIdx.x, ty = thread / 16, tx = thread % 16, top = blockIdx.y * 128, left = blockIdx.x * 128;
  float sum[8][8] = {};
  for (int first = 0; first < N; first += 8) {
    for (int e = thread; e < 1024; e += 256) {
      As[e % 8][e / 8] = A[(top + e / 8) * N + first + e % 8];
      Bs[e / 128][e % 128] = B[(first + e / 128) * N + left + e % 128];
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) {
      float a[8], b[8];
#pragma unroll
      for (int i = 0; i < 8; i++)
        a[i] = As[k][ty + 16 * i], b[i] = Bs[k][tx + 16 * i];
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j++)
      C[(top + ty + 16 * i) * N + left + tx + 16 * j] = sum[i][j];
}

static std::vector<float> expected(N *N), found(N *N);

template <class Call> int time(const char *what, float *C, Call call) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  float milliseconds = 0;
  for (int round = 0; round < 2; round++) {
    cudaMemset(C, 0, N * N * sizeof(float));
    cudaEventRecord(begin);
    call();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
  }
  cudaMemcpy(found.data(), C, N * N * sizeof(float), cudaMemcpyDeviceToHost);
  if (expected[0] == 0)
    expected = found; // whole numbers below 2^24: all four must give the same
  printf("%-12s %8.0f GFLOP/s\n", what, 2.0 * N * N * N / (milliseconds * 1e6));
  cudaEventDestroy(begin), cudaEventDestroy(end);
  return found == expected && found[1] != 0;
}

int main() {
  std::vector<float> a(N * N), b(N * N);
  for (int i = 0; i < N * N; i++)
    a[i] = i % 7 + 1, b[i] = i % 5 + 1;
  float *A, *B, *C;
  const size_t bytes = N * N * sizeof(float);
  cudaMalloc(&A, bytes), cudaMalloc(&B, bytes), cudaMalloc(&C, bytes);
  cudaMemcpy(A, a.data(), bytes, cudaMemcpyHostToDevice), cudaMemcpy(B, b.data(), bytes, cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, none = 0;

  int right = time("naive", C, [&] { naive<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(A, B, C); });
  right += time("tiles of 16", C, [&] { tiled<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(A, B, C); });
  right += time("8 x 8 each", C, [&] { registers<<<dim3(N / 128, N / 128), 256>>>(A, B, C); });
  // By columns, as cuBLAS counts, B times A is A times B by rows.
  right += time("cuBLAS", C, [&] {
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, B, N, A, N, &none, C, N);
  });
  printf("right: %d of 4\n", right);
  cublasDestroy(handle);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
