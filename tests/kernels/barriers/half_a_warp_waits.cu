/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void half(int *out) {
  if (threadIdx.x < 16) __syncthreads();        // expect divergence: 16
  out[threadIdx.x] = 1;
}
// expect run: deadlock
