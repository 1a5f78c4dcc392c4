/* warpscope
title       = "Matrix product, several results a thread"
question    = "Each thread computes COARSE results of one row. Which shared reads are saved, and which are not?"
explanation = """
A thread that computes COARSE results of its row reads its element of As once and uses it COARSE times; of Bs it needs one element for each result as before. \
So a multiply-add costs 1 + 1/COARSE shared reads instead of 2: at 4 it is 1.25, and it cannot fall below 1 this way. \
Results in both directions do better: see the register tile. The block also loads less of A: its tile serves COARSE times as many columns. \
One thing got worse: the two rows of Bs that a warp writes now lie a multiple of 32 words apart and meet in the banks, 2 wavefronts a store."""
kernel = "matmul_coarse"
grid   = ["N/(16*COARSE)", "N/16"]
block  = [16, 16]
[params]
COARSE = [4, 2, 1]
N      = [64, 128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "float a = As[ty][k];"
access = "load"
turn   = 1
beside = "float b = Bs[k][tx + c * TILE];"
set    = { COARSE = 4 }
answer = "One read of As ({wavefronts wavefront}, {words word} broadcast) serves {COARSE} multiply-adds of each thread; each of them still reads Bs ({other_wavefronts wavefront}, {other_words word})."
*/
#ifndef COARSE
#define COARSE 4
#endif

#define TILE 16

__global__ void matmul_coarse(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE * COARSE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE * COARSE + tx;  // and TILE further for each of the other results

  float sum[COARSE] = {};
  for (int first = 0; first < n; first += TILE) {
    As[ty][tx] = A[row * n + first + tx];
    for (int c = 0; c < COARSE; c++)
      Bs[ty][tx + c * TILE] = B[(first + ty) * n + col + c * TILE];
    __syncthreads();

    for (int k = 0; k < TILE; k++) {
      float a = As[ty][k];
#pragma unroll
      for (int c = 0; c < COARSE; c++) {
        float b = Bs[k][tx + c * TILE];
        sum[c] += a * b;
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int c = 0; c < COARSE; c++)
    C[row * n + col + c * TILE] = sum[c];
}

// COARSE elements a thread, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = (blockIdx.x * blockDim.x + threadIdx.x) * COARSE;
  for (int c = 0; c < COARSE; c++) {
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += A[row * n + k] * B[k * n + col + c];
    C[row * n + col + c] = sum;
  }
}
