/* warpscope
title       = "One product below three roofs: how much a tile is worked with"
question    = "A block computes TILE x TILE results with 256 threads. How many operations does it make of each byte that it loads, and under which roof of Roofline, below, does that put it?"
explanation = """
A block loads 2 N TILE numbers and makes 2 N TILE^2 operations of them: TILE / 4 for each byte from outside the block. That is its arithmetic intensity towards L2, and it doubles with the tile: 4, 8, 16. \
"A product of matrices is bound by arithmetic" is true of the product, not of the kernel. Towards the device's memory the intensity is the product's own, since every number comes from there once. Towards shared memory it is the thread's: with one result (TILE 16) two reads serve one multiply-add, with 4 x 4 (TILE 64) eight reads serve sixteen. \
Look at Roofline with each tile: the points move to the right. Roofs are not times: recorded on an H200, with N 128 and 256, the larger tile is the slower one (3.3, 4.5 and 7.7 us; 7.0, 8.2 and 14.5), since 4 or 16 blocks of 64 x 64 leave most of 132 multiprocessors without work. With N 1,024 it is 275, 145 and 84."""
kernel = "matmul_tiles"
grid   = ["N/TILE", "N/TILE"]
block  = [16, 16]
[params]
TILE = [16, 32, 64]
N    = [128, 256]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_tiles_reference"
[lesson]
at     = "As[ty + i * SIDE][tx] = A["
access = "load"
beside = "a[i] = As[ty + i * SIDE][k];"
answer = "A block loads {line_bytes} bytes of A, as many of B, and makes {TILE} / 4 operations of each: a larger tile moves the point to the right. A read of shared memory serves {other_lanes lane} in {other_wavefronts wavefront}."
*/
#ifndef TILE
#define TILE 16
#endif

#define SIDE 16             // threads in each direction, and numbers of a row that are loaded at a time
#define EACH (TILE / SIDE)  // results of a thread in each direction

__global__ void matmul_tiles(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][SIDE];
  __shared__ float Bs[SIDE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum[EACH][EACH] = {};
  for (int first = 0; first < n; first += SIDE) {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
      As[ty + i * SIDE][tx] = A[(row + i * SIDE) * n + first + tx];
      Bs[ty][tx + i * SIDE] = B[(first + ty) * n + col + i * SIDE];
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < SIDE; k++) {
      float a[EACH], b[EACH];
#pragma unroll
      for (int i = 0; i < EACH; i++) {
        a[i] = As[ty + i * SIDE][k];
        b[i] = Bs[k][tx + i * SIDE];
      }
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
      C[(row + i * SIDE) * n + col + j * SIDE] = sum[i][j];
}

// Straight from global memory, one result after the other.
__global__ void matmul_tiles_reference(const float *A, const float *B, float *C, int n) {
  for (int row = blockIdx.y * TILE + threadIdx.y; row < (blockIdx.y + 1) * TILE; row += SIDE)
    for (int col = blockIdx.x * TILE + threadIdx.x; col < (blockIdx.x + 1) * TILE; col += SIDE) {
      float sum = 0.0f;
      for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
      C[row * n + col] = sum;
    }
}
