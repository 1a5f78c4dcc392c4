/* warpscope
kernel = "multiply"
grid = ["N/T", "N/T"]
block = ["T", "T"]
[params]
N = [128]
T = [16, 8, 32]
PAD = [0, 1]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
*/
__global__ void multiply(const float *A, const float *B, float *C) {
  __shared__ float a[T][T + PAD], b[T][T + PAD];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0;
  for (int p = 0; p < N; p += T) {
    a[y][x] = A[row * N + p + x];
    b[x][y] = B[(p + y) * N + col];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += a[y][k] * b[x][k];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
