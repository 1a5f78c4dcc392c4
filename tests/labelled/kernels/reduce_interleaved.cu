/* warpscope
grid = 3
block = 128
[args]
in = "mod:7[384]"
out = "zero[3]"
*/
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads(); //~ racy
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (t % (2 * step) == 0) s[t] += s[t + step]; //~ racy as: if (t % step == 0 && t + step < blockDim.x) s[t] += s[t + step];
    __syncthreads(); //~ racy //~ diverges as: if (t % (2 * step) == 0) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0]; //~ clean as: if (t < 1) out[blockIdx.x] = s[0]; //~ racy as: out[blockIdx.x] = s[0];
}
