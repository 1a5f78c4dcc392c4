/* warpscope
title       = "More than 48 KB of shared memory, by permission"
question    = "A multiprocessor of an H200 has 228 KB of shared memory, and a launch that asks for 100 KB a block fails. What has to be said before, and what do the blocks pay for their size?"
explanation = """
48 KB is what every device gave, and what a block gets unasked. More is dynamic shared memory only (a __shared__ array of that size does not compile), and the kernel has to be allowed to it: cudaFuncSetAttribute() with cudaFuncAttributeMaxDynamicSharedMemorySize, up to 227 KB on an H200, 163 KB on an A100, 99 KB on others. \
Without that call (OPTIN 0) the launch does not begin, and only who asks for its error hears of it. \
The price stands in no count: the blocks on a multiprocessor share its 228 KB, and each takes 1 KB more than it asks for. At 48 KB four blocks of 256 threads fit, at 64 KB three, at 100 KB two, at 200 KB one, an eighth of the threads that the multiprocessor could have to hide latency with."""
[params]
KB    = [100, 48, 64, 200]
OPTIN = [1, 0]
[program]
prints = "a multiprocessor holds 4 blocks of 48 KB"
[bug]
says = "are possible without cudaFuncSetAttribute"
when = "OPTIN == 0 && KB > 48"
[lesson]
at     = "out[first + i] = part[words - 1 - i];"
answer = "Of {launches launch} {failed_launches} failed. {reverse.load_sectors sector} and {reverse.load_wavefronts wavefront} in all: a read costs what it costs with 48 KB. How many blocks fit, the output says."
*/
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#ifndef KB
#define KB 100
#endif
#ifndef OPTIN
#define OPTIN 1
#endif

#define BLOCKS 8
#define THREADS 256

// Each block turns its `words` numbers around.
__global__ void reverse(const float *in, float *out, int words) {
  extern __shared__ float part[];
  int first = blockIdx.x * words;
  for (int i = threadIdx.x; i < words; i += blockDim.x)
    part[i] = in[first + i];
  __syncthreads();

  for (int i = threadIdx.x; i < words; i += blockDim.x)
    out[first + i] = part[words - 1 - i];
}

static void run(int kilobytes) {
  const int bytes = kilobytes << 10, words = bytes / 4;
  std::vector<float> numbers(BLOCKS * words), turned(BLOCKS * words);
  for (int i = 0; i < BLOCKS * words; i++)
    numbers[i] = i % 1000;
  float *in, *out;
  cudaMalloc(&in, BLOCKS * bytes), cudaMalloc(&out, BLOCKS * bytes);
  cudaMemcpy(in, numbers.data(), BLOCKS * bytes, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, BLOCKS * bytes);

#if OPTIN
  cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
#endif
  reverse<<<BLOCKS, THREADS, bytes>>>(in, out, words);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    printf("%d KB: %s\n", kilobytes, cudaGetErrorName(error));
  } else {
    int blocks = 0, right = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, THREADS, bytes);
    cudaMemcpy(turned.data(), out, BLOCKS * bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * words; i++)
      right += turned[i] == numbers[i / words * words + words - 1 - i % words];
    printf("a multiprocessor holds %d block%s of %d KB, %d threads; right: %d of %d\n", blocks, blocks == 1 ? "" : "s",
           kilobytes, blocks * THREADS, right, BLOCKS * words);
  }
  cudaFree(in), cudaFree(out);
}

int main() {
  run(48);
  run(KB);
}
