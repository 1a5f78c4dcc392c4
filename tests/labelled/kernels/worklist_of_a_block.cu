/* warpscope
grid = 4
block = 64
[args]
in = "random:5[512]"
list = "zero[513]"
size = "zero[1]"
*/
// Places are drawn within the block first, one global atomic a block and round.
__global__ void push(const unsigned *in, unsigned *list, unsigned *size) {
  __shared__ unsigned count, base;
  for (unsigned round = 0; round < 2; ++round) {
    unsigned i = (round * gridDim.x + blockIdx.x) * 64 + threadIdx.x;
    bool mine = in[i] % 3 == 0;
    if (threadIdx.x == 0) count = 0;
    __syncthreads(); //~ racy
    unsigned place = mine ? atomicAdd(&count, 1u) : 0;
    __syncthreads(); //~ racy
    if (threadIdx.x == 0) base = atomicAdd(size, count);
    __syncthreads(); //~ racy
    if (mine) list[base + place] = i;
    // The next round's count is written by the one thread that reads it last; its base only behind two more barriers.
  }
}
