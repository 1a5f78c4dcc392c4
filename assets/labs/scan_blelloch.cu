/* warpscope
title       = "Prefix sums up and down a tree"
question    = "The tree needs only about 2 n additions. What do its strides of 2, 4, 8 … do to the banks, and how does padding by index help?"
explanation = """
On the way up and down the tree the working threads touch elements 2, 4, 8 … apart, so their queue doubles with each level until the threads become too few: up to 8 lanes at one bank here. \
PAD = 1 inserts one word after every 32: element e moves to e + e / 32, and then powers of two no longer meet. \
The tree does about 500 additions for 256 elements where the log-step form does 1,800, but in six of its eight levels no more than one warp has work."""
kernel = "scan_tree"
grid   = "N/256"
block  = 128
[params]
PAD = [0, 1]
N   = [4096, 1024]
[args]
in  = "mod:10[N]"
out = "zero[N]"
[check]
out = "scan_reference"
[lesson]
at     = "float left = part[place(step * (2 * tid + 1) - 1)];"
access = "load"
set    = { PAD = 0 }
answer = "On the costliest level {lanes lane} meet in {banks bank}: {wavefronts wavefront}. Over all levels on the way up this read takes {line_wavefronts}, where {line_ideal_wavefronts} would do."
*/
#ifndef PAD
#define PAD 0
#endif

#define COUNT 256  // elements of a block, two a thread

__device__ int place(int element) {
  return PAD ? element + element / 32 : element;
}

// Sums of everything before each element, block by block.
__global__ void scan_tree(const float *in, float *out) {
  __shared__ float part[COUNT + COUNT / 32];
  int tid = threadIdx.x;
  int first = blockIdx.x * COUNT;
  part[place(tid)] = in[first + tid];
  part[place(tid + COUNT / 2)] = in[first + tid + COUNT / 2];
  __syncthreads();

  // Up: the right child of each pair becomes the sum of both.
  for (int step = 1; step < COUNT; step *= 2) {
    if (tid < COUNT / 2 / step) {
      float left = part[place(step * (2 * tid + 1) - 1)];
      part[place(step * (2 * tid + 2) - 1)] += left;
    }
    __syncthreads();
  }

  if (tid == 0)
    part[place(COUNT - 1)] = 0.0f;  // no barrier: only this thread works in the first round down

  // Down: the left child gets what stood above, the right one that and the left.
  for (int step = COUNT / 2; step > 0; step /= 2) {
    if (tid < COUNT / 2 / step) {
      int low = place(step * (2 * tid + 1) - 1), high = place(step * (2 * tid + 2) - 1);
      float left = part[low];
      part[low] = part[high];
      part[high] += left;
    }
    __syncthreads();
  }

  out[first + tid] = part[place(tid)];
  out[first + tid + COUNT / 2] = part[place(tid + COUNT / 2)];
}

// One thread of each block, one element after the other.
__global__ void scan_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = blockIdx.x * COUNT; i < (int)(blockIdx.x + 1) * COUNT; i++) {
    out[i] = sum;
    sum += in[i];
  }
}
