/* warpscope
grid = 2
block = 128
[args]
in = "ramp[256]"
out = "zero[256]"
*/
// Inclusive scan with one buffer: read, barrier, write, barrier.
__global__ void scan(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned step = 1; step < 128; step *= 2) {
    int below = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += below;
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = s[t];
}
// expect no_hazards
// expect run: done
