/* warpscope
title       = "The sum of a whole grid, by the block that comes last"
question    = "Blocks cannot wait for each other. How can one launch still add up the sums of all blocks, and what are the fences for?"
explanation = """
Each block writes its sum and then counts itself with an atomic. Whoever reads the highest ticket knows that all others have written, so that block adds up their sums. \
The first __threadfence() makes a block's sum visible before its ticket, the second one keeps the last block from reading sums early; without either, a sum may be missing now and then, which a test seldom shows. \
One launch instead of two, at the price of one atomic for each block, all at the same word."""
kernel = "sum_of_grid"
grid   = "N/256"
block  = 256
[params]
N = [16384, 4096]
[args]
in      = "mod:16[N]"
partial = "zero[N/256]"
tickets = "zero[1]"
out     = "zero[1]"
[check]
out = "sum_of_grid_reference"
[lesson]
at     = "ticket = atomicAdd(tickets, 1u);"
access = "atomic"
answer = "{lanes lane} of the block takes a ticket: {sectors sector}, and {line_requests request} in the block. The block whose ticket is the last adds up all sums."
*/
__global__ void sum_of_grid(const float *in, volatile float *partial, unsigned *tickets, float *out) {
  __shared__ float of_warp[8];
  int tid = threadIdx.x;
  float sum = in[blockIdx.x * 256 + tid];
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);
  if (tid % 32 == 0)
    of_warp[tid / 32] = sum;
  __syncthreads();

  if (tid == 0) {
    sum = 0.0f;
    for (int w = 0; w < 8; w++)
      sum += of_warp[w];
    partial[blockIdx.x] = sum;
    __threadfence();  // the sum is there before the ticket is
    unsigned ticket = atomicAdd(tickets, 1u);
    __threadfence();  // no sum is read before the ticket is known
    if (ticket == gridDim.x - 1) {
      sum = 0.0f;
      for (int b = 0; b < (int)gridDim.x; b++)
        sum += partial[b];
      *out = sum;
    }
  }
}

__global__ void sum_of_grid_reference(const float *in, const float *partial, unsigned *tickets, float *out) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < (int)(gridDim.x * 256); i++)
    sum += in[i];
  *out = sum;
}
