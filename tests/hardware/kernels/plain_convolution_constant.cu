/* warpscope
kernel = "convolve"
grid = ["(W+27)/28", "(H+27)/28"]
block = [32, 32]
[params]
W = [100, 128, 64]
H = [60]
[args]
in = "mod:17[W*H]"
out = "zero[W*H]"
*/
__constant__ float mask[25] = {1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1};
// The block loads 32 x 32, the inner 28 x 28 threads compute.
__global__ void convolve(const float *in, float *out) {
  __shared__ float tile[32][32];
  int col = blockIdx.x * 28 + threadIdx.x - 2, row = blockIdx.y * 28 + threadIdx.y - 2;
  tile[threadIdx.y][threadIdx.x] = row >= 0 && row < H && col >= 0 && col < W ? in[row * W + col] : 0.0f;
  __syncthreads();
  int tx = threadIdx.x - 2, ty = threadIdx.y - 2;
  if (row >= 0 && row < H && col >= 0 && col < W && tx >= 0 && tx < 28 && ty >= 0 && ty < 28) {
    float sum = 0;
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 5; ++x) sum += mask[y * 5 + x] * tile[ty + y][tx + x];
    out[row * W + col] = sum;
  }
}
