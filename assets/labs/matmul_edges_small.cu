/* warpscope
title       = "A product of 5 x 5 in tiles of 4, cell by cell"
question    = "5 is one more than 4. How many blocks and phases does a product of 5 x 5 by 5 x 5 take, which cells of a tile are zeros, and how much of the multiplying is for nothing?"
explanation = """
Two tiles of 4 cover 8, so there are 2 x 2 blocks of two phases each, as if the matrices were 8 x 8: 512 multiply-adds where 125 give the result, 24 %. In the second phase one column of As and one row of Bs are real, three of each are zeros; in the last block three rows and three columns of results are not stored. \
The edge costs most where the matrix is small: tiles of 5 fit exactly, tiles of 2 cover 6 and make 216, and tiles of 8 make 512 again in a single block. With 70 and tiles of 16 67 % are of use. \
It fits on a slide: the scene Tiling shows every cell, and what a phase fills with zeros is hatched."""
kernel = "matmul_edges"
grid   = ["(N + TILE - 1) / TILE", "(N + TILE - 1) / TILE"]
block  = ["TILE", "TILE"]
[params]
TILE = [4, 2, 5, 8]
N    = [5, 6, 7, 8]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "As[ty][tx] = row < n && first + tx < n"
access = "load"
turn   = 2
scene  = "tiling"
set    = { TILE = 4, N = 5 }
answer = "In the second phase of the last block {lanes lane} of 16 still has an element of A to load, {bytes} bytes in {sectors sector}; the other cells are zeros, and all threads multiply by them."
*/
#ifndef TILE
#define TILE 4
#endif

// C = A * B, all n x n. What a tile has beyond the edge is zero.
__global__ void matmul_edges(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    As[ty][tx] = row < n && first + tx < n ? A[row * n + first + tx] : 0.0f;
    Bs[ty][tx] = first + ty < n && col < n ? B[(first + ty) * n + col] : 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE; k++)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    C[row * n + col] = sum;
}

// One thread an element, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n)
    return;
  float sum = 0.0f;
  for (int k = 0; k < n; k++)
    sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}
