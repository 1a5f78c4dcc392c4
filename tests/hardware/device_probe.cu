// Asks a real device what assets/devices and sim/model state: attributes, latencies in cycles, and (under the
// profiler) what shared atomics cost that the table does not hold. Not part of the build. Build and run on
// the device's machine:
//   nvcc -O3 -arch=sm_90 -o probe device_probe.cu && ./probe
//   ncu --csv --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared.sum ./probe atomics
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <numeric>
#include <random>
#include <vector>

constexpr int steps = 4096;

template <bool through_l1>
__global__ void chase(const unsigned* next, unsigned start, int count, long long* cycles, unsigned* sink) {
  unsigned at = start;
  const long long begin = clock64();
  for (int i = 0; i < count; ++i)
    at = through_l1 ? __ldca(next + at) : __ldcg(next + at);
  *sink = at;
  *cycles = clock64() - begin;
}

__global__ void chase_shared(long long* cycles, unsigned* sink) {
  __shared__ unsigned next[1024];
  for (unsigned i = 0; i < 1024; ++i)
    next[i] = (i + 33) % 1024;
  unsigned at = 0;
  const long long begin = clock64();
  for (int i = 0; i < steps; ++i)
    at = next[at];
  *sink = at;
  *cycles = clock64() - begin;
}

/// A ring through every `stride`-th word of `words`, in random order.
std::vector<unsigned> ring(std::size_t words, std::size_t stride) {
  std::vector<unsigned> order(words / stride), next(words);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random(1);
  std::shuffle(order.begin(), order.end(), random);
  for (std::size_t i = 0; i < order.size(); ++i)
    next[order[i] * stride] = static_cast<unsigned>(order[(i + 1) % order.size()] * stride);
  return next;
}

template <bool through_l1> double latency(std::size_t bytes, bool warm) {
  const std::vector<unsigned> host = ring(bytes / 4, 32);
  unsigned* next = nullptr;
  unsigned* sink = nullptr;
  long long* cycles = nullptr;
  cudaMalloc(&next, bytes);
  cudaMalloc(&sink, 4);
  cudaMalloc(&cycles, 8);
  cudaMemcpy(next, host.data(), bytes, cudaMemcpyHostToDevice);
  const int once = static_cast<int>(bytes / 128);
  if (warm) chase<through_l1><<<1, 1>>>(next, 0, 2 * once, cycles, sink);
  // L1 does not outlive a launch, so the measured launch walks the ring many times.
  const int count = through_l1 ? 64 * once : std::min(once, 1 << 16);
  chase<through_l1><<<1, 1>>>(next, 0, count, cycles, sink);
  long long taken = 0;
  cudaMemcpy(&taken, cycles, 8, cudaMemcpyDeviceToHost);
  cudaFree(next), cudaFree(sink), cudaFree(cycles);
  return static_cast<double>(taken) / count;
}

enum Op { red32, atom32, red64, atom64, cas32, exch32, exch64, red_float, op_count };
const char* const op_names[] = {"red32", "atom32", "red64",  "atom64",
                                "cas32", "exch32", "exch64", "red_float"};

template <Op op> __global__ void shared_atomic(const unsigned* key, unsigned mask, unsigned long long* sink) {
  __shared__ unsigned long long cells[2048];
  for (unsigned i = 0; i < 64; ++i)
    cells[32 * i + threadIdx.x] = 0;
  const unsigned at = key[threadIdx.x];
  __syncwarp();
  if (!(mask >> threadIdx.x & 1u)) return;
  unsigned* words = reinterpret_cast<unsigned*>(cells);
  if (op == red32) atomicAdd(words + at, 1u);
  if (op == atom32) sink[threadIdx.x] = atomicAdd(words + at, threadIdx.x);
  if (op == red64) atomicAdd(cells + at, 1ull);
  if (op == atom64) sink[threadIdx.x] = atomicAdd(cells + at, 1ull + threadIdx.x);
  if (op == cas32) sink[threadIdx.x] = atomicCAS(words + at, 0u, threadIdx.x);
  if (op == exch32) sink[threadIdx.x] = atomicExch(words + at, threadIdx.x);
  if (op == exch64) sink[threadIdx.x] = atomicExch(cells + at, 1ull + threadIdx.x);
  if (op == red_float) atomicAdd(reinterpret_cast<float*>(words) + at, 1.0f);
}

