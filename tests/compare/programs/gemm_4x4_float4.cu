#include <cuda_runtime.h>
#define BM 64
#define BN 64
#define BK 16
__global__ void gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 256) As[i % BK][i / BK] = A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
    for (int i = threadIdx.x; i < BK * BN; i += 256) Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      float a[4], b[4];
      for (int i = 0; i < 4; ++i) a[i] = As[k][ty * 4 + i];
      for (int j = 0; j < 4; ++j) b[j] = Bs[k][tx + j * 16];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx + j * 16] = acc[i][j];
}
int main() {
  int M = 128, N = 192, K = 64;
  float *A, *B, *C;
  cudaMalloc(&A, M * K * sizeof(float)); cudaMalloc(&B, K * N * sizeof(float)); cudaMalloc(&C, M * N * sizeof(float));
  dim3 grid(N / BN, M / BM);
  gemm<<<grid, 256>>>(A, B, C, M, N, K);
}
