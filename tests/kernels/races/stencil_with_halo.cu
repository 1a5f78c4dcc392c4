/* warpscope
grid = 2
block = 64
[args]
in = "ramp[130]"
out = "zero[128]"
*/
// As stencil_without_halo.cu, with it.
__global__ void stencil(const float *in, float *out) {
  __shared__ float s[66];
  unsigned t = threadIdx.x;
  for (unsigned i = t; i < 66; i += 64) s[i] = in[blockIdx.x * 64 + i];
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t] + s[t + 1] + s[t + 2];
}
// expect no_hazards
// expect run: done
