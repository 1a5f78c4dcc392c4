/* warpscope
title       = "Bug: tiles of 16 on a matrix of 70"
question    = "The tiled product is launched with 5 x 5 blocks for 70 x 70 elements, and nothing guards the edges. Which loads are wrong although they stay inside the matrix?"
explanation = """
80 is more than 70. In the last column of blocks a thread beyond column 69 reads the beginning of the next row: inside the matrix, so nothing stops it, and its store overwrites results that another block computes. \
In the last row of blocks and in the last phase threads go past the end of the matrices: that is what Warpscope names first. \
The lab with edges shows the cure: zeros for what does not exist, and a guarded store; FIXED = 1 has both."""
kernel = "matmul_tile16"
grid   = [5, 5]
block  = [16, 16]
[params]
FIXED = [0, 1]
[args]
A = "mod:7[70*70]"
B = "mod:5[70*70]"
C = "zero[70*70]"
n = 70
[check]
C = "matmul_reference"
[bug]
says = "but B has 4900 elements"
when = "FIXED == 0"
[lesson]
at     = "As[ty][tx] = A[row * n + first + tx];"
access = "load"
turn   = 5
answer = "In the fifth phase {lanes lane} load {words element}, {sectors sector}. Columns 64 to 69 are 12 of them; the other 20 are the beginning of the next rows."
*/
#ifndef FIXED
#define FIXED 0
#endif

#define TILE 16

__global__ void matmul_tile16(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int first = 0; first < n; first += TILE) {
#if FIXED
    As[ty][tx] = row < n && first + tx < n ? A[row * n + first + tx] : 0.0f;
    Bs[ty][tx] = first + ty < n && col < n ? B[(first + ty) * n + col] : 0.0f;
#else
    As[ty][tx] = A[row * n + first + tx];
    Bs[ty][tx] = B[(first + ty) * n + col];
#endif
    __syncthreads();

    for (int k = 0; k < TILE; k++) {
      float a = As[ty][k];
      float b = Bs[k][tx];
      sum += a * b;
    }
    __syncthreads();
  }
#if FIXED
  if (row < n && col < n)
#endif
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
