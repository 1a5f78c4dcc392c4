/* warpscope
grid = 2
block = 128
[args]
in = "mod:7[512]"
out = "zero[2]"
*/
// The last six steps within one warp: each needs its __syncwarp since Volta, volatile or not. Lanes that read beyond 31 read what nobody needs.
__global__ void reduce(const int *in, int *out) {
  __shared__ volatile int s[128];
  unsigned t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;
  s[t] = in[i] + in[i + blockDim.x];
  __syncthreads(); //~ racy
  if (t < 64) s[t] = s[t] + s[t + 64];
  __syncthreads(); //~ racy
  if (t < 32) {
    int v = s[t] + s[t + 32]; __syncwarp(); //~ clean as: int v = s[t] + s[t + 32];
    s[t] = v;
    __syncwarp(); //~ racy
    for (int half = 16; half > 0; half /= 2) {
      if (t < half) v += s[t + half]; //~ clean as: if (t < 2 * half) v += s[t + half];
      __syncwarp(); //~ clean: what a step reads lies above what it writes
      if (t < half) s[t] = v;
      __syncwarp(); //~ racy
    }
    if (t == 0) out[blockIdx.x] = v;
  }
}
