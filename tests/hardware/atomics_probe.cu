// Asks a real device, under the profiler, what an atomic instruction of one warp costs in shared and in global memory:
// one launch of one warp for each operation, pattern of addresses and mask. Not part of the build:
//   nvcc -O3 -arch=sm_90 -lineinfo -o probe atomics_probe.cu
//   ncu --csv --cache-control none --clock-control none --metrics M1,M2,… ./probe shared
//   ncu … ./probe global
// It prints one line a launch, in the launches' order; atomics_table.py joins them with the profiler's output.
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <random>
#include <vector>

using u32 = unsigned;
using u64 = unsigned long long;

// name, bytes, what the lane does at word pointer `w` or 8-byte pointer `d`; `sink` keeps a returned value.
#define OPERATIONS(X)                                                                                        \
  X(add_one, 4, atomicAdd(w, 1u))                                                                            \
  X(add_one_signed, 4, atomicAdd(reinterpret_cast<int*>(w), 1))                                              \
  X(add_one_returning, 4, sink[t] = atomicAdd(w, 1u))                                                        \
  X(add_five, 4, atomicAdd(w, 5u))                                                                           \
  X(add_uniform, 4, atomicAdd(w, uniform))                                                                   \
  X(add_value, 4, atomicAdd(w, t))                                                                           \
  X(add_returning, 4, sink[t] = atomicAdd(w, t))                                                             \
  X(sub_one, 4, atomicSub(w, 1u))                                                                            \
  X(inc, 4, atomicInc(w, 1000u))                                                                             \
  X(inc_wrapping, 4, atomicInc(w, 0xFFFFFFFFu))                                                              \
  X(dec, 4, atomicDec(w, 1000u))                                                                             \
  X(min_signed, 4, atomicMin(reinterpret_cast<int*>(w), static_cast<int>(t)))                                \
  X(max_unsigned, 4, atomicMax(w, t))                                                                        \
  X(max_returning, 4, sink[t] = atomicMax(w, t))                                                             \
  X(and_value, 4, atomicAnd(w, t))                                                                           \
  X(or_constant, 4, atomicOr(w, 1u))                                                                         \
  X(or_value, 4, atomicOr(w, 1u << t))                                                                       \
  X(xor_value, 4, atomicXor(w, t))                                                                           \
  X(exchange, 4, atomicExch(w, t))                                                                           \
  X(exchange_returning, 4, sink[t] = atomicExch(w, t))                                                       \
  X(cas, 4, atomicCAS(w, 0u, t))                                                                             \
  X(cas_returning, 4, sink[t] = atomicCAS(w, 0u, t))                                                         \
  X(add_float, 4, atomicAdd(reinterpret_cast<float*>(w), 1.0f))                                              \
  X(add_float_returning, 4, sink[t] = __float_as_uint(atomicAdd(reinterpret_cast<float*>(w), 1.0f)))         \
  X(add_half2, 4, atomicAdd(reinterpret_cast<__half2*>(w), __float2half2_rn(1.0f)))                          \
  X(add64, 8, atomicAdd(d, 1ull + t))                                                                        \
  X(add64_returning, 8, sink[t] = atomicAdd(d, 1ull + t))                                                    \
  X(add_double, 8, atomicAdd(reinterpret_cast<double*>(d), 1.0))                                             \
  X(max64, 8, atomicMax(d, 1ull + t))                                                                        \
  X(and64, 8, atomicAnd(d, 1ull + t))                                                                        \
  X(or64, 8, atomicOr(d, 1ull + t))                                                                          \
  X(exchange64, 8, sink[t] = atomicExch(d, 1ull + t))                                                        \
  X(cas64, 8, sink[t] = atomicCAS(d, 0ull, 1ull + t))

enum Op {
#define X(name, bytes, ...) name,
  OPERATIONS(X)
#undef X
};

template <Op op> __device__ void operate(u32* words, u64* cells, u32 at, u32 uniform, u64* sink) {
  const u32 t = threadIdx.x;
  u32* w = words + at;
  u64* d = cells + at;
#define X(name, bytes, ...)                                                                                  \
  if constexpr (op == name) { __VA_ARGS__; }
  OPERATIONS(X)
#undef X
  (void)t, (void)w, (void)d, (void)sink;
}

template <Op op> __global__ void in_shared(const u32* key, u32 mask, u32 uniform, u64* sink) {
  __shared__ u64 cells[2048];
  for (u32 i = 0; i < 64; ++i)
    cells[32 * i + threadIdx.x] = 0;
  const u32 at = key[threadIdx.x];
  __syncwarp();
  if (!(mask >> threadIdx.x & 1u)) return;
  operate<op>(reinterpret_cast<u32*>(cells), cells, at, uniform, sink);
}

template <Op op> __global__ void in_global(const u32* key, u32 mask, u32 uniform, u64* cells, u64* sink) {
  const u32 at = key[threadIdx.x];
  if (!(mask >> threadIdx.x & 1u)) return;
  operate<op>(reinterpret_cast<u32*>(cells), cells, at, uniform, sink);
}

std::vector<std::vector<u32>> patterns(bool global) {
  std::vector<std::vector<u32>> all;
  const auto add = [&](auto word_of) {
    std::vector<u32> p;
    for (u32 lane = 0; lane < 32; ++lane)
      p.push_back(word_of(lane));
    all.push_back(p);
  };
  for (const u32 stride : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 3u})
    add([=](u32 lane) { return lane * stride; });
  add([](u32 lane) { return lane / 2; });
  add([](u32 lane) { return lane % 16; });
  if (global) add([](u32 lane) { return lane + 5; });
  std::mt19937 random(7);
  for (const u32 range : {8u, 40u, 200u, 1000u})
    add([&](u32) { return static_cast<u32>(random() % range); });
  return all;
}

template <Op op> void run(bool global, const char* name, int bytes) {
  u32* key = nullptr;
  u64 *sink = nullptr, *cells = nullptr;
  cudaMalloc(&key, 128);
  cudaMalloc(&sink, 256);
  cudaMalloc(&cells, 2048 * 8);
  cudaMemset(cells, 0, 2048 * 8);
  for (const std::vector<u32>& pattern : patterns(global))
    for (const u32 mask : {0xFFFFFFFFu, 0x0F0F1248u}) {
      std::printf("launch %s %s %d %08x", global ? "global" : "shared", name, bytes, mask);
      for (const u32 k : pattern)
        std::printf(" %u", k * static_cast<u32>(bytes));
      std::printf("\n");
      cudaMemcpy(key, pattern.data(), 128, cudaMemcpyHostToDevice);
      if (global) in_global<op><<<1, 32>>>(key, mask, 3, cells, sink);
      else in_shared<op><<<1, 32>>>(key, mask, 3, sink);
      cudaDeviceSynchronize();
    }
  cudaFree(key), cudaFree(sink), cudaFree(cells);
}

int main(int argc, char** argv) {
  const bool global = argc > 1 && std::strcmp(argv[1], "global") == 0;
#define X(name, bytes, ...) run<name>(global, #name, bytes);
  OPERATIONS(X)
#undef X
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
