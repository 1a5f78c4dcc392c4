/* warpscope
grid = 2
block = 64
[args]
weight = "random:4[512]"
best = "zero[1]"
*/
// A look before the atomic saves most of them: the look is a plain read beside others' atomics, which is a race unless it is atomic itself.
__global__ void maximum(const unsigned *weight, unsigned *best) {
  unsigned v = blockIdx.x * 64 + threadIdx.x;
  for (unsigned e = 4 * v; e < 4 * v + 4; ++e)
    if (v < weight[e] % 512) atomicMax(best, weight[e]); //~ racy as: if (*best < weight[e]) atomicMax(best, weight[e]); //~ clean as: if (atomicMax(best, 0u) < weight[e]) atomicMax(best, weight[e]); //~ racy as: if (v < weight[e] % 512) *best = max(*best, weight[e]);
}
