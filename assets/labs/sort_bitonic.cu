/* warpscope
title       = "A sorting network in shared memory"
question    = "Each thread compares one pair of 512 numbers, again and again, with partners 1, 2, 4 … 256 apart. Which distances put lanes of a warp into one bank?"
explanation = """
Which pairs are compared does not depend on the numbers, so no warp diverges over the pattern, only over whether to exchange. For partners STEP apart the lanes walk through runs of STEP numbers and skip as many: \
below 32 the lower partners of a warp are 32 words out of 64, two in each of 16 banks when STEP is at most 16, 2 wavefronts; from 32 on they are 32 neighbours. \
Sorting 512 numbers takes 45 rounds with a barrier each. From STEP 32 down a warp could sort with shuffles."""
kernel = "sort_blocks"
grid   = "N/512"
block  = 256
[params]
N = [1024, 512]
[args]
in  = "random:11[N]"
out = "zero[N]"
[check]
out = "sort_reference"
[lesson]
at     = "unsigned a = item[low];"
access = "load"
answer = "In this round {lanes lane} read {words word} that lie in {banks bank}: {wavefronts wavefront}. All rounds of the block: {line_requests request}, {line_wavefronts wavefront}."
*/
#define COUNT 512  // numbers of a block, two a thread

// Sorts runs of COUNT numbers.
__global__ void sort_blocks(const unsigned *in, unsigned *out) {
  __shared__ unsigned item[COUNT];
  int tid = threadIdx.x;
  int first = blockIdx.x * COUNT;
  item[tid] = in[first + tid];
  item[tid + COUNT / 2] = in[first + tid + COUNT / 2];
  __syncthreads();

  for (int run = 2; run <= COUNT; run *= 2)          // sorted runs of this length come out,
    for (int step = run / 2; step > 0; step /= 2) {  // by comparisons over these distances
      int low = tid / step * 2 * step + tid % step;
      int high = low + step;
      bool rising = (low & run) == 0;                // every second run falls, to meet its neighbour
      unsigned a = item[low];
      unsigned b = item[high];
      if ((a > b) == rising) {
        item[low] = b;
        item[high] = a;
      }
      __syncthreads();
    }
  out[first + tid] = item[tid];
  out[first + tid + COUNT / 2] = item[tid + COUNT / 2];
}

// A number's place is how many come before it; of equal ones the earlier.
__global__ void sort_reference(const unsigned *in, unsigned *out) {
  int first = blockIdx.x * COUNT;
  for (int i = threadIdx.x; i < COUNT; i += blockDim.x) {
    unsigned mine = in[first + i];
    int place = 0;
    for (int j = 0; j < COUNT; j++) {
      unsigned other = in[first + j];
      place += other < mine || (other == mine && j < i) ? 1 : 0;
    }
    out[first + place] = mine;
  }
}
