/* warpscope
grid = 1
block = 64
[args]
in = "ramp[256]"
out = "zero[256]"
n = 200
[check]
out = "copy_plain"
*/
// expect run: done
// cp.async as it is written by hand, with the size that fills the rest with zeros.
__global__ void copy(const float *in, float *out, int n) {
  __shared__ float4 buffer[64];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&buffer[t]);
  int filled = t * 4 < n ? 16 : 0;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\n" ::"r"(to), "l"(in + t * 4), "r"(filled)); // expect global_load: requests=2 sectors=25
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  __syncthreads();
  float4 v = buffer[63 - t];     // expect shared_load: requests=2 wavefronts=8
  ((float4 *)out)[63 - t] = v;
}
__global__ void copy_plain(const float *in, float *out, int n) {
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = threadIdx.x * 4 < n ? in[threadIdx.x * 4 + i] : 0.0f;
}
