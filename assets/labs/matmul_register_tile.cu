/* warpscope
title       = "Matrix product, 8 x 8 results in a thread's registers"
question    = "Each thread computes 8 x 8 results from 8 elements of As and 8 of Bs. How many shared reads is that for a multiply-add, and are they free of conflicts?"
explanation = """
16 reads serve 64 multiply-adds: a quarter of a read each, where the plain tile needs 2. That is the whole point, and it is why the accumulators must stay in registers. \
But the reads conflict: the 8 rows of one thread's tile lie 8 words apart in As, so the 4 rows of threads in a warp are 64 words apart and meet in one bank, 4 wavefronts; \
in Bs 8 threads lie 8 words apart, 4 banks for 8 words, 2 wavefronts. Kernels like this are often said to have no conflict. \
With SPREAD = 1 neighbouring threads take neighbouring rows and columns, and both are free: 4 rows 8 words apart, 8 columns side by side. The stores to C gain as well, 4 sectors instead of 32."""
kernel = "matmul_register_tile"
grid   = ["N/64", "N/64"]
block  = [8, 8]
[params]
SPREAD = [0, 1]
N      = [64, 128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "a[i] = As[row_of(ty, i)][k];"
access = "load"
turn   = 1
beside = "b[j] = Bs[k][row_of(tx, j)];"
set    = { SPREAD = 0 }
answer = "16 reads for 64 multiply-adds, and they conflict: {words} words of As in {banks bank} take {wavefronts wavefront}, {other_words} of Bs in {other_banks bank} take {other_wavefronts}."
*/
#ifndef SPREAD
#define SPREAD 0
#endif

#define TILE 64  // results of a block in each direction
#define DEPTH 8  // of each phase
#define EACH 8   // results of a thread in each direction

// The i-th of the rows (or columns) of this thread.
__device__ int row_of(int thread, int i) {
  return SPREAD ? i * (TILE / EACH) + thread : thread * EACH + i;
}

__global__ void matmul_register_tile(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][DEPTH];
  __shared__ float Bs[DEPTH][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int thread = ty * 8 + tx;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;

  float sum[EACH][EACH] = {};
  for (int first = 0; first < n; first += DEPTH) {
    for (int e = thread; e < TILE * DEPTH; e += 64) {
      As[e / DEPTH][e % DEPTH] = A[(top + e / DEPTH) * n + first + e % DEPTH];
      Bs[e / TILE][e % TILE] = B[(first + e / TILE) * n + left + e % TILE];
    }
    __syncthreads();

    for (int k = 0; k < DEPTH; k++) {
      float a[EACH], b[EACH];
#pragma unroll
      for (int i = 0; i < EACH; i++)
        a[i] = As[row_of(ty, i)][k];
#pragma unroll
      for (int j = 0; j < EACH; j++)
        b[j] = Bs[k][row_of(tx, j)];
#pragma unroll
      for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < EACH; i++)
#pragma unroll
    for (int j = 0; j < EACH; j++)
      C[(top + row_of(ty, i)) * n + left + row_of(tx, j)] = sum[i][j];
}

// The same results one after the other, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  int thread = threadIdx.y * 8 + threadIdx.x;
  for (int e = thread; e < TILE * TILE; e += 64) {
    int row = blockIdx.y * TILE + e / TILE, col = blockIdx.x * TILE + e % TILE;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
  }
}
