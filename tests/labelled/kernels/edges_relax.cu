/* warpscope
grid = 2
block = 64
[args]
now = "mod:97[128]"
next = "random:9[128]"
*/
// Distances are read from one array and lowered in another, atomically.
__global__ void relax(const unsigned *now, unsigned *next) {
  unsigned v = blockIdx.x * 64 + threadIdx.x;
  for (unsigned k = 1; k <= 4; ++k) {
    unsigned to = (v * 5 + k) % 128, through = now[v] + k;
    atomicMin(next + to, through); //~ racy as: if (through < next[to]) next[to] = through; //~ racy as: atomicMin(const_cast<unsigned *>(now) + to, through); //~ racy as: if (through < next[to]) atomicMin(next + to, through);
  }
}
