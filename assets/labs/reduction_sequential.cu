/* warpscope
title       = "Block sum: first half plus second half"
question    = "The same number of additions in the same number of rounds. Why is there neither a half-empty warp nor a conflict?"
explanation = """
Thread t adds the word that lies half the array further. Neighbouring lanes read neighbouring words, so every access takes one wavefront, \
and the working threads are always the first ones: whole warps drop out until one is left. \
Only the last five rounds leave lanes idle, and those can be done by shuffles without shared memory. Counts are of lanes that work; but the compiler switches so short a body off by a predicate, so warps without a lane issue their loads and stores all the same, and each takes the LSU a cycle (as ncu counts on an H200; the scene SM shows it)."""
kernel = "reduction_sequential"
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
at     = "float other = part[tid + half];"
access = "load"
turn   = 1
answer = "Neighbours read neighbours: {lanes lane}, {banks bank}, {wavefronts wavefront}. Over all rounds it is {line_wavefronts wavefront} in {line_requests request}, for whole warps drop out."
*/
#ifndef BLOCK
#define BLOCK 256  // threads of a block, a power of two
#endif

// Each block adds up its BLOCK elements. They are small whole numbers, so the order of the sum changes nothing.
__global__ void reduction_sequential(const float *in, float *out) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * BLOCK + tid];
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
  for (int i = 0; i < BLOCK; i++)
    sum += in[blockIdx.x * BLOCK + i];
  out[blockIdx.x] = sum;
}
