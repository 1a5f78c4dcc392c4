/* warpscope
title       = "Block sum: from register to register"
question    = "A shuffle hands a register to another lane. How much shared memory does a block of 256 still need, and how many barriers?"
explanation = """
Inside a warp five shuffles add up 32 numbers without any memory. Only the 8 sums of the warps have to meet: 8 words of shared memory, one barrier, and one warp that adds them. \
The sequential form needs 256 words and 9 barriers, and it reads and writes shared memory in every round. \
All lanes named in the mask must take part, which is why the loop stands outside of any branch."""
kernel = "reduction_shuffle"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N     = [16384, 4096]
BLOCK = [256, 128, 1024]
[args]
in  = "mod:16[N]"
out = "zero[N/BLOCK]"
[check]
out = "reduction_reference"
[lesson]
at     = "sum = tid < BLOCK / 32 ? of_warp[tid] : 0.0f;"
access = "load"
answer = "This is the only read of shared memory: {line_requests request} in the whole block, {lanes lane} for as many warps' sums, {wavefronts wavefront}."
*/
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduction_shuffle(const float *in, float *out) {
  __shared__ float of_warp[32];
  int tid = threadIdx.x;
  float sum = in[blockIdx.x * BLOCK + tid];
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);  // lane 0 has the warp's sum in the end

  if (tid % 32 == 0)
    of_warp[tid / 32] = sum;
  __syncthreads();

  if (tid < 32) {
    sum = tid < BLOCK / 32 ? of_warp[tid] : 0.0f;
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
  for (int i = 0; i < BLOCK; i++)
    sum += in[blockIdx.x * BLOCK + i];
  out[blockIdx.x] = sum;
}
