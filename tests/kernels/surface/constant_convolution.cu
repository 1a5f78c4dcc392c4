/* warpscope
grid = [2, 2]
block = [16, 16]
[args]
in = "mod:11[32*32]"
out = "zero[32*32]"
[check]
out = "plain"
*/
// expect run: done
#define RADIUS 1
constexpr int width() { return 2 * RADIUS + 1; }
__constant__ float filter[width()][width()] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
__global__ void convolve(const float *in, float *out) {
  __shared__ float tile[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int j = -RADIUS; j <= RADIUS; ++j)
    for (int i = -RADIUS; i <= RADIUS; ++i) {
      const int tx = (int)threadIdx.x + i, ty = (int)threadIdx.y + j;
      const int gx = x + i, gy = y + j;
      float v = 0;
      if (gx >= 0 && gx < 32 && gy >= 0 && gy < 32) {
        if (tx >= 0 && tx < 16 && ty >= 0 && ty < 16) v = tile[ty][tx];
        else v = in[gy * 32 + gx];
      }
      sum += filter[j + RADIUS][i + RADIUS] * v; // expect constant_load: requests=288 passes=288
    }
  out[y * 32 + x] = sum;
}
__global__ void plain(const float *in, float *out) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      const int gx = x + i - 1, gy = y + j - 1;
      if (gx < 0 || gx > 31 || gy < 0 || gy > 31) continue;
      sum += (i == 1 ? 2 : 1) * (j == 1 ? 2 : 1) * in[gy * 32 + gx];
    }
  out[y * 32 + x] = sum;
}
