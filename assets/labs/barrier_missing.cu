/* warpscope
title       = "Bug: a barrier that is missing"
question    = "Each thread puts an element into shared memory and reads its neighbour's. Which pairs of threads need the barrier between, and why does it often work without?"
explanation = """
Thread t reads what thread t + 1 writes. Inside a warp the lanes usually run together, so most pairs are right by luck; where the neighbour belongs to another warp, thread 31 and 32, 63 and 64 …, it depends on which warp comes first. \
A race does not need to happen to be one: Warpscope looks for two accesses that nothing orders, and then searches for an order of the warps in which the output is wrong. \
FIXED = 1 has the barrier."""
kernel = "differences"
grid   = 4
block  = 128
[params]
FIXED = [0, 1]
[args]
in  = "mod:50[512]"
out = "zero[512]"
[check]
out = "differences_reference"
[bug]
says = "and nothing orders the two"
when = "FIXED == 0"
[lesson]
at     = "float next = part[(t + 1) % 128];"
access = "load"
set    = { FIXED = 0 }
answer = "{lanes lane} read {words word}, {wavefronts wavefront}: the counts are those of the right kernel. Only the order is missing, and no count shows that."
*/
#ifndef FIXED
#define FIXED 0
#endif

__global__ void differences(const float *in, float *out) {
  __shared__ float part[128];
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  part[t] = in[i];
#if FIXED
  __syncthreads();
#endif
  float next = part[(t + 1) % 128];
  out[i] = next - in[i];
}

__global__ void differences_reference(const float *in, float *out) {
  int t = threadIdx.x;
  int first = blockIdx.x * 128;
  out[first + t] = in[first + (t + 1) % 128] - in[first + t];
}
