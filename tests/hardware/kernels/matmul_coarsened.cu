/* warpscope
kernel = "product"
grid = ["N/(TILE*COARSE)", "N/TILE"]
block = ["TILE", "TILE"]
[params]
N = [128, 256]
TILE = [16, 32, 8]
COARSE = [4, 2]
[args]
a = "mod:5[N*N]"
b = "mod:7[N*N]"
c = "zero[N*N]"
*/
__global__ void product(const float *a, const float *b, float *c) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, first = blockIdx.x * TILE * COARSE + tx;
  float sum[COARSE];
  for (int k = 0; k < COARSE; ++k) sum[k] = 0;
  for (int phase = 0; phase < N / TILE; ++phase) {
    as[ty][tx] = a[row * N + phase * TILE + tx];
    for (int k = 0; k < COARSE; ++k) {
      bs[ty][tx] = b[(phase * TILE + ty) * N + first + k * TILE];
      __syncthreads();
      for (int i = 0; i < TILE; ++i) sum[k] += as[ty][i] * bs[i][tx];
      __syncthreads();
    }
  }
  for (int k = 0; k < COARSE; ++k) c[row * N + first + k * TILE] = sum[k];
}
