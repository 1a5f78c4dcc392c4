// CUTLASS's device-wide product on tensor cores: half precision in, single precision out, three stages of cp.async.
#include <cstdio>
#include <cutlass/gemm/device/gemm.h>

int main() {
  constexpr int M = 128, N = 64, K = 64;
  using Half = cutlass::half_t;
  using Gemm = cutlass::gemm::device::Gemm<
      Half, cutlass::layout::RowMajor, Half, cutlass::layout::ColumnMajor, float, cutlass::layout::RowMajor, float,
      cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, cutlass::gemm::GemmShape<64, 64, 32>,
      cutlass::gemm::GemmShape<32, 32, 32>, cutlass::gemm::GemmShape<16, 8, 16>,
      cutlass::epilogue::thread::LinearCombination<float, 4, float, float>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 3>;
  Half *A, *B;
  float* C;
  cudaMallocManaged(&A, M * K * 2), cudaMallocManaged(&B, K * N * 2), cudaMallocManaged(&C, M * N * 4);
  for (int i = 0; i < M * K; i++) A[i] = Half(float(i % 7 - 3));
  for (int i = 0; i < K * N; i++) B[i] = Half(float(i % 5 - 2));
  for (int i = 0; i < M * N; i++) C[i] = 1;
  Gemm gemm;
  cutlass::Status status = gemm({{M, N, K}, {A, K}, {B, K}, {C, N}, {C, N}, {1.0f, 2.0f}});
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int m = 0; m < M; m++)
    for (int n = 0; n < N; n++) {
      float sum = 0;
      for (int k = 0; k < K; k++) sum += float(A[m * K + k]) * float(B[n * K + k]);
      wrong += C[m * N + n] != sum + 2;
    }
  printf("%s, %s, %d wrong\n", cutlassGetStatusString(status), cudaGetErrorString(error), wrong);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
