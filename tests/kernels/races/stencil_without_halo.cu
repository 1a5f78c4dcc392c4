/* warpscope
grid = 2
block = 64
[args]
in = "ramp[130]"
out = "zero[128]"
*/
// A stencil whose halo nobody loads.
__global__ void stencil(const float *in, float *out) {
  __shared__ float s[66];
  unsigned t = threadIdx.x;
  s[t + 1] = in[blockIdx.x * 64 + t + 1];
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t] + s[t + 1] + s[t + 2]; // expect hazard: UNINIT line=14 count=2
}
// expect run: done
