/* warpscope
title       = "Matrix product, tiles moved by float4"
question    = "Loads from global memory and reads of the tiles are 16 bytes wide now. What becomes fewer, what stays, and which access pays for the transposed tile of A?"
explanation = """
A float4 load moves 512 bytes a warp with one request, so loads and shared reads need a quarter of the instructions; the sectors are what the bytes need, as before. \
To read 4 rows of A at once the tile must be kept transposed, and its stores pay: the lanes of a warp bring 16 rows and two runs of k each, so a store puts 2 words into each of 16 banks, 2 wavefronts. \
A float4 read is served in quarters of the warp: in As each quarter wants one float4, and quarters are then served in pairs, 2 wavefronts; in Bs the 8 float4 of a quarter lie 8 words apart, they use half of the banks twice, 8 wavefronts where 4 would do. \
Kernels of this form are often said to be free of conflicts: count the stores and the reads of Bs."""
kernel = "matmul_vector"
grid   = ["N/64", "N/64"]
block  = [8, 8]
[params]
N = [64, 128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "As[depth][row] = piece.x;"
access = "store"
turn   = 1
beside = "float4 near = *(const float4 *)&Bs[k][tx * EACH];"
answer = "A store into the transposed tile takes {wavefronts wavefront} where {ideal_wavefronts} would do. A float4 read of Bs takes {other_wavefronts} where {other_ideal_wavefronts} would do."
*/
#define TILE 64  // results of a block in each direction
#define DEPTH 8  // of each phase
#define EACH 8   // results of a thread in each direction

__global__ void matmul_vector(const float *A, const float *B, float *C, int n) {
  __shared__ __align__(16) float As[DEPTH][TILE];  // transposed: As[k][row]
  __shared__ __align__(16) float Bs[DEPTH][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int thread = ty * 8 + tx;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;

  float sum[EACH][EACH] = {};
  for (int first = 0; first < n; first += DEPTH) {
    for (int e = thread * 4; e < TILE * DEPTH; e += 64 * 4) {
      int row = e / DEPTH, depth = e % DEPTH;
      float4 piece = *(const float4 *)&A[(top + row) * n + first + depth];
      As[depth][row] = piece.x;
      As[depth + 1][row] = piece.y;
      As[depth + 2][row] = piece.z;
      As[depth + 3][row] = piece.w;
      *(float4 *)&Bs[e / TILE][e % TILE] = *(const float4 *)&B[(first + e / TILE) * n + left + e % TILE];
    }
    __syncthreads();

    for (int k = 0; k < DEPTH; k++) {
      float4 upper = *(const float4 *)&As[k][ty * EACH];
      float4 lower = *(const float4 *)&As[k][ty * EACH + 4];
      float4 near = *(const float4 *)&Bs[k][tx * EACH];
      float4 far = *(const float4 *)&Bs[k][tx * EACH + 4];
      float a[EACH] = {upper.x, upper.y, upper.z, upper.w, lower.x, lower.y, lower.z, lower.w};
      float b[EACH] = {near.x, near.y, near.z, near.w, far.x, far.y, far.z, far.w};
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
    for (int j = 0; j < EACH; j += 4)
      *(float4 *)&C[(top + ty * EACH + i) * n + left + tx * EACH + j] =
          make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
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
