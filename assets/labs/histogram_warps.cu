/* warpscope
title       = "Histogram with counters for each warp"
question    = "Each of the 8 warps counts in an array of its own. Which waiting does that end, and which not?"
explanation = """
Warps of a block no longer meet at one counter. But what one warp's access costs is decided inside the warp: adding a number that only the run knows still takes one wavefront for each lane at a bank, \
and private arrays change nothing about it. In return the block needs 8 KB instead of 1, and the end costs 8 reads for each bin. \
Private copies pay where warps collide, not where lanes do; COPIES = 1 is the plain form, with the same count of wavefronts for each access."""
kernel = "histogram"
grid   = "N/1024"
block  = 256
[params]
DATA   = [0, 1, 2]
COPIES = [8, 1, 2, 4]
N      = [4096, 16384]
[args]
in     = "ramp[N]"
weight = "one[N]"
bins   = "zero[256]"
n      = "N"
[check]
bins = "histogram_reference"
[lesson]
at     = "atomicAdd(&mine[bin_of(in[i])], weight[i]);"
access = "atomic"
set    = { DATA = 0, COPIES = 8 }
answer = "In its own array this warp still takes {wavefronts wavefront} for {lanes lane} that mean {words word}: private counters keep warps apart, not lanes."
*/
#ifndef DATA
#define DATA 0
#endif
#ifndef COPIES
#define COPIES 8
#endif

#define BINS 256

// What the data look like: equal, counting up, or scattered by a multiplication.
__device__ unsigned bin_of(unsigned value) {
  if (DATA == 0)
    return 7;
  return DATA == 1 ? value % BINS : value * 2654435761u >> 24;
}

__global__ void histogram(const unsigned *in, const unsigned *weight, unsigned *bins, int n) {
  __shared__ unsigned counts[COPIES][BINS];
  for (int c = 0; c < COPIES; c++)
    counts[c][threadIdx.x] = 0;
  __syncthreads();

  unsigned *mine = (unsigned *)counts[threadIdx.x / 32 % COPIES];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[bin_of(in[i])], weight[i]);
  __syncthreads();

  unsigned sum = 0;
  for (int c = 0; c < COPIES; c++)
    sum += counts[c][threadIdx.x];
  atomicAdd(&bins[threadIdx.x], sum);
}

// A thread for each counter goes through all values.
__global__ void histogram_reference(const unsigned *in, const unsigned *weight, unsigned *bins, int n) {
  if (blockIdx.x != 0)
    return;
  unsigned count = 0;
  for (int i = 0; i < n; i++)
    count += bin_of(in[i]) == threadIdx.x ? weight[i] : 0;
  bins[threadIdx.x] = count;
}
