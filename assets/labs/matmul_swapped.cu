/* warpscope
title       = "Matrix product with swapped indices"
question    = "Only two names are exchanged: threadIdx.x counts rows now. The result is right. What became of the reads and of the store?"
explanation = """
Lanes follow each other in threadIdx.x. If it counts rows, neighbouring lanes read and write elements that lie a whole row apart: the 16 rows of a warp are 16 sectors for the read of A and 16 for the store of C, \
where the other way round it is 2 and 4. The read of B becomes cheaper, one sector for two columns, but that cannot pay for it. \
The rule of thumb: threadIdx.x belongs to the index that counts neighbouring addresses."""
kernel = "matmul_swapped"
grid   = ["N/16", "N/16"]
block  = [16, 16]
[params]
SWAPPED = [1, 0]
N       = [64, 128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "float a = A[row * n + k];"
access = "load"
turn   = 1
beside = "C[row * n + col] = sum;"
set    = { SWAPPED = 1 }
answer = "The read of A touches {sectors sector} in {lines line} for {words} different elements, the store of C {other_sectors sector}. Set SWAPPED = 0 and look again."
*/
#ifndef SWAPPED
#define SWAPPED 1
#endif

__global__ void matmul_swapped(const float *A, const float *B, float *C, int n) {
#if SWAPPED
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
#else
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
#endif
  float sum = 0.0f;
  for (int k = 0; k < n; k++) {
    float a = A[row * n + k];
    float b = B[k * n + col];
    sum += a * b;
  }
  C[row * n + col] = sum;
}

// From the last term to the first: whole numbers this small add up the same.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = n - 1; k >= 0; k--)
    sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}
