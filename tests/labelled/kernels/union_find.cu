/* warpscope
grid = 2
block = 64
[args]
parent = "ramp[128]"
*/
// Hooks the larger root below the smaller; every look is atomic, since others hook at the same time.
__device__ unsigned root_of(unsigned *parent, unsigned v) {
  unsigned p = atomicOr(parent + v, 0u); //~ racy as: unsigned p = parent[v];
  while (p != v) {
    v = p;
    p = atomicOr(parent + v, 0u);
  }
  return v;
}
__global__ void unite(unsigned *parent) {
  unsigned i = blockIdx.x * 64 + threadIdx.x, a = i, b = (i * 7 + 1) % 128;
  for (;;) {
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a == b) break;
    unsigned high = max(a, b), low = min(a, b);
    if (atomicCAS(parent + high, high, low) == high) break; //~ racy as: parent[high] = low; break;
  }
}
