/* warpscope
title  = "bfs level"
kernel = "bfs_level"
grid   = "NODES/256"
block  = 256
[params]
NODES = [1048576, 131072]
DEG = 8
SHARE = [4, 32]
[args]
adj = "random:1[NODES*DEG]"
level = "random:2[NODES]"
next = "zero[NODES]"
nodes = "NODES"
*/
#ifndef NODES
#define NODES 1048576
#endif
#ifndef DEG
#define DEG 8
#endif
#ifndef SHARE
#define SHARE 4
#endif

// one in SHARE nodes is in the frontier; its neighbours that are not yet seen are marked
__global__ void bfs_level(const unsigned *adj, const unsigned *level, int *next, unsigned nodes) {
  unsigned v = blockIdx.x * 256 + threadIdx.x;
  if (level[v] % SHARE) return;
  for (int e = 0; e < DEG; e++) {
    unsigned u = adj[v * DEG + e] % nodes;
    if (level[u] % SHARE) next[u] = 1;
  }
}
