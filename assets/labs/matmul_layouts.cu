/* warpscope
title       = "Matrix product, two cures of the tile's conflicts"
question    = "Each thread reads 8 neighbouring words of a row of Bs, 8 words from the next thread's: 4 words a bank. FORM 1 stores the row so that neighbours' words lie side by side, FORM 2 adds 5 words to each row. Which of them is free of conflicts?"
explanation = """
Simon Boehm's worklog of a fast SGEMM has both as its kernels 7 and 8 (resolve bank conflicts; extra columns), and they are said to have no conflicts. Count, for 128 x 128 results of K 64. \
FORM 1 keeps 512, all on stores: the reads are free, but the 4 words that a lane has brought are stored 16 words apart by lanes that come in pairs 64 words apart, and the transposed tile of A is stored in pairs as well. \
FORM 2 keeps 12,288 on the reads of Bs, exactly those of FORM 0, and 1,024 on stores, 768 more than there: more words in a row move the next row to other banks, and the lanes of a warp all read the same row. \
It also makes rows that begin at no multiple of 16 bytes, so a float4 can no longer be stored. \
Padding cures lanes that read different rows; here it is the order within the row that has to change."""
kernel = "matmul_layouts"
grid   = [1, 1]
block  = 256
[params]
FORM = [0, 1, 2]
K    = [64, 128]
[args]
A = "mod:7[128*K]"
B = "mod:5[128*K]"
C = "zero[128*128]"
k = "K"
[check]
C = "matmul_reference"
[lesson]
at     = "b[j] = Bs[place_of(depth, tx * EACH + j)];"
access = "load"
turn   = 1
beside = "Bs[place_of(row, col + 1)] = piece.y;"
set    = { FORM = 2 }
answer = "Boehm's kernel 8 is said to be free of conflicts. A read of Bs wants {words} words in {banks bank} and takes {wavefronts wavefront}, as without the extra columns; a store takes {other_wavefronts}. With FORM = 1, his kernel 7, the read takes 1 and a store 2."
*/
#ifndef FORM
#define FORM 0
#endif

#define TILE 128  // results of the block in each direction
#define DEPTH 8   // of each phase
#define EACH 8    // results of a thread in each direction
#define ACROSS (TILE / EACH)

// Where the element of this row and column of B lies in Bs.
__device__ int place_of(int row, int col) {
#if FORM == 1
  return (row * EACH + col % EACH) * ACROSS + col / EACH;  // the j-th columns of all threads side by side
#elif FORM == 2
  return row * (TILE + 5) + col;
#else
  return row * TILE + col;
#endif
}

__global__ void matmul_layouts(const float *A, const float *B, float *C, int k) {
  __shared__ __align__(16) float As[DEPTH][TILE];  // transposed: As[depth][row]
  __shared__ __align__(16) float Bs[DEPTH * (TILE + 5)];
  int thread = threadIdx.x;
  int tx = thread % ACROSS, ty = thread / ACROSS;

  float sum[EACH][EACH] = {};
  for (int first = 0; first < k; first += DEPTH) {
    int down = thread * 4 / DEPTH, depth_of = thread * 4 % DEPTH;  // 4 elements of A
    float4 part = *(const float4 *)&A[down * k + first + depth_of];
    As[depth_of][down] = part.x;
    As[depth_of + 1][down] = part.y;
    As[depth_of + 2][down] = part.z;
    As[depth_of + 3][down] = part.w;
    int row = thread * 4 / TILE, col = thread * 4 % TILE;  // and 4 of B
    float4 piece = *(const float4 *)&B[(first + row) * TILE + col];
#if FORM == 0
    *(float4 *)&Bs[place_of(row, col)] = piece;
#else
    Bs[place_of(row, col)] = piece.x;
    Bs[place_of(row, col + 1)] = piece.y;
    Bs[place_of(row, col + 2)] = piece.z;
    Bs[place_of(row, col + 3)] = piece.w;
#endif
    __syncthreads();

    for (int depth = 0; depth < DEPTH; depth++) {
      float a[EACH], b[EACH];
#pragma unroll
      for (int i = 0; i < EACH; i++)
        a[i] = As[depth][ty * EACH + i];
#pragma unroll
      for (int j = 0; j < EACH; j++)
        b[j] = Bs[place_of(depth, tx * EACH + j)];
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
      C[(ty * EACH + i) * TILE + tx * EACH + j] = sum[i][j];
}

// The same results one after the other, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int k) {
  for (int e = threadIdx.x; e < TILE * TILE; e += 256) {
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
      sum += A[e / TILE * k + i] * B[i * TILE + e % TILE];
    C[e] = sum;
  }
}
