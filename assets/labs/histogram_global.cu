/* warpscope
title       = "Histogram with counters in global memory"
question    = "Every thread adds 1 to one of 256 counters in global memory. Which data make the lanes of a warp wait for each other: equal values, a ramp, random ones?"
explanation = """
An atomic asks for a sector as often as the most lanes of the warp want one and the same counter in it. Equal values (DATA 0) are 32 lanes at one counter: 32 rounds at one sector. \
A ramp (DATA 1) is 32 neighbouring counters, 4 sectors, each asked for once. Random values (DATA 2) are in between: nearly every lane has a sector of its own, and now and then two meet. \
All blocks share the same 256 counters, so they also meet in the L2 cache, where the atomics are carried out."""
kernel = "histogram"
grid   = "N/256"
block  = 256
[params]
DATA = [0, 1, 2]
N    = [4096, 16384]
[args]
in   = "ramp[N]"
bins = "zero[256]"
n    = "N"
[check]
bins = "histogram_reference"
[lesson]
at     = "atomicAdd(&bins[bin_of(in[i])], 1u);"
access = "atomic"
set    = { DATA = 0 }
answer = "The {lanes lane} ask for a sector {sectors} times, and all mean the same counter. With a ramp (DATA 1) it is 4 times."
*/
#ifndef DATA
#define DATA 0
#endif

// What the data look like: equal, counting up, or scattered by a multiplication.
__device__ unsigned bin_of(unsigned value) {
  if (DATA == 0)
    return 7;
  return DATA == 1 ? value % 256 : value * 2654435761u >> 24;
}

__global__ void histogram(const unsigned *in, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[bin_of(in[i])], 1u);
}

// A thread for each counter goes through all values.
__global__ void histogram_reference(const unsigned *in, unsigned *bins, int n) {
  if (blockIdx.x != 0)
    return;
  unsigned count = 0;
  for (int i = 0; i < n; i++)
    count += bin_of(in[i]) == threadIdx.x ? 1 : 0;
  bins[threadIdx.x] = count;
}
