/* warpscope
grid = 2
block = 64
[args]
x = "mod:7[64]"
y = "zero[64]"
*/
// A warp a row; its lanes' products are added in shared memory.
__global__ void multiply(const float *x, float *y) {
  __shared__ volatile float s[64];
  unsigned t = threadIdx.x, lane = t % 32, warps = gridDim.x * 2;
  for (unsigned row = blockIdx.x * 2 + t / 32; row < 64; row += warps) {
    float sum = 0;
    for (unsigned c = lane; c < 64; c += 32) sum += (row * 3 + c) % 5 * x[c];
    s[t] = sum;
    __syncwarp(); //~ racy
    for (unsigned half = 16; half > 0; half /= 2) {
      if (lane < half) s[t] = s[t] + s[t + half];
      __syncwarp(); //~ racy
    }
    if (lane == 0) y[row] = s[t]; //~ racy as: if (lane == 0) y[row / 2] = s[t];
  }
}
