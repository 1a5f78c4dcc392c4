/* warpscope
title       = "Matrix product with tiles of 8, 16 and 32"
question    = "A larger tile is loaded less often. How do the global loads fall with TILE, and which count does not change at all?"
explanation = """
Every element of A and B is loaded N / TILE times, so the tiles bring 2 N^3 / TILE elements in all: from 8 to 32 a quarter of the requests and of the sectors. A result then costs K / 16 loads; K / 32 where a block computes 64 x 64 results, K / 64 at 128 x 128. The reads from shared memory stay what they are: 2 for each multiply-add, N^3 / 16 requests in all, none with a conflict, since a row of As is broadcast and a row of Bs is read by neighbours. \
A tile of 32 needs 1,024 threads and 8 KB; one of 48 would need 2,304 threads, which no block has. With fewer shared reads for each result a thread must compute several: see the register tile."""
kernel = "matmul_tile"
grid   = ["N/TILE", "N/TILE"]
block  = ["TILE", "TILE"]
[params]
TILE = [32, 16, 8]
N    = [64, 128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "As[ty][tx] = A["
access = "load"
set    = { TILE = 32 }
beside = "sum += As[ty][k] * Bs[k][tx];"
answer = "A block loads its tiles of A with {line_requests request}, {line_sectors sector}; each element serves {TILE} threads. The reads of the tiles stay: {other_wavefronts wavefront} each, two for a multiply-add."
*/
#ifndef TILE
#define TILE 32
#endif

__global__ void matmul_tile(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    As[ty][tx] = A[row * n + first + tx];
    Bs[ty][tx] = B[(first + ty) * n + col];
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE; k++)
      sum += As[ty][k] * Bs[k][tx];
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
