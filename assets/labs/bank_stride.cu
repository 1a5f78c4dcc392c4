/* warpscope
title       = "Reading shared memory with a stride"
question    = "Thread i reads word i * STRIDE. Which strides make the 32 lanes of a warp queue at the same bank, and how long is the queue?"
explanation = """
Word w lives in bank w % 32, so lane i asks bank (i * STRIDE) % 32 and only 32 / gcd(STRIDE, 32) banks are in use: the queue is \
gcd(STRIDE, 32) long. Strides 1, 2, 4, 8, 16 and 32 give 1, 2, 4, 8, 16 and 32 wavefronts, and every odd stride is free. \
Stride 32 is the worst case, not a special one: it is what reading down a column of a [32][32] array does."""
kernel = "bank_stride"
grid   = [1]
block  = [256]
[params]
STRIDE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33]
[args]
out = "zero[256]"
[check]
out = "bank_stride_reference"
[lesson]
at     = "words[(threadIdx.x * STRIDE)"
access = "load"
set    = { STRIDE = 32 }
answer = "At stride {STRIDE} the {lanes lane} meet in {banks bank} and queue: {wavefronts wavefront} where {ideal_wavefronts} would do. An odd stride reaches all 32 banks and is free."
*/
#ifndef STRIDE
#define STRIDE 1
#endif

// 4096 floats, so that a stride leads somewhere else each time; larger indices wrap around to the start.
#define WORDS 4096

__global__ void bank_stride(float *out) {
  __shared__ float words[WORDS];
  for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
    words[i] = 0.5f * i;
  __syncthreads();

  out[threadIdx.x] = words[(threadIdx.x * STRIDE) % WORDS];
}

// The same values without shared memory.
__global__ void bank_stride_reference(float *out) {
  int word = (threadIdx.x * STRIDE) % WORDS;
  out[threadIdx.x] = 0.5f * word;
}
