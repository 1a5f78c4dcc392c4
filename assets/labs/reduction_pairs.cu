/* warpscope
title       = "Block sum: who goes on, every second thread or the first half"
question    = "128 threads sum 256 numbers in pairs. Of the lane slots that the warps spend on the 255 additions, how many are at work if every second thread goes on, and if the first half does?"
explanation = """
The additions are the same 255. If every second, fourth, eighth thread goes on (FORM 0), each of the four warps keeps a lane at work for six rounds, then two warps and one are left: 27 warp instructions of 32 slots, 864, and 30 % of them at work. \
If the first half goes on (FORM 1), whole warps drop out: 4, 2, and then one in each of six rounds, 12 instructions and 384 slots, 66 %. \
A widely used textbook counts 736 slots for the first form, 23 instructions: one round of four warps is forgotten. The form with a thread for each element instead of each pair (reduction_modulo) spends 1,504."""
kernel = "sum_pairs"
grid   = "N/256"
block  = 128
[params]
FORM = [0, 1]
N    = [4096, 65536]
[args]
in  = "mod:16[N]"
out = "zero[N/256]"
[check]
out = "sum_pairs_reference"
[lesson]
at     = "float other = part[mine + step];"
access = "load"
set    = { FORM = 0 }
answer = "{line_lanes addition} in {line_requests request} of 32 lane slots: {line_lanes_percent} % of the slots are at work. With FORM = 1 the same additions fit into fewer than half as many requests."
*/
#ifndef FORM
#define FORM 0
#endif

#define THREADS 128

// Each block adds up 256 elements, two for each thread. They are small whole numbers: any order gives the same sum.
__global__ void sum_pairs(const float *in, float *out) {
  __shared__ float part[2 * THREADS];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * 2 * THREADS + tid];
  part[tid + THREADS] = in[blockIdx.x * 2 * THREADS + tid + THREADS];
  __syncthreads();

#if FORM == 0
  for (int step = 1; step <= THREADS; step *= 2) {
    int mine = 2 * tid;
    bool goes_on = tid % step == 0;
#else
  for (int step = THREADS; step >= 1; step /= 2) {
    int mine = tid;
    bool goes_on = tid < step;
#endif
    if (goes_on) {
      float other = part[mine + step];
      part[mine] += other;
    }
    __syncthreads();
  }

  if (tid == 0)
    out[blockIdx.x] = part[0];
}

// One thread of each block adds its elements one after another.
__global__ void sum_pairs_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 2 * THREADS; i++)
    sum += in[blockIdx.x * 2 * THREADS + i];
  out[blockIdx.x] = sum;
}
