/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[256]"
out = "zero[256]"
*/
__global__ void haar(const float *in, float *out) {
  __shared__ float s[128];
  unsigned t = threadIdx.x, base = blockIdx.x * 128;
  s[t] = in[base + t];
  s[t + 64] = in[base + t + 64];
  __syncthreads(); //~ racy
  for (unsigned n = 64; n > 0; n /= 2) {
    float a = 0, b = 0;
    if (t < n) {
      a = s[2 * t];
      b = s[2 * t + 1];
    }
    __syncthreads(); //~ racy
    if (t < n) {
      s[t] = (a + b) * 0.5f;
      out[base + n + t] = (a - b) * 0.5f; //~ clean as: s[n + t] = (a - b) * 0.5f; out[base + n + t] = s[n + t];
    }
    __syncthreads(); //~ racy
  }
  if (t == 0) out[base] = s[0];
}
