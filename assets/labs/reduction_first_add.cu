/* warpscope
title       = "Block sum: the first addition while loading"
question    = "In the sequential form half of the threads only load one element and never add. What if each thread adds two elements while it loads?"
explanation = """
The first round of additions happens in registers, on elements that come from global memory anyway: a block of 256 threads sums 512 elements with the same rounds over shared memory that 256 needed before. \
So for each element half as many blocks, barriers and shared accesses are left, and the global loads stay coalesced: both halves are read by neighbours. \
Every further element a thread adds while loading saves as much again: see the last form, which adds many."""
kernel = "reduction_first_add"
grid   = "N/(2*BLOCK)"
block  = "BLOCK"
[params]
N     = [16384, 4096]
BLOCK = [256, 128, 512]
[args]
in  = "mod:16[N]"
out = "zero[N/(2*BLOCK)]"
[check]
out = "reduction_reference"
[lesson]
at     = "float sum = in[first] + in[first + BLOCK];"
access = "load"
beside = "float other = part[tid + half];"
answer = "Each of the two loads makes {line_requests request} in the block, all {lanes lane} at work and {used_percent} % used: their sum needs no shared memory. A later read of part has {other_lanes lane} at most."
*/
#ifndef BLOCK
#define BLOCK 256  // threads of a block, a power of two
#endif

// Each block adds up 2 * BLOCK elements: small whole numbers, so the order of the sum changes nothing.
__global__ void reduction_first_add(const float *in, float *out) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  int first = blockIdx.x * 2 * BLOCK + tid;
  float sum = in[first] + in[first + BLOCK];
  part[tid] = sum;
  __syncthreads();

  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (tid < half) {
      float other = part[tid + half];
      part[tid] += other;
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
  for (int i = 0; i < 2 * BLOCK; i++)
    sum += in[blockIdx.x * 2 * BLOCK + i];
  out[blockIdx.x] = sum;
}
