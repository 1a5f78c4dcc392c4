/* warpscope
grid = 1
block = 128
[args]
in = "mod:7[384]"
out = "zero[384]"
*/
// A mean is subtracted, row after row: the shared sum is read by all before the next row writes it.
__global__ void normalise(const int *in, int *out) {
  __shared__ int s[128];
  __shared__ int mean;
  unsigned t = threadIdx.x;
  for (int row = 0; row < 3; ++row) {
    int v = in[row * 128 + t];
    s[t] = v;
    __syncthreads(); //~ racy
    for (unsigned half = 64; half > 0; half /= 2) {
      if (t < half) s[t] += s[t + half];
      __syncthreads(); //~ racy
    }
    if (t == 0) mean = s[0] / 128;
    __syncthreads(); //~ racy
    out[row * 128 + t] = v - mean;
    // The barrier above the sum keeps this row's reading from the next row's writing: t == 0 writes mean behind two of them.
  }
}
