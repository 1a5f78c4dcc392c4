// Asks a GPU how loads of global memory and of shared memory share the LSU: cycles of a multiprocessor for one round of a warp,
// which is `globals` loads of `lines` lines and `shareds` loads of shared memory with `ways` words in one bank.
//
//   nvcc -arch=sm_90 -O3 tests/hardware/lsu_probe.cu -o lsu_probe && ./lsu_probe
//
// "hit": L1 holds the lines; "miss": it holds none; "way": a load asks for a sector of each line, the others for more of its words.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

namespace {

enum Kind { Hit, Miss, Way };
constexpr const char* names[] = {"hit", "miss", "way"};
constexpr int blocks = 4, words = 4096;
constexpr long long region = 16 << 20; // L2 holds it, L1 does not

__device__ float load(const char* address) {
  float value;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(address));
  return value;
}
__device__ float load_shared(unsigned address) {
  float value;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address));
  return value;
}

// `never` is 0, which the compiler does not know: it moves no load out of the loop.
template <int Globals, int Shareds, Kind Of>
__global__ void rounds(const char* buffer, int lines, int conflict, int ways, int count, int never, float* out, long long* spent) {
  __shared__ float tile[words];
  for (int i = threadIdx.x; i < words; i += blockDim.x) tile[i] = 0;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32, line = lane * lines / 32;
  unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + (lane % ways * 32 + lane / ways) * 4;
  constexpr int walked = Of == Miss ? Globals : 1; // lines that a round goes on by, for each of its loads' lines
  const int in_line = Of == Hit ? lane % (32 / conflict) * 4 : conflict == lines ? 0 : lane / 8 * 32;
  long long at = (Of == Hit ? line : (static_cast<long long>(warp) * walked * lines + line)) * 128 + in_line;
  float sum = Of == Hit && Globals > 0 ? load(buffer + at) : 0;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int round = 0; round < count; ++round) {
    float values[Globals + 1], others[Shareds + 1];
#pragma unroll
    for (int i = 0; i < (Globals > Shareds ? Globals : Shareds); ++i) {
      if (i < Globals) {
        const long long step = Of == Miss ? i * lines * 128ll : Of == Way ? i * 4 : 0;
        values[i] = load(buffer + ((at + step) & (region - 1)));
        if (Of == Hit) at += never;
      }
      if (i < Shareds) others[i] = load_shared(shared), shared += never;
    }
#pragma unroll
    for (int i = 0; i < Globals; ++i) sum += values[i];
#pragma unroll
    for (int i = 0; i < Shareds; ++i) sum += others[i];
    if (Of != Hit) at += static_cast<long long>(warps) * walked * lines * 128;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) spent[blockIdx.x] = clock64() - begin;
}

char* buffer;
float* out;
long long* spent;

template <int Globals, int Shareds, Kind Of> void ask(int warps, int lines, int conflict, int ways) {
  const double bytes = static_cast<double>(warps) * (Of == Miss ? Globals : 1) * lines * 128;
  const int count = Of == Hit ? 64 : static_cast<int>(std::max(8.0, std::min(64.0, 2 * region / bytes)));
  double best = 1e30;
  for (int time = 0; time < 4; ++time) {
    rounds<Globals, Shareds, Of><<<blocks, warps * 32>>>(buffer, lines, conflict, ways, count, 0, out, spent);
    long long cycles[blocks];
    cudaMemcpy(cycles, spent, sizeof cycles, cudaMemcpyDeviceToHost);
    std::sort(cycles, cycles + blocks);
    if (time > 0) best = std::min(best, static_cast<double>(cycles[blocks / 2])); // the first one fills L2
  }
  std::printf("%s globals %d shareds %d warps %d lines %d conflict %d ways %d: %.2f\n", names[Of], Globals, Shareds, warps, lines,
              conflict, ways, best / (static_cast<double>(count) * warps));
}

} // namespace

int main() {
  cudaMalloc(&buffer, region + (1 << 16));
  cudaMemset(buffer, 0, region + (1 << 16));
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&spent, blocks * sizeof(long long));
  for (const int warps : {16, 32}) {
    for (const int ways : {1, 2, 8, 32}) ask<0, 4, Hit>(warps, 1, 1, ways);
    for (const int lines : {1, 8, 32})
      for (const int conflict : {1, 8, 32}) {
        if (conflict > lines) continue;
        ask<4, 0, Hit>(warps, lines, conflict, 1);
        ask<4, 0, Miss>(warps, lines, conflict, 1);
        ask<8, 0, Way>(warps, lines, conflict, 1);
        for (const int ways : {1, 8, 32}) {
          ask<4, 4, Hit>(warps, lines, conflict, ways);
          ask<4, 4, Miss>(warps, lines, conflict, ways);
          ask<8, 8, Way>(warps, lines, conflict, ways);
        }
      }
  }
  std::fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
}
