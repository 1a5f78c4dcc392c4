/* warpscope
title       = "One block more than fits"
question    = "Each block asks for 48 KiB of shared memory, so a multiprocessor of an H200 holds four at once, and its 132 hold 528. What does the 529th block cost?"
explanation = """
528 blocks run together and end at about the same time. One block more begins when the first of them ends, and runs alone: the launch takes twice as long for a five-hundredth more work. That is the tail. \
It is that long because a block's only warp waits for its own chain of sums, so that it is no faster alone. Where blocks share the pipes, the last one has them to itself and the tail is shorter. \
Many small blocks make it short, too; a grid of exactly as many blocks as fit, each of which loops over the data (grid_stride), does away with it. \
No count of a single access changes, and the sum over the grid grows by one block's share: only time shows the tail, so measure both sizes."""
kernel = "chain"
grid   = "BLOCKS"
block  = 32
shared = 49152
[params]
BLOCKS = [529, 528, 264, 132]
[args]
in  = "mod:16[32*BLOCKS]"
out = "zero[32*BLOCKS]"
[check]
out = "chain_reference"
[lesson]
at     = "float value = in[i];"
access = "load"
set    = { BLOCKS = 529 }
answer = "A block asks for {line_sectors sector} here in {line_requests request}, in a launch of {BLOCKS} blocks as in one of 528: the last block is as cheap as any other, but it comes alone."
*/
__global__ void chain(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  for (int round = 0; round < 4096; round++)
    value = value * 0.5f + 1.0f;  // each round waits for the one before it
  out[i] = value;
}

// Halving the distance to 2 so often leaves none.
__global__ void chain_reference(const float *in, float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 2.0f;
}
