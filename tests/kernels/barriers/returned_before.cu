/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
__global__ void early(int *out) {
  if (threadIdx.x >= 40) return;
  __syncthreads();                              // expect divergence: 40
  out[threadIdx.x] = 1;                         // expect global_store: requests=2 sectors=5
}
// expect run: done
