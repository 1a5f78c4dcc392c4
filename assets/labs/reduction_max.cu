/* warpscope
title       = "The largest number: an atomic a thread, a warp, a block"
question    = "Every thread has a number, and the largest of all is wanted. How many atomics does each way send, and does one word take them one by one?"
explanation = """
HOW 0 sends each thread's number to one word. In HOW 1 a warp finds its largest by five shuffles and sends one, in HOW 2 the warps of a block meet in shared memory and a block sends one: 256 times fewer. \
"An atomic a thread is serialised, 32 times as slow" is not what a GPU does with this text: no thread wants the old value and all lanes go to one place, so the compiler lets the warp find its largest by itself (REDUX) and sends one atomic, which is HOW 1: recorded on an H200 all three take 1.2 to 1.3 us for 16,384 numbers; for 16,777,216 HOW 0 and 1 take 397, HOW 2 takes 62. Where each lane has a word of its own, or wants the old value, it cannot. \
What is left is one word that all blocks want. There is no atomicMax() for float; of numbers that are not negative the bits, taken as integers, have the same order."""
kernel = "largest"
grid   = "N/256"
block  = 256
[params]
HOW = [0, 1, 2]
N   = [16384, 4096]
[args]
in  = "random:5[N]"
out = "zero[1]"
[check]
out = "largest_reference"
[lesson]
at     = "atomicMax(out, value);"
access = "atomic"
set    = { HOW = 0 }
answer = "{lanes lane} of a warp send to {words word}: as the text says it, {line_lanes} threads in {line_requests request} of {sectors sector} each. HOW 1 leaves one lane of a warp, HOW 2 one of the block."
*/
#ifndef HOW
#define HOW 0
#endif

__device__ unsigned largest_of_warp(unsigned value) {
  for (int step = 16; step > 0; step /= 2)
    value = max(value, __shfl_xor_sync(0xffffffff, value, step));
  return value;
}

__global__ void largest(const unsigned *in, unsigned *out) {
  int t = threadIdx.x;
  unsigned value = in[blockIdx.x * 256 + t];
#if HOW >= 1
  value = largest_of_warp(value);
#endif
#if HOW == 2
  __shared__ unsigned of_warp[8];
  if (t % 32 == 0)
    of_warp[t / 32] = value;
  __syncthreads();
  value = largest_of_warp(of_warp[t % 8]);
#endif
  if (HOW == 0 || (HOW == 1 && t % 32 == 0) || t == 0)
    atomicMax(out, value);
}

// One thread looks at all of them.
__global__ void largest_reference(const unsigned *in, unsigned *out) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  unsigned value = 0;
  for (unsigned i = 0; i < gridDim.x * 256; i++)
    value = max(value, in[i]);
  *out = value;
}
