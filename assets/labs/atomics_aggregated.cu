/* warpscope
title       = "One atomic for a whole warp"
question    = "Every lane that finds something adds to the same counter. How many times is the counter's sector asked for, lane by lane, and if one lane adds for all of them?"
explanation = """
Lane by lane the request asks for the sector once for each lane: up to 32 rounds at one word. With GROUPED = 1 the warp adds first, by a shuffle, and its first lane brings the sum: one round. \
The result is the same, since whole numbers may be added in any order. \
A compiler that sees that all lanes mean one address may do this by itself; the counts here are those of the text."""
kernel = "add_up"
grid   = "N/256"
block  = 256
[params]
GROUPED = [0, 1]
N       = [16384, 4096]
[args]
in    = "mod:100[N]"
total = "zero[1]"
n     = "N"
[check]
total = "add_up_reference"
[lesson]
at     = "atomicAdd(total, value);"
access = "atomic"
set    = { GROUPED = 0 }
answer = "{lanes lane} add to {words word}: its sector is asked for {sectors} times, {line_sectors} times in this block. With GROUPED = 1 one lane comes for the whole warp."
*/
#ifndef GROUPED
#define GROUPED 0
#endif

__global__ void add_up(const unsigned *in, unsigned *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = in[i];
#if GROUPED
  unsigned sum = value;
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, sum);
#else
  atomicAdd(total, value);
#endif
}

__global__ void add_up_reference(const unsigned *in, unsigned *total, int n) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum += i % 100;  // in[i], as the buffer was filled
  *total = sum;
}