template <Op op>
void atomics(const std::vector<std::vector<unsigned>>& patterns, const std::vector<unsigned>& masks) {
  unsigned* key = nullptr;
  unsigned long long* sink = nullptr;
  cudaMalloc(&key, 128);
  cudaMalloc(&sink, 256);
  for (const std::vector<unsigned>& pattern : patterns)
    for (const unsigned mask : masks) {
      std::printf("atomic %s %08x", op_names[op], mask);
      for (const unsigned k : pattern)
        std::printf(" %u", k);
      std::printf("\n");
      cudaMemcpy(key, pattern.data(), 128, cudaMemcpyHostToDevice);
      shared_atomic<op><<<1, 32>>>(key, mask, sink);
      cudaDeviceSynchronize();
    }
  cudaFree(key), cudaFree(sink);
}

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "atomics") == 0) {
    std::vector<std::vector<unsigned>> patterns;
    for (const unsigned stride : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 3u}) {
      std::vector<unsigned> p;
      for (unsigned lane = 0; lane < 32; ++lane)
        p.push_back(lane * stride);
      patterns.push_back(p);
    }
    std::vector<unsigned> pairs, quads;
    for (unsigned lane = 0; lane < 32; ++lane)
      pairs.push_back(lane / 2), quads.push_back(lane % 16);
    patterns.push_back(pairs);
    patterns.push_back(quads);
    std::mt19937 random(3);
    for (const unsigned range : {8u, 40u, 200u, 1000u, 1000u}) {
      std::vector<unsigned> p;
      for (unsigned lane = 0; lane < 32; ++lane)
        p.push_back(static_cast<unsigned>(random() % range));
      patterns.push_back(p);
    }
    const std::vector<unsigned> masks = {0xFFFFFFFFu, 0x0F0F1248u};
    atomics<red32>(patterns, masks), atomics<atom32>(patterns, masks), atomics<red64>(patterns, masks);
    atomics<atom64>(patterns, masks), atomics<cas32>(patterns, masks), atomics<exch32>(patterns, masks);
    atomics<exch64>(patterns, masks), atomics<red_float>(patterns, masks);
    return 0;
  }
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0) != cudaSuccess) return 1;
  int blocks = 0, reserved = 0, clock = 0, optin = 0, memory_clock = 0;
  cudaDeviceGetAttribute(&blocks, cudaDevAttrMaxBlocksPerMultiprocessor, 0);
  cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0);
  cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
  cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0);
  cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  std::printf("%s cc %d.%d SMs %d L2 %d memory %zu bus %d\n", p.name, p.major, p.minor, p.multiProcessorCount,
              p.l2CacheSize, p.totalGlobalMem, p.memoryBusWidth);
  std::printf("threads/SM %d blocks/SM %d regs/SM %d regs/block %d shared/SM %zu shared/block %zu optin %d "
              "reserved %d\n",
              p.maxThreadsPerMultiProcessor, blocks, p.regsPerMultiprocessor, p.regsPerBlock,
              p.sharedMemPerMultiprocessor, p.sharedMemPerBlock, optin, reserved);
  std::printf("clock kHz %d memory clock kHz %d const %zu\n", clock, memory_clock, p.totalConstMem);
  unsigned* sink = nullptr;
  long long* cycles = nullptr;
  cudaMalloc(&sink, 4);
  cudaMalloc(&cycles, 8);
  long long taken = 0;
  for (int i = 0; i < 2; ++i)
    chase_shared<<<1, 1>>>(cycles, sink);
  cudaMemcpy(&taken, cycles, 8, cudaMemcpyDeviceToHost);
  std::printf("shared latency %.1f\n", static_cast<double>(taken) / steps);
  for (int i = 0; i < 3; ++i) {
    std::printf("L1 latency %.1f (16 KiB) %.1f (128 KiB)\n", latency<true>(16 << 10, true),
                latency<true>(128 << 10, true));
    std::printf("L2 latency %.1f (2 MiB) %.1f (16 MiB)\n", latency<false>(2 << 20, true),
                latency<false>(16 << 20, true));
    std::printf("DRAM latency %.1f (256 MiB) %.1f (1 GiB)\n", latency<false>(std::size_t{256} << 20, false),
                latency<false>(std::size_t{1} << 30, false));
  }
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
