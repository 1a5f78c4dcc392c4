/* warpscope
title  = "knapsack row"
kernel = "knapsack_row"
grid   = "CAP/256"
block  = 256
[params]
CAP = [4194304, 524288]
WEIGHT = [37, 100000]
[args]
old = "random:1[CAP]"
out = "zero[CAP]"
weight = "WEIGHT"
value = 17
*/
#ifndef CAP
#define CAP 4194304
#endif
#ifndef WEIGHT
#define WEIGHT 37
#endif

__global__ void knapsack_row(const int *old, int *out, int weight, int value) {
  int c = blockIdx.x * 256 + threadIdx.x, v = old[c];
  if (c >= weight) v = max(v, (old[c - weight] >> 1) + value);
  out[c] = v;
}
