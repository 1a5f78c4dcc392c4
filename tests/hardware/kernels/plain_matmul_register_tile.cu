/* warpscope
kernel = "multiply"
grid = ["N/64", "N/64"]
block = [16, 16]
[params]
N = [128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
*/
__global__ void multiply(const float *A, const float *B, float *C) {
  __shared__ float a[16][64], b[16][64];
  int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, row = blockIdx.y * 64, col = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int p = 0; p < N; p += 16) {
    for (int j = 0; j < 4; ++j) {
      int e = j * 256 + t;
      a[e % 16][e / 16] = A[(row + e / 16) * N + p + e % 16];
      b[e / 64][e % 64] = B[(p + e / 64) * N + col + e % 64];
    }
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      float u[4], v[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        u[j] = a[k][y * 4 + j];
        v[j] = b[k][x + 16 * j];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += u[i] * v[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) C[(row + y * 4 + i) * N + col + x + 16 * j] = sum[i][j];
}
