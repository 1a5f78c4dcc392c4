/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
__global__ void two(int *out) {
  if (threadIdx.x < 32) __syncthreads();
  else __syncthreads();                         // expect divergence: 32
  out[threadIdx.x] = 1;
}
// expect run: done
