// Asks a GPU what loads cost L2 beside atomics and stores: all at random places, and loads beside atomics at one word.
//
//   nvcc -std=c++20 -arch=sm_90 -O3 tests/hardware/l2_mix_probe.cu -o l2_mix_probe && ./l2_mix_probe
//
// "mix": in each turn of a warp so many loads of a random sector each, loads of a line, atomics and stores of a random word each, in a
// footprint; us of a launch of 1,056 blocks of 256 threads and 32 turns. "hot": blocks that load `loads` words a thread and end with an
// atomic of one lane a warp at one of `words` words. "near": 16 turns, lanes at the words from their own on. Medians of seven batches of four launches.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

namespace {

using Word = unsigned;
constexpr int turns = 32;

__device__ Word mixed(Word x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  return x ^ x >> 13;
}

template <int Sectors, int Lines, int Atomics, int Stores>
__global__ void mix(const Word* in, Word* out, Word mask, Word* sink) {
  const Word thread = blockIdx.x * blockDim.x + threadIdx.x, base = blockIdx.x * 977u * 1024u;
  Word at = thread * 2654435761u, sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    at = mixed(at + turn);
#pragma unroll
    for (int i = 0; i < Sectors; ++i) sum += __ldcg(in + (at * (2 * i + 3u) + i * 77777u & mask));
#pragma unroll
    for (int i = 0; i < Lines; ++i) sum += __ldcg(in + (base + (turn * Lines + i) * 8192u + threadIdx.x & mask));
#pragma unroll
    for (int i = 0; i < Atomics; ++i) atomicAdd(out + (at * (2 * i + 7u) + i * 33333u >> 3 & mask), at | 1u);
#pragma unroll
    for (int i = 0; i < Stores; ++i) out[at * (2 * i + 5u) + i * 5555u >> 3 & mask] = at;
  }
  if (sum == 12345) *sink = sum;
}

template <int Loads>
__global__ void hot(const Word* in, Word* out, Word mask, Word* words, int count) {
  Word sum = 0;
  const Word base = blockIdx.x * 256u * Loads + threadIdx.x;
#pragma unroll
  for (int i = 0; i < Loads; ++i) sum += __ldcg(in + (base + i * 256u & mask));
  out[blockIdx.x * 256u + threadIdx.x & mask] = sum;
  sum = __reduce_max_sync(~0u, sum);
  if (threadIdx.x % 32 == 0) atomicMax(words + blockIdx.x % count * 64, sum);
}

template <bool Stores>
__global__ void near_own(Word* words, Word moved, Word spread, Word mask) {
  const Word thread = blockIdx.x * blockDim.x + threadIdx.x;
  Word random = thread * 2654435761u;
  for (int turn = 0; turn < 16; ++turn) {
    random = random * 1664525u + 1013904223u;
    const Word at = (thread + turn * gridDim.x * blockDim.x) * spread + (random >> 16 & moved) & mask;
    if (Stores) words[at] = random;
    else atomicAdd(words + at, 1u);
  }
}

template <class Launch>
float microseconds(Launch launch) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  launch();
  launch();
  float times[7];
  for (float& time : times) {
    cudaEventRecord(begin);
    for (int i = 0; i < 4; ++i) launch();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&time, begin, end);
    time *= 250;
  }
  std::sort(times, times + 7);
  return times[3];
}

Word *in, *out, *sink, *words;

template <int Sectors, int Lines, int Atomics, int Stores>
void ask_mix() {
  for (const Word count : {1u << 14, 1u << 16, 1u << 18, 1u << 20, 1u << 22})
    std::printf("mix\tsectors %d, lines %d, atomics %d, stores %d\t%u KB\t%.2f us\n", Sectors, Lines, Atomics, Stores, count / 256,
                microseconds([&] { mix<Sectors, Lines, Atomics, Stores><<<1056, 256>>>(in, out, count - 1, sink); }));
}
template <int Loads>
void ask_hot() {
  for (const int count : {1, 4, 1024})
    for (const Word mask : {(1u << 20) - 1, (1u << 25) - 1})
      for (const int blocks : {1056, 4224})
        std::printf("hot\tloads %d, words %d, blocks %d\t%u KB\t%.2f us\n", Loads, count, blocks, (mask + 1) / 256,
                    microseconds([&] { hot<Loads><<<blocks, 256>>>(in, out, mask, words, count); }));
}

template <bool Stores>
void ask_near() {
  for (const Word spread : {1u, 2u, 4u})
    for (const Word moved : {0u, 1u, 3u, 7u, 31u})
      std::printf("near\t%s, every %u words, moved by up to %u\t%.2f us\n", Stores ? "stores" : "atomics", spread, moved,
                  microseconds([&] { near_own<Stores><<<1056, 256>>>(out, moved, spread, (1u << 22) - 1); }));
}

} // namespace

int main() {
  for (Word** buffer : {&in, &out, &sink, &words}) {
    cudaMalloc(buffer, 1u << 28);
    cudaMemset(*buffer, 0, 1u << 28);
  }
  ask_mix<1, 0, 0, 0>();
  ask_mix<2, 0, 0, 0>();
  ask_mix<0, 4, 0, 0>();
  ask_mix<0, 0, 1, 0>();
  ask_mix<0, 0, 0, 1>();
  ask_mix<1, 0, 1, 0>();
  ask_mix<2, 0, 1, 0>();
  ask_mix<0, 4, 1, 0>();
  ask_mix<0, 8, 1, 0>();
  ask_mix<1, 0, 0, 1>();
  ask_mix<2, 0, 0, 1>();
  ask_mix<0, 4, 0, 1>();
  ask_mix<0, 0, 1, 1>();
  ask_hot<4>();
  ask_hot<16>();
  ask_near<false>();
  ask_near<true>();
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
