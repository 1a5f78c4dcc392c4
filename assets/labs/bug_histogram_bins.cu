/* warpscope
title       = "Bug: more bins than threads"
question    = "Each thread clears one bin and writes one bin back. The block has 128 threads, the histogram 256 bins. What happens to the other half?"
explanation = """
The kernel was written for blocks with a thread for each bin. With 128 threads bins 128 to 255 are never cleared, so the first addition there reads whatever stood in shared memory, and they are never written back, so their counts are lost. \
If the data happen to be small numbers nobody notices. \
The cure does not depend on the size of the block: a loop from threadIdx.x in steps of blockDim.x (FIXED 1), for clearing and for writing back."""
kernel = "histogram"
grid   = 4
block  = 128
[params]
FIXED = [0, 1]
[args]
in   = "mod:200[2048]"
bins = "zero[256]"
n    = 2048
[check]
bins = "histogram_reference"
[bug]
says = "reads shared memory that no thread of the block has written"
when = "FIXED == 0"
[lesson]
at     = "atomicAdd(&counts[in[i]], 1u);"
access = "atomic"
turn   = 1
set    = { FIXED = 0 }
answer = "{lanes lane} add to {words word} in {wavefronts wavefront}; nothing about the count is odd. That some of these bins were never cleared is another question than what the access costs."
*/
#ifndef FIXED
#define FIXED 0
#endif

#define BINS 256

__global__ void histogram(const unsigned *in, unsigned *bins, int n) {
  __shared__ unsigned counts[BINS];
#if FIXED
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    counts[bin] = 0;
#else
  counts[threadIdx.x] = 0;
#endif
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();

#if FIXED
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    atomicAdd(&bins[bin], counts[bin]);
#else
  atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
#endif
}

// The first block goes through all values for each of its bins.
__global__ void histogram_reference(const unsigned *in, unsigned *bins, int n) {
  if (blockIdx.x != 0)
    return;
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    unsigned count = 0;
    for (int i = 0; i < n; i++)
      count += in[i] == bin ? 1 : 0;
    bins[bin] = count;
  }
}
