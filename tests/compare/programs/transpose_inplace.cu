/* warpscope
grid = [5, 5]
block = [32, 8]
[args]
m = "ramp[25600]"
n = 160
*/
__global__ void swap_tiles(float *m, int n) {
  __shared__ float a[32][33], b[32][33];
  if (blockIdx.x < blockIdx.y) return;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8) {
    a[j][threadIdx.x] = m[(y + j) * n + x + threadIdx.x];
    if (blockIdx.x != blockIdx.y) b[j][threadIdx.x] = m[(x + j) * n + y + threadIdx.x];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    m[(x + j) * n + y + threadIdx.x] = a[threadIdx.x][j];
    if (blockIdx.x != blockIdx.y) m[(y + j) * n + x + threadIdx.x] = b[threadIdx.x][j];
  }
}
