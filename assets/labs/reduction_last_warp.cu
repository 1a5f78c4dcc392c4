/* warpscope
title       = "Block sum: the last warp without barriers"
question    = "When one warp is left, no other warp has to be waited for. May the barriers simply go, as they once could?"
explanation = """
Before Volta the 32 lanes of a warp ran in lockstep, and the last six rounds were written without any synchronisation. Since then lanes may run apart: a lane could read a sum that its neighbour has not written yet. \
__syncwarp() orders the lanes and costs next to nothing; without it (SYNC 0) each round races with the next, even where the result happens to be right. \
volatile does not help: it makes each access happen, not happen in order between lanes. The option --pre-volta shows what was true once."""
kernel = "reduction_last_warp"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
SYNC  = [1, 0]
N     = [16384, 4096]
BLOCK = [256, 128]
[args]
in  = "mod:16[N]"
out = "zero[N/BLOCK]"
[check]
out = "reduction_reference"
[bug]
says = "reads what part[tid]"
when = "SYNC == 0"
[lesson]
at     = "other = part[tid + step];"
access = "load"
turn   = 1
set    = { SYNC = 0 }
answer = "No: {lanes lane} read in {wavefronts wavefront}, six rounds are {line_requests request}, and no count shows that a lane may read before its neighbour has written. SYNC = 1, __syncwarp(), orders them."
*/
#ifndef SYNC
#define SYNC 1
#endif
#ifndef BLOCK
#define BLOCK 256  // threads of a block, a power of two
#endif

__global__ void reduction_last_warp(const float *in, float *out) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * BLOCK + tid];
  __syncthreads();

  for (int half = BLOCK / 2; half > 32; half /= 2) {
    if (tid < half)
      part[tid] += part[tid + half];
    __syncthreads();
  }

  if (tid < 32) {  // the last 64 sums, by one warp
    for (int step = 32; step > 0; step /= 2) {
      float other = part[tid + step];
      float sum = part[tid] + other;
#if SYNC
      __syncwarp();  // all have read …
#endif
      part[tid] = sum;
#if SYNC
      __syncwarp();  // … and all have written
#endif
    }
  }

  if (tid == 0)
    out[blockIdx.x] = part[0];
}

// One thread of each block adds its elements one after another.
__global__ void reduction_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < BLOCK; i++)
    sum += in[blockIdx.x * BLOCK + i];
  out[blockIdx.x] = sum;
}
