/* warpscope
title       = "Histogram with counters in shared memory"
question    = "All values are equal, so 32 lanes add to one counter. Do they wait for each other when the 1 that they add is a constant, and when it is an argument of the kernel?"
explanation = """
Adding the constant 1 to an integer whose old value nobody uses is an instruction of its own: it counts how many lanes mean the same word and adds them at once, one wavefront for equal data. \
That equal values serialise on atomicAdd(..., 1) is widely believed and wrong on an H200. With a number that the compiler does not know (KNOWN 0) the rule is the other one: a bank serves one lane at a time, \
32 wavefronts. What remains for increments are different words in one bank: bins 32 apart, which random data (DATA 2) hit now and then."""
kernel = "histogram"
grid   = "N/1024"
block  = 256
[params]
DATA  = [0, 1, 2]
KNOWN = [1, 0]
N     = [4096, 16384]
[args]
in   = "ramp[N]"
bins = "zero[256]"
n    = "N"
step = 1
[check]
bins = "histogram_reference"
[lesson]
at     = "atomicAdd(&counts[bin_of(in[i])], ONE);"
access = "atomic"
set    = { DATA = 0, KNOWN = 1 }
answer = "{lanes lane} add 1 to {words word}: {wavefronts wavefront}. With KNOWN = 0, the same 1 from an argument, the lanes take their turns."
*/
#ifndef DATA
#define DATA 0
#endif
#ifndef KNOWN
#define KNOWN 1
#endif

#define BINS 256

#if KNOWN
#define ONE 1u    // an increment: the compiler sees it
#else
#define ONE step  // any number, for all that the compiler knows
#endif

// What the data look like: equal, counting up, or scattered by a multiplication.
__device__ unsigned bin_of(unsigned value) {
  if (DATA == 0)
    return 7;
  return DATA == 1 ? value % BINS : value * 2654435761u >> 24;
}

// Each block counts in its own shared memory, and adds its counters to the global ones once.
__global__ void histogram(const unsigned *in, unsigned *bins, int n, unsigned step) {
  __shared__ unsigned counts[BINS];
  counts[threadIdx.x] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[bin_of(in[i])], ONE);
  __syncthreads();

  atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

// A thread for each counter goes through all values.
__global__ void histogram_reference(const unsigned *in, unsigned *bins, int n, unsigned step) {
  if (blockIdx.x != 0)
    return;
  unsigned count = 0;
  for (int i = 0; i < n; i++)
    count += bin_of(in[i]) == threadIdx.x ? step : 0;
  bins[threadIdx.x] = count;
}
