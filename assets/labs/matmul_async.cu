/* warpscope
title       = "Matrix product with two buffers and asynchronous copies"
question    = "The next tiles are on their way while this phase computes. What must be waited for before a tile is read, and why is one barrier a phase not enough?"
explanation = """
Each thread orders its own copies: commit closes a bundle, and wait_prior(1) waits until at most the newest bundle is still under way, that is until this phase's tiles have arrived. \
That speaks of the thread's own copies only; the first barrier makes everyone's visible. The second one keeps the next round from copying into the buffer that a slower warp still reads. \
The bytes and the reads are those of the plain tile of 16: what changes is that nobody waits for the copies. One count does differ: a 4-byte asynchronous copy occupies the bank of its source as well, \
(address / 4) % 32 in global memory, and two rows of A or B lie a multiple of 128 bytes apart: 2 wavefronts for each copy. The other price is a second pair of tiles."""
kernel = "matmul_async"
grid   = ["N/16", "N/16"]
block  = [16, 16]
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
at     = "__pipeline_memcpy_async((void *)&As[1 - now]"
access = "store"
turn   = 1
answer = "The copy's {lanes lane} write {words word} in {wavefronts wavefront}, where a plain store takes {ideal_wavefronts}: the two rows meet in the banks of their source. It is under way while the phase computes."
*/
#include <cuda_pipeline.h>

#define TILE 16

__global__ void matmul_async(const float *A, const float *B, float *C, int n) {
  __shared__ float As[2][TILE][TILE];
  __shared__ float Bs[2][TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  __pipeline_memcpy_async((void *)&As[0][ty][tx], &A[row * n + tx], sizeof(float));
  __pipeline_memcpy_async((void *)&Bs[0][ty][tx], &B[ty * n + col], sizeof(float));
  __pipeline_commit();

  float sum = 0.0f;
  for (int phase = 0; phase < n / TILE; phase++) {
    int now = phase % 2;
    int next = (phase + 1) * TILE;
    if (next < n) {  // the same for all threads of the block
      __pipeline_memcpy_async((void *)&As[1 - now][ty][tx], &A[row * n + next + tx], sizeof(float));
      __pipeline_memcpy_async((void *)&Bs[1 - now][ty][tx], &B[(next + ty) * n + col], sizeof(float));
    }
    __pipeline_commit();         // in the last phase an empty bundle, so that counting stays simple
    __pipeline_wait_prior(1);    // all bundles but the newest have arrived
    __syncthreads();

    for (int k = 0; k < TILE; k++)
      sum += As[now][ty][k] * Bs[now][k][tx];
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
