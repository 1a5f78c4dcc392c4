/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[256]"
out = "zero[256]"
*/
__global__ void scan(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x, base = blockIdx.x * 128, d = 1;
  s[2 * t] = in[base + 2 * t];
  s[2 * t + 1] = in[base + 2 * t + 1];
  for (unsigned n = 64; n > 0; n /= 2) {
    __syncthreads(); //~ racy
    if (t < n) s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
    d *= 2;
  }
  if (t == 0) s[127] = 0; //~ racy as: if (t == 1) s[127] = 0;
  for (unsigned n = 1; n < 128; n *= 2) {
    d /= 2;
    __syncthreads(); //~ racy
    if (t < n) {
      unsigned a = d * (2 * t + 1) - 1, b = d * (2 * t + 2) - 1;
      int v = s[a];
      s[a] = s[b];
      s[b] += v;
    }
  }
  __syncthreads(); //~ clean: each thread reads the two words that it wrote itself in the last step
  out[base + 2 * t] = s[2 * t]; //~ clean as: out[base + 2 * t] = s[2 * t]; // (t + 0)
  out[base + 2 * t + 1] = s[2 * t + 1];
}
