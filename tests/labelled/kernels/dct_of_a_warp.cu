/* warpscope
grid = 1
block = [32, 2]
[args]
in = "mod:7[512]"
out = "zero[512]"
*/
// Four 8 x 8 tiles a warp, rows and then columns in place by one lane each: old code had nothing between them, "a warp runs in lockstep".
__device__ void butterfly(float *p, int step) {
  for (int i = 0; i < 4; ++i) {
    float a = p[i * step], b = p[(7 - i) * step];
    p[i * step] = a + b;
    p[(7 - i) * step] = a - b;
  }
}
__global__ void transform(const float *in, float *out) {
  __shared__ float s[2][4][64];
  unsigned lane = threadIdx.x, tile = lane / 8, k = lane % 8;
  float *p = s[threadIdx.y][tile];
  const float *from = in + (threadIdx.y * 4 + tile) * 64;
  for (int r = 0; r < 8; ++r) p[r * 8 + k] = from[r * 8 + k];
  __syncwarp(); //~ racy
  butterfly(p + k * 8, 1);
  __syncwarp(); //~ racy
  butterfly(p + k, 8);
  __syncwarp(); //~ clean: each lane stores the column that it computed
  for (int r = 0; r < 8; ++r) out[(threadIdx.y * 4 + tile) * 64 + r * 8 + k] = p[r * 8 + k];
}
