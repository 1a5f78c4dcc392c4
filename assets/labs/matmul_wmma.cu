/* warpscope
title       = "Matrix product on tensor cores, by wmma"
question    = "A whole warp loads a 16 x 16 tile of halves as one fragment. How many wavefronts does that take when the rows lie 32 bytes apart, and how many with 48?"
explanation = """
A fragment is loaded from shared memory by one instruction: 32 lanes name 32 rows of 16 bytes, 512 bytes, 4 wavefronts at best. Eight rows are served together. \
With rows 32 bytes apart (PAD 0) these eight take 8 of every 16 words, so they meet in half of the banks: 8 wavefronts. With 8 halves of padding a row is 48 bytes, and eight of them fall on all 32 banks: 4. \
Sixteen halves look too narrow for conflicts, and most samples have them."""
kernel = "matmul_wmma"
grid   = ["N/16", "N/16"]
block  = 32
[params]
PAD = [0, 8]
N   = [32, 64]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "wmma::load_matrix_sync(a, (const half *)&As[0][0], TILE + PAD);"
access = "load"
turn   = 1
set    = { PAD = 0 }
answer = "The fragment's {bytes} bytes take {wavefronts wavefront} where {ideal_wavefronts} would do: {bank_conflicts conflict}. Eight rows that lie 48 bytes apart (PAD = 8) have none."
*/
#include <mma.h>
using namespace nvcuda;

#ifndef PAD
#define PAD 0
#endif

#define TILE 16

__global__ void matmul_wmma(const half *A, const half *B, float *C, int n) {
  __shared__ __align__(32) half As[TILE][TILE + PAD];
  __shared__ __align__(32) half Bs[TILE][TILE + PAD];
  int lane = threadIdx.x;
  int row = blockIdx.y * TILE, col = blockIdx.x * TILE;

  wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int first = 0; first < n; first += TILE) {
    for (int e = lane; e < TILE * TILE; e += 32) {
      int y = e / TILE, x = e % TILE;
      *(half *)&As[y][x] = A[(row + y) * n + first + x];
      *(half *)&Bs[y][x] = B[(first + y) * n + col + x];
    }
    __syncwarp();
    wmma::load_matrix_sync(a, (const half *)&As[0][0], TILE + PAD);
    wmma::load_matrix_sync(b, (const half *)&Bs[0][0], TILE + PAD);
    wmma::mma_sync(sum, a, b, sum);
    __syncwarp();  // before the next phase overwrites what other lanes still load
  }
  wmma::store_matrix_sync(C + row * n + col, sum, n, wmma::mem_row_major);
}

// The warp's results one after the other; whole numbers this small are exact in halves and floats.
__global__ void matmul_reference(const half *A, const half *B, float *C, int n) {
  for (int e = threadIdx.x; e < TILE * TILE; e += 32) {
    int row = blockIdx.y * TILE + e / TILE, col = blockIdx.x * TILE + e % TILE;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += __half2float(A[row * n + k]) * __half2float(B[k * n + col]);
    C[row * n + col] = sum;
  }
}
