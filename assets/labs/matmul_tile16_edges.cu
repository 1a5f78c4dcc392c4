/* warpscope
title       = "Matrix product with tiles that do not fit"
question    = "70 is no multiple of 16. What do the threads beyond the edge load, and why must they still reach both barriers?"
explanation = """
5 phases cover 80 columns; columns 70 to 79 do not exist and are filled with zeros, which add nothing to a sum. Loads and the final store are guarded, \
the barriers are not: a thread that left early would never arrive. The guards also show in the counts: warps at the edge touch fewer sectors, and \
rows of 280 bytes begin in the middle of a sector, so some of the loads need one sector more."""
kernel = "matmul_tile16_edges"
grid   = ["(N+15)/16", "(M+15)/16"]
block  = [16, 16]
[params]
M = [70, 5, 64, 100]
N = [70, 5, 64, 100]
K = [70, 5, 64, 100]
[args]
A = "mod:7[M*K]"
B = "mod:5[K*N]"
C = "zero[M*N]"
m = "M"
n = "N"
k = "K"
[check]
C = "matmul_reference"
[lesson]
at     = "As[ty][tx] = row < m"
access = "load"
turn   = 5
set    = { M = 70, N = 70, K = 70 }
answer = "In the last phase {lanes} of 32 lanes still load; the others store a zero without asking memory ({sectors sector}). They must reach both barriers all the same: a barrier waits for every thread of the block."
*/
#define TILE 16

// C (m x n) = A (m x k) * B (k x n), any sizes.
__global__ void matmul_tile16_edges(const float *A, const float *B, float *C, int m, int n, int k) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int first = 0; first < k; first += TILE) {
    As[ty][tx] = row < m && first + tx < k ? A[row * k + first + tx] : 0.0f;
    Bs[ty][tx] = first + ty < k && col < n ? B[(first + ty) * n + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < TILE; i++) {
      float a = As[ty][i];
      float b = Bs[i][tx];
      sum += a * b;
    }
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}

// One thread an element, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++)
    sum += A[row * k + i] * B[i * n + col];
  C[row * n + col] = sum;
}
