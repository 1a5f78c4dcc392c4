/* warpscope
kernel = "generation"
grid = ["W/32", "H/8"]
block = [32, 8]
[params]
W = [64, 160]
H = [48]
[args]
now = "mod:3[W*H]"
next = "zero[W*H]"
*/
__global__ void generation(const int *now, int *next) {
  __shared__ int cells[10][34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int r = threadIdx.y; r < 10; r += 8)
    for (int c = threadIdx.x; c < 34; c += 32)
      cells[r][c] = now[(blockIdx.y * 8 + r - 1 + H) % H * W + (blockIdx.x * 32 + c - 1 + W) % W] == 1;
  __syncthreads();
  int n = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      if (dx != 1 || dy != 1) n += cells[threadIdx.y + dy][threadIdx.x + dx];
  next[y * W + x] = n == 3 || (n == 2 && cells[threadIdx.y + 1][threadIdx.x + 1]);
}
