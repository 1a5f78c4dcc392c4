/* warpscope
kernel = "turn"
grid = ["(W+31)/32", "(H+31)/32"]
block = [32, 8]
[params]
W = [100, 96]
H = [70]
PAD = [0, 1, 2]
[args]
in = "mod:71[W*H]"
out = "zero[W*H]"
*/
__global__ void turn(const float *in, float *out) {
  __shared__ float tile[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < W && y + j < H) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * W + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < H && y + j < W) out[(y + j) * H + x] = tile[threadIdx.x][threadIdx.y + j];
}
