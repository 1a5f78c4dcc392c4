/* warpscope
title  = "pagerank pull"
kernel = "pagerank_pull"
grid   = "NODES/128"
block  = 128
[params]
NODES = [1048576, 131072]
DEG = 8
PUSH = [0, 1]
[args]
adj = "random:1[NODES*DEG]"
rank = "random:2[NODES]"
out = "zero[NODES]"
nodes = "NODES"
*/
#ifndef NODES
#define NODES 1048576
#endif
#ifndef DEG
#define DEG 8
#endif
#ifndef PUSH
#define PUSH 0
#endif

__global__ void pagerank_pull(const unsigned *adj, const float *rank, float *out, unsigned nodes) {
  unsigned v = blockIdx.x * 128 + threadIdx.x;
#if PUSH
  float share = rank[v] * (0.85f / DEG);
  for (int e = 0; e < DEG; e++) atomicAdd(&out[adj[e * nodes + v] % nodes], share);
#else
  float s = 0;
  for (int e = 0; e < DEG; e++) s += rank[adj[e * nodes + v] % nodes];
  out[v] = 0.15f / nodes + 0.85f / DEG * s;
#endif
}
