/* warpscope
grid = 2
block = 128
[args]
seeds = "random:8[256]"
out = "zero[2]"
*/
// Two sums side by side, added by half the threads each.
__global__ void estimate(const unsigned *seeds, float *out) {
  __shared__ float sum[128], squares[128];
  unsigned t = threadIdx.x, x = seeds[blockIdx.x * 128 + t];
  float s = 0, q = 0;
  for (int i = 0; i < 4; ++i) {
    x = x * 1664525u + 1013904223u;
    float v = (x >> 8) * (1.f / (1 << 24));
    s += v;
    q += v * v;
  }
  sum[t] = s;
  squares[t] = q;
  for (unsigned half = 64; half > 0; half /= 2) {
    __syncthreads(); //~ racy
    if (t < half) sum[t] += sum[t + half];
    else if (t < 2 * half) squares[t - half] += squares[t]; //~ racy as: else if (t < 3 * half) squares[t - half] += squares[t];
  }
  __syncthreads(); //~ racy
  if (t == 0) out[blockIdx.x] = sum[0] + squares[0];
}
