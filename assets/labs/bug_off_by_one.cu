/* warpscope
title       = "Bug: one element too far in shared memory"
question    = "The average of each element and the next one is taken in shared memory. What does the last thread read, and why does no GPU complain?"
explanation = """
values[128] is no element of values, which has 128. But the block has more shared memory than that: here weights lies beside it, so the read gets a number that looks reasonable, and the result is off by a little in one place of each block. \
Nothing in the hardware knows where one shared array ends and the next begins. Warpscope does: it follows each access to the array it was written for. \
FIXED = 1 loads one element more and gives it a place."""
kernel = "averages"
grid   = 4
block  = 128
[params]
FIXED = [0, 1]
[args]
in  = "mod:60[513]"
out = "zero[512]"
[check]
out = "averages_reference"
[bug]
says = "but values has 128 elements"
when = "FIXED == 0"
[lesson]
at     = "float next = values[t + 1];"
access = "load"
set    = { FIXED = 0 }
answer = "{lanes lane} read {words word} in {banks bank}: {wavefronts wavefront}, as it should be. Only lane 31 of the last warp is one element too far: it reads a weight."
*/
#ifndef FIXED
#define FIXED 0
#endif

__global__ void averages(const float *in, float *out) {
  __shared__ float values[128 + FIXED];
  __shared__ float weights[2];
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  values[t] = in[i];
  if (t < 2)
    weights[t] = 0.5f;
#if FIXED
  if (t == 0)
    values[128] = in[i + 128];
#endif
  __syncthreads();

  float own = values[t];
  float next = values[t + 1];
  out[i] = weights[0] * own + weights[1] * next;
}

__global__ void averages_reference(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = 0.5f * in[i] + 0.5f * in[i + 1];
}
