/* warpscope
grid = 3
block = 64
[args]
next = "zero[1]"
out = "zero[512]"
*/
// Blocks take pieces of the work until none is left; one thread draws for all.
__global__ void work(unsigned *next, unsigned *out) {
  __shared__ unsigned piece;
  for (;;) {
    if (threadIdx.x == 0) piece = atomicAdd(next, 1u); //~ racy as: if (threadIdx.x == 0) piece = (*next)++;
    __syncthreads(); //~ racy
    unsigned mine = piece;
    __syncthreads(); //~ racy diverges
    if (mine >= 8) break; //~ clean as: if (mine > 7) return;
    out[mine * 64 + threadIdx.x] = mine;
  }
}
