// Asks a real device what atomics_probe.cu left open: 16-bit atomics, generic addresses, minimum and maximum that
// change nothing, vector additions, scattered global patterns, warps that contend. One launch of one block a row.
//   nvcc -O3 -arch=sm_90 -lineinfo -o probe2 atomics_probe2.cu ; cuobjdump -sass probe2 > sass2.txt
//   ./probe2 shared > shared2.txt ; ncu … ./probe2 shared > shared2.csv ; the same for global, contend
//   ./probe2 global 14 16: operations 14 and 15 alone, since the profiler takes a tenth of a second a launch
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <random>
#include <vector>

using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long long;
using s64 = long long;

// name, bytes of an element, start value of every byte, what the lane does at `p`, the element's address.
#define OPERATIONS(X)                                                                                        \
  X(add_half, 2, 0, atomicAdd((__half *)p, __float2half(1.f)))                                               \
  X(add_half_returning, 2, 0, sink[t] = __half_as_ushort(atomicAdd((__half *)p, __float2half(1.f))))         \
  X(add_bfloat, 2, 0, atomicAdd((__nv_bfloat16 *)p, __float2bfloat16(1.f)))                                  \
  X(add_bfloat2, 4, 0, atomicAdd((__nv_bfloat162 *)p, __float2bfloat162_rn(1.f)))                            \
  X(cas16, 2, 0, sink[t] = atomicCAS((u16 *)p, (u16)0, (u16)(t + 1)))                                        \
  X(max64_returning, 8, 0, sink[t] = atomicMax((u64 *)p, 1ull + t))                                          \
  X(max64_large, 8, 127, atomicMax((u64 *)p, 1ull + t))                                                      \
  X(max64_falling, 8, 0, atomicMax((u64 *)p, 100ull - t))                                                    \
  X(min64_signed, 8, 127, atomicMin((s64 *)p, 100 - (s64)t))                                                 \
  X(min64_small, 8, 0, atomicMin((s64 *)p, 1 + (s64)t))                                                      \
  X(xor64, 8, 0, atomicXor((u64 *)p, 1ull + t))                                                              \
  X(xor64_zero, 8, 0, atomicXor((u64 *)p, t >> 4))                                                           \
  X(and64_returning, 8, 127, sink[t] = atomicAnd((u64 *)p, ~(1ull << t)))                                    \
  X(add64_zero, 8, 0, atomicAdd((u64 *)p, (u64)uniform - 3))                                                 \
  X(exchange_float, 4, 0, sink[t] = __float_as_uint(atomicExch((float *)p, 1.f + t)))                        \
  X(generic_add, 4, 0, atomicAdd((u32 *)generic, t))                                                         \
  X(generic_add_one, 4, 0, atomicAdd((u32 *)generic, 1u))                                                    \
  X(generic_add_float, 4, 0, atomicAdd((float *)generic, 1.f))                                               \
  X(generic_cas, 4, 0, sink[t] = atomicCAS((u32 *)generic, 0u, t))                                           \
  X(generic_add64, 8, 0, atomicAdd((u64 *)generic, 1ull + t))                                                \
  X(add_float2, 8, 0, atomicAdd((float2 *)p, make_float2(1, 2)))                                             \
  X(add_float4, 16, 0, atomicAdd((float4 *)p, make_float4(1, 2, 3, 4)))

enum Op {
#define X(name, ...) name,
  OPERATIONS(X)
#undef X
      operations
};
constexpr bool global_only(int op) { return op == add_float2 || op == add_float4; }

// `generic`: the same address, whose memory the compiler cannot know.
template <int op> __device__ void operate(unsigned char *p, unsigned char *generic, u32 uniform, u64 *sink) {
  const u32 t = threadIdx.x;
#define X(name, bytes, start, ...)                                                                           \
  if constexpr (op == name) { __VA_ARGS__; }
  OPERATIONS(X)
#undef X
  (void)t, (void)p, (void)generic, (void)sink;
}

template <int op>
__global__ void in_shared(const u32 *key, u32 mask, u32 uniform, int start, int elsewhere, unsigned char *other,
                          u64 *sink) {
  __shared__ __align__(16) u32 cells[4096];
  for (u32 i = threadIdx.x; i < 4096; i += 32) cells[i] = start * 0x01010101u;
  const u32 at = key[threadIdx.x];
  __syncwarp();
  if (!(mask >> threadIdx.x & 1u)) return;
  unsigned char *here = (unsigned char *)cells + at;
  if constexpr (!global_only(op)) operate<op>(here, elsewhere ? other + at : here, uniform, sink);
}

