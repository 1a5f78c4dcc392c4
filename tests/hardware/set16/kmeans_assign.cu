/* warpscope
title  = "kmeans assign"
kernel = "kmeans_assign"
grid   = "(N+255)/256"
block  = 256
[params]
N = [1048576, 131072]
K = [16, 64]
DIM = 4
SUMS = [0, 1]
[args]
p = "random:1[N*DIM]"
centre = "random:2[K*DIM]"
label = "zero[N]"
sums = "zero[K*DIM]"
n = "N"
*/
#ifndef N
#define N 1048576
#endif
#ifndef K
#define K 16
#endif
#ifndef DIM
#define DIM 4
#endif
#ifndef SUMS
#define SUMS 0
#endif

// points lie coordinate by coordinate; SUMS: also adds the points of each cluster
__global__ void kmeans_assign(const float *p, const float *centre, int *label, float *sums, int n) {
  __shared__ float c[K * DIM];
#if SUMS
  __shared__ float acc[K * DIM];
  for (int k = threadIdx.x; k < K * DIM; k += 256) acc[k] = 0;
#endif
  for (int k = threadIdx.x; k < K * DIM; k += 256) c[k] = centre[k];
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x, at = 0;
  if (i < n) {
    float x[DIM], best = 1e30f;
    for (int d = 0; d < DIM; d++) x[d] = p[d * n + i];
    for (int k = 0; k < K; k++) {
      float s = 0;
      for (int d = 0; d < DIM; d++) { float e = x[d] - c[k * DIM + d]; s += e * e; }
      if (s < best) { best = s; at = k; }
    }
    label[i] = at;
#if SUMS
    for (int d = 0; d < DIM; d++) atomicAdd(&acc[at * DIM + d], x[d]);
#endif
  }
#if SUMS
  __syncthreads();
  for (int k = threadIdx.x; k < K * DIM; k += 256) atomicAdd(&sums[k], acc[k]);
#endif
}
