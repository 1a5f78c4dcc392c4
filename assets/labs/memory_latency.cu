/* warpscope
title       = "How long one load takes: shared memory, L1, L2, memory"
question    = "One thread follows a chain of indices, so that each load waits for the one before. Shared memory is often said to answer in 5 cycles. How many are it really, and how many times as far are L1, L2 and the device's memory?"
explanation = """
Shared memory answers after some 23 to 30 cycles (an H200: 29), and L1, which is the same memory, a little later (40), since it must first look whether it has the line. L2 lies across the chip, and memory beyond it. \
The 5 cycles of some slides are what a warp's next access waits for its turn, not what the answer takes. \
None of it is lost while other warps have something to do. The simulator's clock() counts what the thread executes, not what it waits: the cycles are in the recording."""
[params]
STEPS = [1024, 256]
[program]
prints = "right: 4 of 4"
[lesson]
at     = "place = chain[place];"
answer = "{follow.load_requests request} to global memory, {follow_shared.load_wavefronts wavefront} in shared memory: alike as counts. The cycles below are counted instructions; the recorded ones are measured time."
*/
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#ifndef STEPS
#define STEPS 1024
#endif
#define WORDS 1024 // of the chain in shared memory

__global__ void follow(const unsigned *chain, unsigned first, unsigned steps, long long *cycles, unsigned *end) {
  unsigned place = 0;
  for (unsigned i = 0; i < first; i++) // brings into the caches what they hold
    place = chain[place];
  long long begin = clock64();
  for (unsigned i = 0; i < steps; i++)
    place = chain[place];
  *cycles = clock64() - begin;
  *end = place;
}

__global__ void follow_shared(unsigned steps, long long *cycles, unsigned *end) {
  __shared__ unsigned chain[WORDS];
  for (unsigned i = 0; i < WORDS; i++)
    chain[i] = (i + 33) % WORDS;
  unsigned place = 0;
  long long begin = clock64();
  for (unsigned i = 0; i < steps; i++)
    place = chain[place];
  *cycles = clock64() - begin;
  *end = place;
}

int main() {
  long long *cycles;
  unsigned *end, *chain;
  int right = 0;
  cudaMallocManaged(&cycles, sizeof *cycles), cudaMallocManaged(&end, sizeof *end);
  follow_shared<<<1, 1>>>(STEPS, cycles, end);
  cudaDeviceSynchronize();
  right += *end == 33u * STEPS % WORDS;
  printf("shared memory: %.1f cycles a load\n", double(*cycles) / STEPS);

  // Each step is to another line. Twice round a circle that fits into L1, or into L2; and lines that nobody
  // has read, at the front of an array of which L2 can only hold the end.
  struct {
    const char *name;
    unsigned words, apart, first;
  } kinds[] = {{"L1", 32 * 128, 32, 128}, {"L2", 32 * 8192, 32, 8192}, {"memory", 64 << 20, (24 << 10) + 32, 0}};
  for (auto &kind : kinds) {
    cudaMalloc(&chain, kind.words * sizeof *chain);
    std::vector<unsigned> next(kind.words);
    for (unsigned i = 0; i < kind.words; i++)
      next[i] = (i + kind.apart) % kind.words;
    cudaMemcpy(chain, next.data(), kind.words * sizeof *chain, cudaMemcpyHostToDevice);
    follow<<<1, 1>>>(chain, kind.first, STEPS, cycles, end);
    cudaDeviceSynchronize();
    right += *end == (1ull * kind.first + STEPS) * kind.apart % kind.words;
    printf("%s: %.1f cycles a load\n", kind.name, double(*cycles) / STEPS);
    cudaFree(chain);
  }
  printf("right: %d of 4\n", right);
  cudaFree(cycles), cudaFree(end);
}
