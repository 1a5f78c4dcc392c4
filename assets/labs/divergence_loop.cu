/* warpscope
title       = "Loops of different length in one warp"
question    = "The lanes have 1 to 32 turns to do. How many turns does the warp run, and how full is it on the average?"
explanation = """
A warp goes around as long as any of its lanes does: 32 turns, with 32, 31, 30 … lanes at work, 16.5 on the average, about half. \
With EVEN = 1 the same lengths are dealt out so that the lanes of a warp agree; the same additions are done by full warps, and the long warps and the short ones end at different times. \
Rows of a sparse matrix are the usual case: one thread a row is as slow as the longest row of its warp."""
kernel = "sum_rows"
grid   = "N/128"
block  = 128
[params]
EVEN = [0, 1]
N    = [1024, 2048]
[args]
in  = "mod:9[32*N]"
out = "zero[N]"
n   = "N"
[check]
out = "sum_rows_reference"
[lesson]
at     = "sum += in[turn * n + i];"
access = "load"
turn   = 24
set    = { EVEN = 0 }
answer = "{lanes lane} are left in turn 24. Over all turns of the block the read is {line_requests request}, with {line_lanes_percent} % of the lanes at work."
*/
#ifndef EVEN
#define EVEN 0
#endif

// 1 to 32 turns: different in each lane, or in each warp.
__device__ int turns_of(int i) {
  return EVEN ? i / 32 % 32 + 1 : i % 32 + 1;
}

__global__ void sum_rows(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int turn = 0; turn < turns_of(i); turn++)
    sum += in[turn * n + i];
  out[i] = sum;
}

// All 32 turns by everyone, of which some count.
__global__ void sum_rows_reference(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int turn = 31; turn >= 0; turn--)
    sum += turn < turns_of(i) ? in[turn * n + i] : 0.0f;
  out[i] = sum;
}
