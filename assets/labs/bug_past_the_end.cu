/* warpscope
title       = "Bug: a grid that does not fit the data"
question    = "1,000 elements, blocks of 256: four blocks have 1,024 threads. What do the last 24 threads read and write?"
explanation = """
They go past the end of both arrays. A GPU checks whole pages, not arrays: 96 bytes further lie other data or nothing, so the program may run for years, or overwrite what belongs to somebody else. \
Warpscope knows where each array ends and names the access, the index and the thread. \
The guard i < n (FIXED 1) belongs into every kernel whose grid is rounded up."""
kernel = "square"
grid   = "(1000 + 255) / 256"
block  = 256
[params]
FIXED = [0, 1]
[args]
in  = "mod:30[1000]"
out = "zero[1000]"
n   = 1000
[check]
out = "square_reference"
[bug]
says = "but in has 1000 elements"
when = "FIXED == 0"
[lesson]
at     = "float value = in[i];"
access = "load"
set    = { FIXED = 0 }
answer = "In block 0 all is well: {line_requests} warps of {lanes lane} ask for {bytes} bytes each, {sectors sector}. In block 3 the last warp has 24 lanes behind element 999."
*/
#ifndef FIXED
#define FIXED 0
#endif

__global__ void square(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if FIXED
  if (i >= n)
    return;
#endif
  float value = in[i];
  out[i] = value * value;
}

__global__ void square_reference(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * in[i];
}
