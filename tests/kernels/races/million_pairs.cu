/* warpscope
grid = 2
block = 1024
[args]
out = "zero[2]"
*/
// Every pair of threads of a block races at two words: one line of the report, its count as it is.
__global__ void k(int *out) {
  __shared__ int s[2];
  for (int i = 0; i < 2; ++i) s[i] = threadIdx.x; // expect hazard: WAW line=10 count=2095104
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, s[0] + s[1]);
}
// expect run: done
