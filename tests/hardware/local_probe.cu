// Asks a real device what local memory costs: one load or store of one warp at an index of each lane's own, by width
// and pattern; and accesses of 32 bytes, which only compute capability 10.0 and later has.
//   nvcc -O3 -arch=sm_90 -lineinfo -o local local_probe.cu ; cuobjdump -sass local > sass_local.txt
//   ./local > local.txt ; ncu … ./local > local.csv
#include <cstdio>
#include <cuda_runtime.h>
#include <random>
#include <vector>

using u32 = unsigned;

template <class T> __device__ T made(u32 i);
template <> __device__ unsigned char made(u32 i) { return (unsigned char)i; }
template <> __device__ unsigned short made(u32 i) { return (unsigned short)i; }
template <> __device__ u32 made(u32 i) { return i; }
template <> __device__ uint2 made(u32 i) { return make_uint2(i, i + 1); }
template <> __device__ uint4 made(u32 i) { return make_uint4(i, i + 1, i + 2, i + 3); }

// 64 stores of the set-up at one index for all lanes, then one load at the lane's own (`loads`), or one store.
template <class T, bool loads> __global__ void local(const u32 *key, u32 mask, T *out, u32 *index) {
  T cells[64];
#pragma unroll 1
  for (u32 i = 0; i < 64; ++i) cells[index[i]] = made<T>(i);
  const u32 at = key[threadIdx.x];
  __syncwarp();
  if (mask >> threadIdx.x & 1u) {
    if (loads) out[threadIdx.x] = cells[at];
    else cells[at] = made<T>(at + 7);
  }
  if (!loads) out[threadIdx.x] = cells[index[threadIdx.x]]; // one load at one index
}

template <class T, bool loads> void run(const char *name) {
  u32 *key = nullptr, *index = nullptr;
  T *out = nullptr;
  cudaMalloc(&key, 128), cudaMalloc(&index, 256), cudaMalloc(&out, 32 * sizeof(T));
  u32 same[64];
  for (u32 i = 0; i < 64; ++i) same[i] = i;
  cudaMemcpy(index, same, 256, cudaMemcpyHostToDevice);
  std::vector<std::vector<u32>> patterns;
  const auto add = [&](auto of) {
    std::vector<u32> p;
    for (u32 lane = 0; lane < 32; ++lane) p.push_back(of(lane));
    patterns.push_back(p);
  };
  add([](u32) { return 5u; });
  add([](u32 l) { return l; });
  add([](u32 l) { return l / 8; });
  add([](u32 l) { return l % 8; });
  add([](u32 l) { return l % 2; });
  add([](u32 l) { return l * 2; });
  std::mt19937 random(3);
  for (const u32 range : {2u, 4u, 16u, 64u}) add([&](u32) { return (u32)(random() % range); });
  for (const auto &p : patterns)
    for (const u32 mask : {0xFFFFFFFFu, 0x0F0F1248u}) {
      std::printf("launch local %s %s %zu %08x", name, loads ? "ld" : "st", sizeof(T), mask);
      for (const u32 k : p) std::printf(" %u", k);
      std::printf("\n");
      cudaMemcpy(key, p.data(), 128, cudaMemcpyHostToDevice);
      local<T, loads><<<1, 32>>>(key, mask, out, index);
      cudaDeviceSynchronize();
    }
  cudaFree(key), cudaFree(index), cudaFree(out);
}

int main() {
  run<unsigned char, true>("byte"), run<unsigned char, false>("byte");
  run<unsigned short, true>("short"), run<unsigned short, false>("short");
  run<u32, true>("word"), run<u32, false>("word");
  run<uint2, true>("two"), run<uint2, false>("two");
  run<uint4, true>("four"), run<uint4, false>("four");
  return cudaGetLastError() != cudaSuccess;
}
