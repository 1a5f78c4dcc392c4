/* warpscope
title       = "Matrix product, one thread an element"
question    = "Each thread reads a row of A and a column of B. Which of the two reads is coalesced, and how often is each element of A fetched?"
explanation = """
In a 16 x 16 block a warp covers two rows of C. All 16 threads of a row read the same element of A (2 sectors a warp, one for each row), \
and 16 neighbours of a row of B (2 sectors). Nothing is uncoalesced; the trouble is repetition: every element of A and B is asked for N times, \
2 N^3 loads in all. Tiles in shared memory divide that by the tile's width."""
kernel = "matmul_naive"
grid   = ["N/16", "N/16"]
block  = [16, 16]
[params]
N = [256, 128, 512]
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
beside = "float b = B[k * n + col];"
answer = "Both are coalesced: {sectors sector} for A, where a row of threads shares one element, and {other_sectors} for B. What costs is repetition: this line alone is {line_requests request} in block 0."
*/

// n is a multiple of 16. The inputs are small whole numbers, so the order of the sums changes nothing.
__global__ void matmul_naive(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) {
    float a = A[row * n + k];
    float b = B[k * n + col];
    sum += a * b;
  }
  C[row * n + col] = sum;
}

// The same sums, from the last term to the first, in double precision.
__global__ void matmul_reference(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0.0;
  for (int k = n - 1; k >= 0; k--)
    sum += (double)A[row * n + k] * B[k * n + col];
  C[row * n + col] = (float)sum;
}
