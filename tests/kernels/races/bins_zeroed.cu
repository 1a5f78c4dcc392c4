/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[16]"
*/
// The same with bins set to zero before a barrier, and one by an atomic before a warp's sync.
__global__ void histogram(const int *in, int *out) {
  __shared__ int bins[16], sum[2];
  unsigned t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  if (t % 32 == 0) sum[t / 32] = 0;
  __syncwarp();
  atomicAdd(&sum[t / 32], 1);
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * 64 + t] % 16], 1);
  __syncthreads();
  if (t < 16) atomicAdd(&out[t], bins[t] + sum[0]);
}
// expect no_hazards
// expect run: done
