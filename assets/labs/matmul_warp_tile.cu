/* warpscope
title       = "Matrix product, a square of results for each warp"
question    = "A warp computes 32 x 32 results, 4 x 8 a lane. How many different words does it read from shared memory for one k, and how would that be with a flat piece of 4 x 256?"
explanation = """
For one k a warp needs as many words as its piece of results has rows and columns: 32 + 32 for 1,024 results. A flat piece of 4 x 256 would need 260. \
So the square is the shape with the most reuse, whatever the lanes inside do. Here lanes take rows and columns side by side: a read of As is 8 words for 32 lanes, one of Bs 4 words, each a broadcast to the others and one wavefront. \
Each warp has its own square, so the four of them share the tiles but never wait for each other between barriers."""
kernel = "matmul_warp_tile"
grid   = ["N/64", "N/64"]
block  = 128
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
at     = "a[i] = As[k][down + i * 8];"
access = "load"
turn   = 1
beside = "b[j] = Bs[k][right + j * 4];"
answer = "A read of As brings {words word} for {lanes lane} in {wavefronts wavefront}, one of Bs {other_words word} in {other_wavefronts}: in all 32 of As and 32 of Bs. A flat piece would need 4 and 256."
*/
#define TILE 64   // results of a block in each direction
#define WARP 32   // results of a warp in each direction
#define DEPTH 8   // of each phase

__global__ void matmul_warp_tile(const float *A, const float *B, float *C, int n) {
  __shared__ float As[DEPTH][TILE + 4];  // transposed; the padding spreads the 8 x 4 words that a warp stores
  __shared__ float Bs[DEPTH][TILE];
  int thread = threadIdx.x;
  int warp = thread / 32, lane = thread % 32;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  int down = warp / 2 * WARP + lane / 4;   // 8 rows of lanes: this lane's rows are 8 apart
  int right = warp % 2 * WARP + lane % 4;  // 4 columns of lanes: its columns are 4 apart

  float sum[4][8] = {};
  for (int first = 0; first < n; first += DEPTH) {
    for (int e = thread; e < TILE * DEPTH; e += 128) {
      As[e % DEPTH][e / DEPTH] = A[(top + e / DEPTH) * n + first + e % DEPTH];
      Bs[e / TILE][e % TILE] = B[(first + e / TILE) * n + left + e % TILE];
    }
    __syncthreads();

    for (int k = 0; k < DEPTH; k++) {
      float a[4], b[8];
#pragma unroll
      for (int i = 0; i < 4; i++)
        a[i] = As[k][down + i * 8];
#pragma unroll
      for (int j = 0; j < 8; j++)
        b[j] = Bs[k][right + j * 4];
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 8; j++)
      C[(top + down + i * 8) * n + left + right + j * 4] = sum[i][j];
}

// The same results one after the other, straight from global memory.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  for (int e = threadIdx.x; e < TILE * TILE; e += 128) {
    int row = blockIdx.y * TILE + e / TILE, col = blockIdx.x * TILE + e % TILE;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
  }
}
