/* warpscope
title       = "Bug: a barrier that only half of the block reaches"
question    = "Only the lower half of the block adds, so the barrier stands inside its if. Who waits for whom?"
explanation = """
__syncthreads() waits for all threads of the block. Threads that never come to it are a mistake in CUDA's words, whatever a device makes of it: before Volta it could hang or let warps through at different barriers; \
today threads that have ended are not waited for, so it may even run. \
The barrier belongs outside of the if (FIXED 1), where all threads reach it in every turn, those with nothing to add as well."""
kernel = "sum_block"
grid   = 4
block  = 256
[params]
FIXED = [0, 1]
[args]
in  = "mod:10[1024]"
out = "zero[4]"
[check]
out = "sum_block_reference"
[bug]
says = "not all threads of block 0 reach this barrier"
when = "FIXED == 0"
[lesson]
at     = "part[t] += part[t + half];"
access = "load"
turn   = 1
set    = { FIXED = 0 }
answer = "{lanes lane} of this warp add, and over the block {line_requests request} run here. The warps of the upper half never come to the barrier behind this line."
*/
#ifndef FIXED
#define FIXED 0
#endif

__global__ void sum_block(const float *in, float *out) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();

  for (int half = 128; half > 0; half /= 2) {
    if (t < half) {
      part[t] += part[t + half];
#if !FIXED
      __syncthreads();
#endif
    }
#if FIXED
    __syncthreads();
#endif
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void sum_block_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 256; i++)
    sum += in[blockIdx.x * 256 + i];
  out[blockIdx.x] = sum;
}
