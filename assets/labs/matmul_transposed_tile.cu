/* warpscope
title       = "Matrix product with a tile kept transposed"
question    = "As is stored by columns here, so that the inner loop walks along k in both tiles. Which access pays for it, and what does one column of padding change?"
explanation = """
Now there is a conflict: As[tx][ty] is written down a column, 32 words that lie 32 apart, all in one bank: 32 wavefronts for every store. The Best Practices Guide's C = A A^T stores its transposed tile just so, and cures it with [32][33]. \
The reads in the inner loop are as free as before, a broadcast from As and neighbours from Bs. With PAD = 1 the column lies 33 apart and every bank is hit once. \
This is where padding belongs in a tiled product; tiles that are kept as they are loaded have no conflict and gain nothing."""
kernel = "matmul_transposed_tile"
grid   = ["N/32", "N/32"]
block  = [32, 32]
[params]
PAD = [0, 1]
N   = [64, 128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "As[tx][ty] = A["
access = "store"
beside = "float a = As[k][ty];"
set    = { PAD = 0 }
answer = "The store down a column takes {wavefronts wavefront} where {ideal_wavefronts} would do; the read of As beside it takes {other_wavefronts wavefront}."
*/
#ifndef PAD
#define PAD 0
#endif

#define TILE 32

__global__ void matmul_transposed_tile(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE + PAD];  // As[k][row]
  __shared__ float Bs[TILE][TILE];        // Bs[k][column]
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    As[tx][ty] = A[row * n + first + tx];
    Bs[ty][tx] = B[(first + ty) * n + col];
    __syncthreads();

    for (int k = 0; k < TILE; k++) {
      float a = As[k][ty];
      float b = Bs[k][tx];
      sum += a * b;
    }
    __syncthreads();
  }
  C[row * n + col] = sum;
}

// One thread an element, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k++)
    sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}
