/* warpscope
title       = "Shared memory that keeps blocks out"
question    = "A block of 256 threads uses WORDS floats of shared memory. From which size on do fewer blocks fit on a multiprocessor, and does a single access notice?"
explanation = """
On an H200 a multiprocessor has 228 KB of shared memory, and each block takes 1 KB more than it asks for. Eight blocks of 256 threads fill its 2,048 threads: they fit as long as a block asks for 27 KB at most. \
At 48 KB (12,288 words) only four fit, half of the warps: occupancy 50 %. No count of any access changes; what changes is how many warps there are to hide the latency of the others. \
A tile twice as large that halves the traffic may still be worth it."""
kernel = "reverse"
grid   = 8
block  = 256
[params]
WORDS = [12288, 1024, 6144]
[args]
in  = "ramp[8*WORDS]"
out = "zero[8*WORDS]"
[check]
out = "reverse_reference"
[lesson]
at     = "out[first + i] = part[WORDS - 1 - i];"
access = "load"
turn   = 1
set    = { WORDS = 12288 }
answer = "With {WORDS} words a block this read takes {wavefronts wavefront} for {lanes lane}, as with any other size. What the size decides is how many blocks fit beside it: Roofline, below, counts them."
*/
#ifndef WORDS
#define WORDS 12288
#endif

// Each block turns its WORDS numbers around.
__global__ void reverse(const float *in, float *out) {
  __shared__ float part[WORDS];
  int first = blockIdx.x * WORDS;
  for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
    part[i] = in[first + i];
  __syncthreads();

  for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
    out[first + i] = part[WORDS - 1 - i];
}

__global__ void reverse_reference(const float *in, float *out) {
  int first = blockIdx.x * WORDS;
  for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
    out[first + i] = in[first + WORDS - 1 - i];
}
