/* warpscope
title       = "Bug: error codes that nobody reads"
question    = "A block of 2,048 threads, and then an index far outside of its array. Both launches return without a word. Which call is the first to know, and who asks it?"
explanation = """
A launch has no return value. One that cannot begin (2,048 threads; 1,024 are the most) leaves its error for cudaGetLastError(), and every copy behind it works and brings back what was there before; if nobody asks, the question behind some later launch gets this one's answer. \
A kernel that goes wrong while it runs is noticed later still: the launch was fine, and the error comes out of whichever call waits for it, a copy, a synchronisation, a free, where nobody looks for it; from then on every call fails with it. \
So ask twice: cudaGetLastError() behind the launch for what could not begin, and the result of cudaDeviceSynchronize() for what went wrong. FIXED 1 does."""
[params]
FIXED = [0, 1]
[program]
prints = "the sum is"
[bug]
says = "2,048 threads"
when = "FIXED == 0"
[lesson]
at     = "data[at] = 2;"
answer = "Of {launches launch} {failed_launches} failed. One that fails says nothing by itself: of this run {findings finding} tell, each with its line."
*/
#include <cstdio>
#include <cuda_runtime.h>

#ifndef FIXED
#define FIXED 0
#endif

__global__ void mark(int *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Element `at` of an array of 2,048.
__global__ void mark_one(int *data, long long at) {
  data[at] = 2;
}

static void say(const char *what, cudaError_t error) {
  printf("%s: %s\n", what, error == cudaSuccess ? "nothing is wrong" : cudaGetErrorName(error));
}

int main() {
  static int found[2048];
  int *data, sum = 0;
  cudaMalloc(&data, sizeof found);
  cudaMemset(data, 0, sizeof found);

#if FIXED
  mark<<<2, 1024>>>(data);
  say("the launch", cudaGetLastError());
  say("the kernel", cudaDeviceSynchronize());
  cudaMemcpy(found, data, sizeof found, cudaMemcpyDeviceToHost);
#else
  mark<<<1, 2048>>>(data);                                       // never begins
  cudaMemcpy(found, data, sizeof found, cudaMemcpyDeviceToHost); // works, and brings zeros
#endif
  for (int value : found)
    sum += value;
  printf("the sum is %d\n", sum);

#if FIXED
  mark_one<<<1, 1>>>(data, 2047);
#else
  mark_one<<<1, 1>>>(data, 1LL << 40);
#endif
  say("the second launch", cudaPeekAtLastError());
  say("the copy behind it", cudaMemcpy(found, data, sizeof found, cudaMemcpyDeviceToHost));
  say("freeing the array", cudaFree(data));
}
