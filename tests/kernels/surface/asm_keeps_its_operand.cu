/* warpscope
grid = 1
block = 32
[args]
in  = "ramp[32]"
out = "zero[32]"
[check]
out = "plain"
*/
// A fence for the compiler: what it reads and writes stays as it is. CUTLASS has it around wgmma.
template <class T> __device__ void keep(T &value) { asm volatile("" : "+r"(value) :: "memory"); }

__global__ void kept(const float *in, float *out) {
  float value = in[threadIdx.x];
  int twice = 2 * threadIdx.x;
  asm volatile("" : "+f"(value) :: "memory");
  asm volatile("// nothing but words\n" : "+f"(value), "+r"(twice));
  asm volatile("cp.async.wait_all;" : "+r"(twice) :: "memory");
  keep(twice);
  out[threadIdx.x] = value + twice;
}
__global__ void plain(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x] + 2 * threadIdx.x;
}
// expect run: done
