/* warpscope
grid = 2
block = 128
[args]
in = "mod:7[256]"
out = "zero[2]"
*/
// The index of each thread's pair is a multiple: no remainder, but the conflicts of a power of two.
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t]; //~ uninit as: if (t < 127) s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads(); //~ racy
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned i = 2 * step * t;
    if (i < blockDim.x) s[i] += s[i + step]; //~ outside as: if (i <= blockDim.x) s[i] += s[i + step];
    __syncthreads(); //~ racy
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
