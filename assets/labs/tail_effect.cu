/* warpscope
title       = "One block more than fits"
question    = "A multiprocessor holds eight blocks of this kernel at once, an H200 has 132 of them. What does the 1,057th block cost, and what do larger or smaller blocks change?"
explanation = """
1,056 blocks run together and end at about the same time. One block more begins when the first of them ends, and runs alone: the launch takes twice as long for a thousandth more work. That is the tail. \
It matters where the blocks are few for the device. Many small blocks make it short; a grid of exactly as many blocks as fit, each of which loops over the data (grid_stride), does away with it. \
No count of a single access changes, and the sum over the grid grows by one block's share: only time shows the tail, so measure both sizes."""
kernel = "square"
grid   = "BLOCKS"
block  = 256
[params]
BLOCKS = [1057, 1056, 264, 132]
[args]
in  = "mod:16[256*BLOCKS]"
out = "zero[256*BLOCKS]"
[check]
out = "square_reference"
[lesson]
at     = "float value = in[i];"
access = "load"
set    = { BLOCKS = 1057 }
answer = "A block asks for {line_sectors sector} here in {line_requests request}, in a launch of {BLOCKS} blocks as in one of 1,056: the last block is as cheap as any other, but it comes alone."
*/
__global__ void square(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  out[i] = value * value;
}

__global__ void square_reference(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < (int)in[i]; k++)
    sum += in[i];
  out[i] = sum;
}
