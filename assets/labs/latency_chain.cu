/* warpscope
title       = "Loads that wait for each other, and loads that do not"
question    = "Each thread makes four loads. In a chain each address comes out of the load before; otherwise all four are known from the start. Which counts differ, and what does the multiprocessor do meanwhile?"
explanation = """
No count of a single access differs: the same sectors, the same requests. But a chain leaves the warp waiting for the whole latency four times, while four independent loads are on their way together and wait once. That is instruction-level parallelism. \
Other warps hide the same latency: the scene Multiprocessor shows how many of them a chain needs until the memory is never idle, and that fewer do where the loads of one warp overlap. \
A linked list is the chain that everybody knows; an index read from memory, and an array of pointers, are the ones that nobody notices."""
kernel = "walk"
grid   = 8
block  = 128
[params]
CHAIN = [1, 0]
N     = [4096, 16384]
[args]
next = "ramp[N]"
out  = "zero[1024]"
n    = "N"
[check]
out = "walk_reference"
[lesson]
at     = "place = next[(place + 1024) % n];"
access = "load"
turn   = 1
set    = { CHAIN = 1 }
answer = "A load takes {sectors sector} for {lanes lane}, {line_requests request} in the block, whether it is part of a chain or not. What the chain costs is waiting: no count shows that, the scene Multiprocessor does."
*/
#ifndef CHAIN
#define CHAIN 1
#endif

// next[k] is k, so each step leads 1,024 places further.
__global__ void walk(const unsigned *next, unsigned *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#if CHAIN
  unsigned place = i;
  for (int step = 0; step < 4; step++)
    place = next[(place + 1024) % n];
  out[i] = place;
#else
  unsigned last = 0;
#pragma unroll
  for (unsigned step = 1; step <= 4; step++)
    last = next[(i + step * 1024) % n];
  out[i] = last;
#endif
}

__global__ void walk_reference(const unsigned *next, unsigned *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (i + 4 * 1024) % n;
}
