/* warpscope
title       = "Matrix product with 16 x 16 tiles"
question    = "Does As[ty][k] conflict? Try PAD = 1: does padding these tiles gain anything?"
explanation = """
A phase loads one tile of A and one of B, and each loaded element is used 16 times: global loads fall from 2 N^3 to 2 N^3 / 16. \
It is often said that the tiles must be padded; they must not. As[ty][k] is two words for a warp (a broadcast), Bs[k][tx] is 16 neighbours: one wavefront each. \
PAD = 1 even makes a conflict: a warp then stores words 0-15 and 17-32, and word 32 shares its bank with word 0. \
Both barriers are needed: without the first a warp reads what is not stored yet, without the second the next phase overwrites what a slower warp still reads."""
kernel = "matmul_tile16"
grid   = ["N/16", "N/16"]
block  = [16, 16]
[params]
N   = [256, 128, 512]
PAD = [0, 1]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "As[ty][tx] = A[row"
access = "store"
beside = "float a = As[ty][k];"
set    = { PAD = 1 }
answer = "As[ty][k] never conflicts: {other_words word} for {other_lanes lane}, {other_wavefronts wavefront}. With PAD = {PAD} the store As[ty][tx] takes {wavefronts} where {ideal_wavefronts} would do: padding makes a conflict here."
*/
#ifndef PAD
#define PAD 0
#endif
#define TILE 16

// n is a multiple of 16. The inputs are small whole numbers, so the order of the sums changes nothing.
__global__ void matmul_tile16(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE + PAD];
  __shared__ float Bs[TILE][TILE + PAD];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int phase = 0; phase < n / TILE; phase++) {
    As[ty][tx] = A[row * n + phase * TILE + tx];
    Bs[ty][tx] = B[(phase * TILE + ty) * n + col];
    __syncthreads();

    for (int k = 0; k < TILE; k++) {
      float a = As[ty][k];
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
