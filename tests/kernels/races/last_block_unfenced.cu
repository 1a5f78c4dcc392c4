/* warpscope
grid = 8
block = 64
[args]
in = "ramp[512]"
partial = "zero[8]"
count = "zero[1]"
out = "zero[1]"
*/
// As last_block.cu, but no fence gives the partial sums to the last block: whether it sees them is luck.
__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  __shared__ float s[64];
  __shared__ bool last;
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (unsigned half = 32; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    unsigned ticket = atomicInc(count, gridDim.x);
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    s[t] = t < 8 ? partial[t] : 0.f; // expect hazard: RAW line=22
    __syncthreads();
    if (t == 0) {
      float all = 0;
      for (int i = 0; i < 8; ++i) all += s[i];
      *out = all;
      *count = 0;
    }
  }
}
// expect run: done
