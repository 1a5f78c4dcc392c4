// How long additions of floats to shared memory take, which are loops of a load and a compare-and-swap, and
// how much longer a walk through a table of constants takes by uniform registers, by its size and by the warps
// that walk out of step.
//
//   nvcc -std=c++20 -O3 -arch=sm_90 -o swaps_probe swaps_probe.cu && ./swaps_probe
//
// Source of `swaps` and of uniform_lines, uniform_miss in sim/multiprocessor/multiprocessor.h: an H200, driver
// 580.159.04, 2026-11-30.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

using u32 = unsigned;

__constant__ float table[4096];

/// Each thread adds once between two barriers, to a word at random among mask + 1; the sum of such times.
__global__ void adds(u32* cycles, const u32* where, int turns, u32 mask, float* sums) {
  __shared__ float s[1024];
  const u32 t = threadIdx.x;
  for (u32 i = t; i < 1024; i += blockDim.x) s[i] = 0;
  u32 h = where[t] * 2654435761u + t * 40503u + blockIdx.x * 77777u;
  const float x = (h & 7) + 1;
  long long sum = 0;
  for (int k = 0; k < turns; ++k) {
    h = h * 1664525u + 1013904223u;
    const u32 at = h >> 20 & mask;
    __syncthreads();
    const long long begin = clock64();
    atomicAdd(&s[at], x);
    __syncthreads();
    sum += clock64() - begin;
  }
  if (t != 0) return;
  cycles[blockIdx.x] = static_cast<u32>(sum);
  float all = 0;
  for (int i = 0; i < 1024; ++i) all += s[i];
  sums[blockIdx.x] = all;
}

/// Walks the first L words again and again, four a turn, by ULDC with an index in a uniform register.
template <int L> __global__ void walk(u32* cycles, int turns) {
  __shared__ float piece[256];
  const u32 t = threadIdx.x;
  piece[t & 255] = t;
  __syncthreads();
  float s = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int n = 0; n < turns; ++n) {
#pragma unroll 4
    for (int k = 0; k < L; ++k) s += table[k] * piece[(t + k) & 255];
  }
  const long long end = clock64();
  if (s == -1) cycles[5000] = 1;
  if (t == 0) cycles[blockIdx.x] = static_cast<u32>(end - begin);
}

static double mean_of(const u32* on_device, int count) {
  std::vector<u32> all(count);
  cudaMemcpy(all.data(), on_device, 4 * count, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const u32 one : all) sum += one;
  return sum / count;
}

template <int L> static void walk_all(u32* cycles, int multiprocessors) {
  for (const int warps : {1, 4, 8}) {
    std::printf("walk\t%d words\tblocks of %d warps", L, warps);
    for (const int blocks : {1, 2, 4, 8}) {
      const int turns = 4096 / L;
      for (int again = 0; again < 2; ++again) walk<L><<<multiprocessors * blocks, 32 * warps>>>(cycles, turns);
      std::printf("\t%.2f", mean_of(cycles, multiprocessors * blocks) / (turns * (L / 4.0)) / (blocks * warps));
    }
    std::printf("\tcycles of a multiprocessor for four words of a warp; 1, 2, 4, 8 blocks\n");
  }
}

int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  const int multiprocessors = properties.multiProcessorCount;
  u32 *cycles, *where;
  float* sums;
  cudaMalloc(&cycles, 1 << 20);
  cudaMalloc(&where, 4096);
  cudaMalloc(&sums, 1 << 20);
  std::vector<u32> random(1024);
  for (u32& one : random) one = std::rand();
  cudaMemcpy(where, random.data(), 4096, cudaMemcpyHostToDevice);
  for (const u32 words : {1, 2, 4, 16, 64, 256, 1024})
    for (const int threads : {32, 64, 128, 256, 512, 1024}) {
      std::printf("adds\t%u words\t%d threads", words, threads);
      for (const int blocks : {1, 2, 4, 16}) {
        if (blocks * threads > 2048) continue;
        for (int again = 0; again < 2; ++again)
          adds<<<multiprocessors * blocks, threads>>>(cycles, where, 20, words - 1, sums);
        std::printf("\t%.0f", mean_of(cycles, multiprocessors * blocks) / 20);
      }
      std::printf("\tcycles for an addition of each thread; 1, 2, 4, 16 blocks a multiprocessor\n");
    }
  walk_all<64>(cycles, multiprocessors);
  walk_all<80>(cycles, multiprocessors);
  walk_all<96>(cycles, multiprocessors);
  walk_all<121>(cycles, multiprocessors);
  walk_all<256>(cycles, multiprocessors);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
