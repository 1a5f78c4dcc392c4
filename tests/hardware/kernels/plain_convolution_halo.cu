/* warpscope
kernel = "convolve"
grid = ["(W + 15)/16", "(H + 15)/16"]
block = [16, 16]
[params]
W = [100, 64]
H = [75, 64]
R = [2, 1]
[args]
in = "mod:11[W*H]"
out = "zero[W*H]"
*/
__global__ void convolve(const float *in, float *out) {
  __shared__ float s[16 + 2 * R][16 + 2 * R];
  for (int y = threadIdx.y; y < 16 + 2 * R; y += 16)
    for (int x = threadIdx.x; x < 16 + 2 * R; x += 16) {
      int gx = (int)(blockIdx.x * 16) + x - R, gy = (int)(blockIdx.y * 16) + y - R;
      s[y][x] = gx >= 0 && gx < W && gy >= 0 && gy < H ? in[gy * W + gx] : 0.0f;
    }
  __syncthreads();
  int ox = blockIdx.x * 16 + threadIdx.x, oy = blockIdx.y * 16 + threadIdx.y;
  if (ox >= W || oy >= H) return;
  float sum = 0;
  for (int dy = 0; dy <= 2 * R; ++dy)
    for (int dx = 0; dx <= 2 * R; ++dx) sum += s[threadIdx.y + dy][threadIdx.x + dx] * (dx + 1 - dy);
  out[oy * W + ox] = sum;
}
