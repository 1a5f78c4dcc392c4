/* warpscope
title  = "pairwise dist"
kernel = "pairwise_dist"
grid   = ["N/16", "N/16"]
block  = [16, 16]
[params]
N = [2048, 512]
DIM = 32
TILED = [0, 1]
[args]
a = "random:1[N*DIM]"
out = "zero[N*N]"
n = "N"
*/
#ifndef N
#define N 2048
#endif
#ifndef DIM
#define DIM 32
#endif
#ifndef TILED
#define TILED 0
#endif

__global__ void pairwise_dist(const float *a, float *out, int n) {
  int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
#if TILED
  __shared__ float p[16][DIM + 1], q[16][DIM + 1];
  for (int k = threadIdx.x; k < DIM; k += 16) {
    p[threadIdx.y][k] = a[i * DIM + k];
    q[threadIdx.y][k] = a[(blockIdx.x * 16 + threadIdx.y) * DIM + k];
  }
  __syncthreads();
  for (int k = 0; k < DIM; k++) { float d = p[threadIdx.y][k] - q[threadIdx.x][k]; s += d * d; }
#else
  for (int k = 0; k < DIM; k++) { float d = a[i * DIM + k] - a[j * DIM + k]; s += d * d; }
#endif
  out[i * n + j] = sqrtf(s);
}
