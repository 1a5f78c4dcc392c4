/* warpscope
title  = "floyd pass"
kernel = "floyd_pass"
grid   = ["V/32", "V/8"]
block  = [32, 8]
[params]
V = [2048, 512]
ROWSHARED = [0, 1]
[args]
dist = "random:1[V*V]"
out = "zero[V*V]"
v = "V"
k = "V/3"
*/
#ifndef V
#define V 2048
#endif
#ifndef ROWSHARED
#define ROWSHARED 0
#endif

__global__ void floyd_pass(const unsigned *dist, unsigned *out, int v, int k) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
#if ROWSHARED
  __shared__ unsigned row[32], col[8];
  if (threadIdx.y == 0) row[threadIdx.x] = dist[k * v + x];
  if (threadIdx.x == 0) col[threadIdx.y] = dist[y * v + k];
  __syncthreads();
  unsigned through = (row[threadIdx.x] >> 1) + (col[threadIdx.y] >> 1);
#else
  unsigned through = (dist[k * v + x] >> 1) + (dist[y * v + k] >> 1);
#endif
  out[y * v + x] = min(dist[y * v + x], through);
}
