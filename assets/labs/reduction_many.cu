/* warpscope
title       = "Block sum: many elements a thread, rounds unrolled"
question    = "How many elements should a thread add before the block begins to share its sums?"
explanation = """
The rounds over shared memory cost the same whether they sum 256 numbers or 256 sums of many. With EACH elements a thread they are paid once for EACH times as much data, and what is left is reading: one coalesced load for each 32 elements. \
The rounds are unrolled by conditions on BLOCK, which is known when the text is compiled: no loop counter and no branch remains of them. \
Fewer, longer threads are right until there are too few blocks to fill the device: 132 multiprocessors on an H200 want several blocks each."""
kernel = "reduction_many"
grid   = "N/(BLOCK*EACH)"
block  = "BLOCK"
[params]
EACH  = [8, 1, 2, 4, 16]
N     = [32768, 16384]
BLOCK = [256, 512]
[args]
in  = "mod:16[N]"
out = "zero[N/(BLOCK*EACH)]"
[check]
out = "reduction_reference"
[lesson]
at     = "sum += in[first + e * BLOCK];"
access = "load"
turn   = 1
set    = { EACH = 8 }
answer = "Reading takes {line_requests request} in the block, {sectors sector} each, all used: {EACH} for each of its warps. The rounds that follow are the same few whatever EACH is."
*/
#ifndef EACH
#define EACH 8
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduction_many(const float *in, float *out) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  int first = blockIdx.x * BLOCK * EACH + tid;
  float sum = 0.0f;
#pragma unroll
  for (int e = 0; e < EACH; e++)
    sum += in[first + e * BLOCK];
  part[tid] = sum;
  __syncthreads();

#if BLOCK >= 512
  if (tid < 256)
    part[tid] += part[tid + 256];
  __syncthreads();
#endif
  if (tid < 128) {
    float other = part[tid + 128];
    part[tid] += other;
  }
  __syncthreads();
  if (tid < 64)
    part[tid] += part[tid + 64];
  __syncthreads();

  if (tid < 32) {  // one warp: the rest goes from register to register
    sum = part[tid] + part[tid + 32];
    for (int step = 16; step > 0; step /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, step);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

// One thread of each block adds its elements one after another.
__global__ void reduction_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < BLOCK * EACH; i++)
    sum += in[blockIdx.x * BLOCK * EACH + i];
  out[blockIdx.x] = sum;
}
