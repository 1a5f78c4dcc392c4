/* warpscope
grid = 1
block = 16
[args]
m = "random:7[256]"
*/
// Sixteen threads factor a 16 x 16 tile: each step's column is read by all that eliminate.
__global__ void factor(float *m) {
  __shared__ float s[16][16];
  unsigned t = threadIdx.x;
  for (int r = 0; r < 16; ++r) s[r][t] = m[r * 16 + t] + (r == t ? 16.f : 0.f);
  __syncthreads(); //~ racy //~ clean as: __syncwarp(0xffff);
  for (unsigned k = 0; k < 15; ++k) {
    if (t > k) s[t][k] /= s[k][k];
    __syncthreads(); //~ clean: row t was written by thread t, and row k is read only
    if (t > k)
      for (unsigned c = k + 1; c < 16; ++c) s[t][c] -= s[t][k] * s[k][c];
    __syncthreads(); //~ racy
  }
  for (int r = 0; r < 16; ++r) m[r * 16 + t] = s[r][t];
}
