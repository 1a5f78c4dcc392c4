/* warpscope
title       = "Prefix sums of a whole grid, by looking back"
question    = "Each block needs the sum of all blocks before it, and blocks cannot meet at a barrier. How can one launch still give every element its prefix sum, reading the data once?"
explanation = """
A block takes its number from a counter, so that the blocks before it have all begun; it adds up its own elements, publishes that sum, and then looks back block by block: to a predecessor that has published only its own sum it adds that and goes on, at one that knows its whole prefix it stops. \
The state is changed by an atomic after a fence, so that whoever sees the state also sees the number it stands for. With blockIdx.x in place of the counter a block could wait for one that never gets a place on the device. \
Nothing needs to be cleared before the next launch: the counter goes on, and each launch has two states of its own. \
The data are read and written once: two passes over memory instead of the four of a scan in three launches."""
kernel = "scan"
grid   = "N/256"
block  = 256
[params]
N = [4096, 1024]
[args]
in      = "mod:4[N]"
out     = "zero[N]"
numbers = "zero[1]"
state   = "zero[N/256]"
sums    = "zero[N/256]"
upto    = "zero[N/256]"
[check]
out = "scan_reference"
[lesson]
at     = "atomicExch(&state[block], all_known);"
access = "atomic"
answer = "{lanes lane} of the block publishes its state: {sectors sector}, {line_requests request} in the block. That is all that blocks tell each other, however many elements they scan."
*/
__global__ void scan(const float *in, float *out, unsigned *numbers, unsigned *state, volatile float *sums,
                     volatile float *upto) {
  __shared__ float of_warp[8];
  __shared__ float before;
  __shared__ int number;
  int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
  if (tid == 0)
    number = (int)atomicAdd(numbers, 1u);
  __syncthreads();

  unsigned drawn = number, block = drawn % gridDim.x;
  // States of this launch alone: an earlier one left smaller numbers.
  unsigned own_known = drawn / gridDim.x * 2 + 1, all_known = own_known + 1;
  float sum = in[block * 256 + tid];
  for (int step = 1; step < 32; step *= 2) {
    float left = __shfl_up_sync(0xffffffff, sum, step);
    if (lane >= step)
      sum += left;
  }
  if (lane == 31)
    of_warp[warp] = sum;
  __syncthreads();

  if (tid == 0) {
    float own = 0.0f, earlier = 0.0f;
    for (int w = 0; w < 8; w++)
      own += of_warp[w];
    sums[block] = own;
    __threadfence();  // the sum is there before the state says so
    atomicExch(&state[block], own_known);
    for (int b = (int)block - 1; b >= 0;) {
      unsigned known = atomicAdd(&state[b], 0u);
      __threadfence();  // no number is read before its state
      if (known == own_known)
        earlier += sums[b--];  // its own sum alone: look further back
      if (known == all_known) {
        earlier += upto[b];    // everything up to its end: done
        break;
      }
    }
    upto[block] = earlier + own;
    __threadfence();
    atomicExch(&state[block], all_known);
    before = earlier;
  }
  __syncthreads();

  float earlier = before;
  for (int w = 0; w < warp; w++)
    earlier += of_warp[w];
  out[block * 256 + tid] = earlier + sum;
}

// One thread, one element after the other.
__global__ void scan_reference(const float *in, float *out, unsigned *numbers, unsigned *state, float *sums,
                               float *upto) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < (int)(gridDim.x * 256); i++) {
    sum += in[i];
    out[i] = sum;
  }
}
