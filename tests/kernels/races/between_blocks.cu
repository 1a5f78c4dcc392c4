/* warpscope
grid = 3
block = 64
[args]
cells = "zero[192]"
shared_cells = "zero[64]"
sum = "zero[1]"
flag = "zero[1]"
out = "zero[192]"
*/
// No barrier orders two blocks; __syncthreads orders the threads of one. Counts between blocks are words.
__global__ void neighbours(int *cells, int *shared_cells, int *sum, int *flag, int *out) {
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  cells[i] = i;
  shared_cells[t] = blockIdx.x;      // expect hazard: WAW line=15 count=64
  if (t == 0) *flag = 1;             // expect hazard: WAW line=16 count=1
  atomicAdd(sum, 1);
  __syncthreads();
  int v = cells[(i + 64) % 192];     // expect hazard: RAW line=14 count=192
  if (t == 0) v += *sum;             // expect hazard: RAW line=17 count=1
  out[i] = v;
}
// expect run: done
