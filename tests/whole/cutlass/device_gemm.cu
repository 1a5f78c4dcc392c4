// The product that CUTLASS calls by itself: cutlass::gemm::device::Gemm in single precision, without tensor cores.
#include <cstdio>
#include <cutlass/gemm/device/gemm.h>

int main() {
  constexpr int M = 128, N = 128, K = 16;
  using Column = cutlass::layout::ColumnMajor;
  using Gemm = cutlass::gemm::device::Gemm<float, Column, float, Column, float, Column>;
  float *A, *B, *C;
  cudaMallocManaged(&A, M * K * 4), cudaMallocManaged(&B, K * N * 4), cudaMallocManaged(&C, M * N * 4);
  for (int i = 0; i < M * K; i++) A[i] = float(i % 7 - 3);
  for (int i = 0; i < K * N; i++) B[i] = float(i % 5 - 2);
  for (int i = 0; i < M * N; i++) C[i] = 1;
  Gemm gemm;
  cutlass::Status status = gemm({{M, N, K}, {A, M}, {B, K}, {C, M}, {C, M}, {2.0f, 3.0f}});
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int m = 0; m < M; m++)
    for (int n = 0; n < N; n++) {
      float sum = 0;
      for (int k = 0; k < K; k++) sum += A[m + k * M] * B[k + n * K];
      wrong += C[m + n * M] != 2 * sum + 3;
    }
  printf("%s, %s, %d wrong\n", cutlassGetStatusString(status), cudaGetErrorString(error), wrong);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
