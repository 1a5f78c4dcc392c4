/* warpscope
title       = "Matrix product by ldmatrix and mma.sync"
question    = "ldmatrix hands each lane the elements that mma.sync wants from it. Which layout of the tile lets the eight rows of an 8 x 8 matrix be read at once?"
explanation = """
One ldmatrix.x4 reads four 8 x 8 matrices of halves: each lane names one row of 16 bytes, and the eight rows of a matrix are served in one wavefront if they fall on different banks. \
With rows of 32 bytes (LAYOUT 0) rows 4 apart meet: 8 wavefronts instead of 4. (A product of 1,024 x 1,024 x 1,024 with one such load for each 16 x 8 x 16 step: 524,288 loads, 2,097,152 conflicts.) LAYOUT 1 pads the rows to 48 bytes. LAYOUT 2 keeps 32 bytes and swizzles: in each row the two pieces of 16 bytes change places when bit 2 of the row's number is set, \
so rows 4 apart use different halves. That costs no memory, and it is what large products do."""
kernel = "matmul_mma"
grid   = ["N/8", "N/16"]
block  = 32
[params]
LAYOUT = [0, 1, 2]
N      = [32, 64]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
access = "load"
turn   = 1
set    = { LAYOUT = 0 }
answer = "Four matrices, {bytes} bytes: {wavefronts wavefront} where {ideal_wavefronts} would do. LAYOUT = 1 pads the rows, LAYOUT = 2 swizzles them."
*/
#include <cuda_fp16.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif

#define ROWS 16                         // of A and of the result
#define COLUMNS 8                       // of B and of the result
#define DEPTH 16                        // of each phase: two products, each 8 deep
#define PITCH (LAYOUT == 1 ? 24 : 16)   // halves from row to row

// Where the 8 halves begin that are piece 0 or 1 of a row.
__device__ int place(int row, int piece) {
  return row * PITCH + (LAYOUT == 2 ? piece ^ (row >> 2 & 1) : piece) * 8;
}

__global__ void matmul_mma(const half *A, const half *B, float *C, int n) {
  __shared__ __align__(16) unsigned short As[ROWS * PITCH];
  int lane = threadIdx.x;
  int group = lane / 4, pair = lane % 4;  // which row and column of the fragments this lane holds
  int top = blockIdx.y * ROWS, left = blockIdx.x * COLUMNS;
  const unsigned short *a_bits = (const unsigned short *)A, *b_bits = (const unsigned short *)B;

  float sum[4] = {};
  for (int first = 0; first < n; first += DEPTH) {
    for (int e = lane; e < ROWS * DEPTH; e += 32) {
      int row = e / DEPTH, k = e % DEPTH;
      As[place(row, k / 8) + k % 8] = a_bits[(top + row) * n + first + k];
    }
    __syncwarp();
    // Lanes 0-15 name the rows of the left half, lanes 16-31 those of the right one.
    unsigned a[4];
    unsigned address = (unsigned)__cvta_generic_to_shared((const void *)&As[place(lane % 16, lane / 16)]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                 : "r"(address)
                 : "memory");
    for (int half_of_it = 0; half_of_it < 2; half_of_it++) {
      // B's fragment: rows 2 * pair and the next of column `group`, straight from global memory.
      int k = first + half_of_it * 8 + 2 * pair;
      unsigned low = b_bits[k * n + left + group], high = b_bits[(k + 1) * n + left + group];
      unsigned b = low | high << 16;
      asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                   "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                   : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                   : "r"(a[2 * half_of_it]), "r"(a[2 * half_of_it + 1]), "r"(b));
    }
    __syncwarp();  // before the next phase overwrites what other lanes still load
  }
  float *corner = C + (top + group) * n + left + 2 * pair;
  corner[0] = sum[0];
  corner[1] = sum[1];
  corner[8 * n] = sum[2];
  corner[8 * n + 1] = sum[3];
}

// The warp's results one after the other; whole numbers this small are exact in halves and floats.
__global__ void matmul_reference(const half *A, const half *B, float *C, int n) {
  for (int e = threadIdx.x; e < ROWS * COLUMNS; e += 32) {
    int row = blockIdx.y * ROWS + e / COLUMNS, col = blockIdx.x * COLUMNS + e % COLUMNS;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += __half2float(A[row * n + k]) * __half2float(B[k * n + col]);
    C[row * n + col] = sum;
  }
}
