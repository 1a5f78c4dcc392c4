/* warpscope
title       = "Registers that keep warps out"
question    = "Each thread keeps SUMS running sums. How many registers does it need, how many threads fit, and what does __launch_bounds__ trade?"
explanation = """
A multiprocessor has 65,536 registers. 2,048 threads may have 32 each; at 64 a thread only 1,024 fit, half of the warps. The sums stay in registers because their indices are known when the loops are unrolled: an index that only the run knows would move them to local memory. \
__launch_bounds__(256, BLOCKS) promises the size of a block and asks that BLOCKS of them fit: the compiler then keeps to fewer registers, and if that is too few it adds up one sum after another, or spills to local memory (the lab register_limit). \
Each element that is loaded serves SUMS additions, so the traffic for each result falls as the sums become more: occupancy is not the aim but the price."""
kernel = "many_sums"
grid   = 4
block  = 256
[params]
SUMS   = [32, 8, 16, 64]
BLOCKS = [1, 4, 8]
[args]
in  = "mod:8[4096]"
out = "zero[1024*SUMS]"
[check]
out = "many_sums_reference"
[lesson]
at     = "float value = in[turn * 1024 + i];"
access = "load"
turn   = 1
set    = { SUMS = 32 }
answer = "One load, {sectors sector} for {lanes lane}, serves {SUMS} additions. The {SUMS} sums take at least {SUMS} registers of a thread. SASS counts them all; Roofline, below, the blocks that fit."
*/
#ifndef SUMS
#define SUMS 32
#endif
#ifndef BLOCKS
#define BLOCKS 1
#endif

__global__ void __launch_bounds__(256, BLOCKS) many_sums(const float *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum[SUMS] = {};
  for (int turn = 0; turn < 4; turn++) {
    float value = in[turn * 1024 + i];
#pragma unroll
    for (int s = 0; s < SUMS; s++)
      sum[s] += value * (turn + s);
  }
#pragma unroll
  for (int s = 0; s < SUMS; s++)
    out[s * 1024 + i] = sum[s];
}

__global__ void many_sums_reference(const float *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  for (int s = 0; s < SUMS; s++) {
    float sum = 0.0f;
    for (int turn = 3; turn >= 0; turn--)
      sum += in[turn * 1024 + i] * (turn + s);
    out[s * 1024 + i] = sum;
  }
}