template <int op>
__global__ void in_global(const u32 *key, u32 mask, u32 uniform, int elsewhere, unsigned char *cells, u64 *sink) {
  __shared__ __align__(16) u32 other[1024];
  const u32 at = key[threadIdx.x];
  if (!(mask >> threadIdx.x & 1u)) return;
  operate<op>(cells + at, elsewhere ? (unsigned char *)other + at : cells + at, uniform, sink);
}

// Warps of one block on words that they share: how often does the loop go round again?
__global__ void contend_float(float *out, int words, int stride) {
  __shared__ float sum[1024];
  for (u32 i = threadIdx.x; i < 1024; i += blockDim.x) sum[i] = 0;
  __syncthreads();
  atomicAdd(&sum[threadIdx.x % words * stride], 1.f);
  __syncthreads();
  out[threadIdx.x] = sum[threadIdx.x % words * stride];
}

struct Pattern {
  std::vector<u32> elements;
};
std::vector<Pattern> patterns(bool global) {
  std::vector<Pattern> all;
  const auto add = [&](auto of) {
    Pattern p;
    for (u32 lane = 0; lane < 32; ++lane) p.elements.push_back(of(lane));
    all.push_back(p);
  };
  for (const u32 stride : {0u, 1u, 2u, 3u, 16u, 32u}) add([=](u32 l) { return l * stride % 1000; });
  add([](u32 l) { return l / 2; });
  add([](u32 l) { return l % 16; });
  std::mt19937 random(11);
  for (const u32 range : {8u, 40u, 200u, 1000u})
    for (int n = 0; n < 2; ++n) add([&](u32) { return (u32)(random() % range); });
  if (!global) return all;
  // For the open rule of p12 and p13: lanes over some lines, few of them on one element.
  for (const u32 range : {64u, 96u, 128u, 160u, 200u, 256u, 400u, 700u, 1000u})
    for (int n = 0; n < 6; ++n) add([&](u32) { return (u32)(random() % range); });
  for (const u32 lines : {2u, 3u, 4u, 5u, 6u, 8u}) // one pair on an element, the rest spread over so many lines
    for (const u32 pair : {1u, 8u, 15u, 16u, 17u, 31u})
      add([=](u32 l) { return l == pair ? 0 : l % lines * 32 + l / lines; });
  return all;
}

template <int op> void run(bool global, const char *name, int bytes, int start) {
  if (!global && global_only(op)) return;
  u32 *key = nullptr;
  u64 *sink = nullptr;
  unsigned char *cells = nullptr;
  cudaMalloc(&key, 128), cudaMalloc(&sink, 256), cudaMalloc(&cells, 16384);
  std::vector<Pattern> all = patterns(global);
  if (op != add_half && op != generic_add && op != exchange_float) all.resize(16); // the long list thrice
  for (const Pattern &p : all)
    for (const u32 mask : {0xFFFFFFFFu, 0x0F0F1248u}) {
      cudaMemset(cells, start, 16384);
      std::printf("launch %s %s %d %d %08x", global ? "global" : "shared", name, bytes, start, mask);
      u32 offsets[32];
      for (u32 l = 0; l < 32; ++l) std::printf(" %u", offsets[l] = p.elements[l] * bytes % 16384);
      std::printf("\n");
      cudaMemcpy(key, offsets, 128, cudaMemcpyHostToDevice);
      if (global) in_global<op><<<1, 32>>>(key, mask, 3, 0, cells, sink);
      else in_shared<op><<<1, 32>>>(key, mask, 3, start, 0, cells, sink);
      cudaDeviceSynchronize();
    }
  cudaFree(key), cudaFree(sink), cudaFree(cells);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "shared";
  if (std::strcmp(what, "contend") == 0) {
    float *out = nullptr;
    cudaMalloc(&out, 4096);
    for (const int threads : {32, 64, 128, 256, 512, 1024})
      for (const int words : {1, 4, 32, 128})
        for (int n = 0; n < 5; ++n) {
          std::printf("launch contend %d %d\n", threads, words);
          contend_float<<<1, threads>>>(out, words, 1);
          cudaDeviceSynchronize();
        }
    return cudaGetLastError() != cudaSuccess;
  }
  const int first = argc > 2 ? std::atoi(argv[2]) : 0, end = argc > 3 ? std::atoi(argv[3]) : operations;
#define X(name, bytes, start, ...)                                                                           \
  if (name >= first && name < end) run<name>(std::strcmp(what, "global") == 0, #name, bytes, start);
  OPERATIONS(X)
#undef X
  return cudaGetLastError() != cudaSuccess;
}
