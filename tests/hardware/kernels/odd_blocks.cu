/* warpscope
kernel = "odd"
grid = [3, 2]
block = ["BX", "BY"]
[params]
BX = [7, 33, 48]
BY = [5, 3]
[args]
in = "ramp[65536]"
out = "zero[65536]"
*/
__global__ void odd(const float *in, float *out) {
  __shared__ float s[BY][BX];
  int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.y * BY + y) * (3 * BX) + blockIdx.x * BX + x;
  s[y][x] = in[i * 3];
  __syncthreads();
  float v = s[BY - 1 - y][BX - 1 - x];
  if ((x + y) % 2) out[i] = v;
  switch (x % 4) {
  case 0: out[32768 + i] = v; break;
  case 1: out[32768 + 2 * i] = v; break;
  default: break;
  }
}
