/* warpscope
title       = "Prefix sums in log n steps, with two buffers"
question    = "In each step every thread adds the element that lies 1, 2, 4 … places before its own. How many additions are that for 256 elements, and why are there two buffers?"
explanation = """
Eight steps of 256 threads are about 1,800 additions where one thread would need 255: short, but wasteful. Nearly all lanes work in each step, which is why it is a good form inside a warp. \
With one buffer a thread would overwrite what its neighbour still has to read, so each step would need a second barrier; two buffers that change places need one. \
No access conflicts: lanes read neighbours, shifted by the step."""
kernel = "scan"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N     = [4096, 1024]
BLOCK = [256, 64]
[args]
in  = "mod:10[N]"
out = "zero[N]"
[check]
out = "scan_reference"
[lesson]
at     = "sum += part[from][tid - step];"
access = "load"
answer = "{line_lanes addition} in {line_requests request}, {line_lanes_percent} % of the lanes at work, {wavefronts wavefront} each. Two buffers: nobody overwrites what a neighbour still reads."
*/
#ifndef BLOCK
#define BLOCK 256
#endif

// Sums of everything up to and with each element, block by block.
__global__ void scan(const float *in, float *out) {
  __shared__ float part[2][BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  int from = 0;
  part[0][tid] = in[i];
  __syncthreads();

  for (int step = 1; step < BLOCK; step *= 2) {
    float sum = part[from][tid];
    if (tid >= step)
      sum += part[from][tid - step];
    part[1 - from][tid] = sum;
    from = 1 - from;
    __syncthreads();
  }
  out[i] = part[from][tid];
}

// One thread of each block, one element after the other.
__global__ void scan_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = blockIdx.x * BLOCK; i < (int)(blockIdx.x + 1) * BLOCK; i++) {
    sum += in[i];
    out[i] = sum;
  }
}
