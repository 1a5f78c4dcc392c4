/* warpscope
grid = 2
block = 128
[args]
in = "ramp[256]"
out = "zero[256]"
*/
// As scan_in_place.cu, without the barrier between reading and writing.
__global__ void scan(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned step = 1; step < 128; step *= 2) {
    int below = t >= step ? s[t - step] : 0;
    s[t] += below;           // expect hazard: WAR line=15
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = s[t];
}
// expect run: done
