/* warpscope
grid = 2
block = 32
[args]
in = "mod:7[64]"
out = "zero[64]"
*/
// Several time steps a launch: the valid part shrinks by one cell on both sides a step.
__global__ void heat(const float *in, float *out) {
  __shared__ float now[32], next[32];
  int t = threadIdx.x, x = blockIdx.x * 24 + t - 4;
  bool inside = x >= 0 && x < 48;
  now[t] = inside ? in[x] : 0.f;
  __syncthreads(); //~ racy
  for (int step = 1; step <= 4; ++step) {
    bool valid = t >= step && t < 32 - step && inside;
    if (valid) next[t] = 0.5f * now[t] + 0.25f * (now[t - 1] + now[t + 1]); //~ racy uninit as: if (valid) now[t] = 0.5f * now[t] + 0.25f * (now[t - 1] + now[t + 1]);
    __syncthreads(); //~ racy
    if (valid) now[t] = next[t];
    __syncthreads(); //~ racy
  }
  if (t >= 4 && t < 28) out[x] = now[t]; //~ racy as: if (inside) out[x] = now[t];
}
