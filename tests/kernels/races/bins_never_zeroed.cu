/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[16]"
*/
// Bins that nobody sets to zero: atomics add to whatever lies there.
__global__ void histogram(const int *in, int *out) {
  __shared__ int bins[16];
  unsigned t = threadIdx.x;
  atomicAdd(&bins[in[blockIdx.x * 64 + t] % 16], 1); // expect hazard: UNINIT line=12 count=128
  __syncthreads();
  if (t < 16) atomicAdd(&out[t], bins[t]);
}
// expect run: done
