/* warpscope
title  = "mm regtile"
kernel = "mm_regtile"
grid   = ["M/BN", "M/BM"]
block  = "(BM/TM)*(BN/TN)"
[params]
M = [2048, 1024]
BM = [64, 128]
BN = [64, 128]
TM = [4, 8]
TN = [4, 8]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 2048
#endif
#ifndef BM
#define BM 64
#endif
#ifndef BN
#define BN 64
#endif
#ifndef TM
#define TM 4
#endif
#ifndef TN
#define TN 4
#endif

#define BK 8
#define THREADS ((BM / TM) * (BN / TN))
__global__ void __launch_bounds__(THREADS) mm_regtile(const float *a, const float *b, float *c, int m) {
  __shared__ float as[BK][BM], bs[BK][BN];
  int tid = threadIdx.x, tx = tid % (BN / TN), ty = tid / (BN / TN);
  const float *ab = a + blockIdx.y * BM * m, *bb = b + blockIdx.x * BN;
  float acc[TM][TN] = {};
  for (int t = 0; t < m; t += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) as[i % BK][i / BK] = ab[(i / BK) * m + t + i % BK];
    for (int i = tid; i < BN * BK; i += THREADS) bs[i / BN][i % BN] = bb[(t + i / BN) * m + i % BN];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k++) {
      float ra[TM], rb[TN];
#pragma unroll
      for (int i = 0; i < TM; i++) ra[i] = as[k][ty * TM + i];
#pragma unroll
      for (int j = 0; j < TN; j++) rb[j] = bs[k][tx * TN + j];
#pragma unroll
      for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; i++)
#pragma unroll
    for (int j = 0; j < TN; j++)
      c[(blockIdx.y * BM + ty * TM + i) * m + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}
