/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[128]"
out = "zero[128]"
*/
// Barriers inside functions, one of which all threads of the block enter twice.
__device__ int shifted(int *s, int v, int by) {
  __syncthreads(); //~ racy
  s[threadIdx.x] = v;
  __syncthreads(); //~ racy
  return s[(threadIdx.x + by) % 64];
}
__global__ void turn(const int *in, int *out) {
  __shared__ int s[64];
  int v = in[blockIdx.x * 64 + threadIdx.x];
  int once = shifted(s, v, 1); //~ diverges as: int once = threadIdx.x < 32 ? shifted(s, v, 1) : v;
  int twice = shifted(s, once, 33);
  out[blockIdx.x * 64 + threadIdx.x] = once + twice;
}
