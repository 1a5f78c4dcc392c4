/* warpscope
title       = "Block sum: interleaved, threads packed together"
question    = "The working threads are neighbours now, so whole warps drop out. What does the growing stride do in shared memory?"
explanation = """
Thread t works on word 2 * step * t: the warps are full, but their lanes lie 2, 4, 8 … words apart and meet in the same banks: 2 wavefronts in the first round, then 4, then 8. \
It stops growing because fewer and fewer lanes are left: the degree is bounded by the lanes at work. Reading the second number takes 47 wavefronts a block of 256 threads, exactly as many as in the form with the remainder; the sequential form takes 12."""
kernel = "reduction_strided"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N     = [65536, 4096, 1048576]
BLOCK = [256, 128, 512, 1024]
[args]
in  = "mod:16[N]"
out = "zero[N/BLOCK]"
[check]
out = "reduction_reference"
[lesson]
at     = "float other = part[left + step];"
access = "load"
answer = "The stride brings {lanes lane} into {banks bank}: {wavefronts wavefront} in this round. Over all rounds the read takes {line_wavefronts wavefront} where {line_ideal_wavefronts} would do."
*/
#ifndef BLOCK
#define BLOCK 256  // threads of a block, a power of two
#endif

// Each block adds up its BLOCK elements. They are small whole numbers, so the order of the sum changes nothing.
__global__ void reduction_strided(const float *in, float *out) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * BLOCK + tid];
  __syncthreads();

  for (int step = 1; step < BLOCK; step *= 2) {
    int left = 2 * step * tid;
    if (left < BLOCK) {
      float other = part[left + step];
      part[left] += other;
    }
    __syncthreads();
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
