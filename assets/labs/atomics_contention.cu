/* warpscope
title       = "Atomics: from one counter to one for each lane"
question    = "32 lanes add their number to COUNTERS different words. How does the cost fall as the words become more, in shared and in global memory?"
explanation = """
In shared memory a bank serves one lane of an atomic at a time, and lanes at the same word do not join: 32 / COUNTERS wavefronts. \
In global memory the request asks for a sector as often as the most lanes want one word in it: for 1 word 32 times, for 8 words in one sector 4 times, and for 32 words once for each of their 4 sectors. \
More counters, fewer turns: that is why partial sums are spread out, or added up inside the warp before one lane goes to memory."""
kernel = "contend"
grid   = 4
block  = 128
[params]
COUNTERS = [1, 2, 4, 8, 16, 32]
GLOBAL   = [0, 1]
[args]
out = "zero[32]"
[check]
out = "contend_reference"
[lesson]
at     = "atomicAdd(&part[threadIdx.x % COUNTERS], threadIdx.x);"
access = "atomic"
set    = { COUNTERS = 1, GLOBAL = 0 }
answer = "{lanes lane} at {words word}: {wavefronts wavefront}. Double COUNTERS and the queue is half as long, down to {ideal_wavefronts wavefront}."
*/
#ifndef COUNTERS
#define COUNTERS 1
#endif
#ifndef GLOBAL
#define GLOBAL 0
#endif

__global__ void contend(unsigned *out) {
#if GLOBAL
  atomicAdd(&out[threadIdx.x % COUNTERS], threadIdx.x);
#else
  __shared__ unsigned part[32];
  if (threadIdx.x < 32)
    part[threadIdx.x] = 0;
  __syncthreads();

  atomicAdd(&part[threadIdx.x % COUNTERS], threadIdx.x);
  __syncthreads();

  if (threadIdx.x < COUNTERS)
    atomicAdd(&out[threadIdx.x], part[threadIdx.x]);
#endif
}

// The first threads add up what all blocks' threads would bring.
__global__ void contend_reference(unsigned *out) {
  if (blockIdx.x != 0 || threadIdx.x >= COUNTERS)
    return;
  unsigned sum = 0;
  for (unsigned t = threadIdx.x; t < blockDim.x; t += COUNTERS)
    sum += t * gridDim.x;
  out[threadIdx.x] = sum;
}
