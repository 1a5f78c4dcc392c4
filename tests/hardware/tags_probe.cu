// Asks a GPU how many cycles a load takes by the lines that its lanes name, which L1 holds: h200_tags.tsv.
//
//   nvcc -arch=sm_90 -O3 tests/hardware/tags_probe.cu -o tags_probe && ./tags_probe
//
// A row for each load: what it is, cycles with 1, 4, 16 and 32 warps, a colon, and each lane's byte of the buffer.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <numeric>
#include <string>
#include <vector>

namespace {

constexpr int blocks = 4, rounds = 64, at_once = 8;
constexpr std::size_t bytes = std::size_t{1} << 27;

// The compiler neither drops the load nor moves it out of the loop, since it does not know that `never` is 0.
__device__ float load(const char* address) {
  float value;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(address));
  return value;
}

__global__ void hits(const char* buffer, const int* offsets, int never, float* out, long long* spent) {
  const char* address = buffer + offsets[threadIdx.x % 32];
  float sum = load(address);
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    float values[at_once];
#pragma unroll
    for (float& value : values) value = load(address), address += never;
#pragma unroll
    for (const float value : values) sum += value;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) spent[blockIdx.x] = clock64() - begin;
}

char* buffer;
int* offsets;
float* out;
long long* spent;

void ask(const std::string& name, const std::vector<int>& lanes) {
  cudaMemcpy(offsets, lanes.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  std::printf("%s", name.c_str());
  for (const int warps : {1, 4, 16, 32}) {
    double best = 1e30;
    for (int time = 0; time < 4; ++time) {
      hits<<<blocks, warps * 32>>>(buffer, offsets, 0, out, spent);
      long long cycles[blocks];
      cudaMemcpy(cycles, spent, sizeof cycles, cudaMemcpyDeviceToHost);
      std::sort(cycles, cycles + blocks);
      best = std::min(best, static_cast<double>(cycles[1]));
    }
    std::printf(" %.2f", best / (rounds * at_once * warps));
  }
  std::printf(" :");
  for (const int lane : lanes) std::printf(" %d", lane);
  std::printf("\n");
}

// Lane i's word lies in bank i, so that words have no conflicts.
template <class F> void ask_lines(const std::string& name, F line_of) {
  std::vector<int> lanes;
  for (int lane = 0; lane < 32; ++lane) lanes.push_back(line_of(lane) * 128 + lane * 4);
  ask(name, lanes);
}

} // namespace

int main() {
  cudaMalloc(&buffer, bytes);
  cudaMemset(buffer, 0, bytes);
  cudaMalloc(&offsets, 32 * sizeof(int));
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&spent, blocks * sizeof(long long));
  std::srand(7);
  for (const int stride : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 32})
    for (const int first : {0, 1, 2, 3})
      for (const int lines : {32, 16, 8})
        ask_lines("stride " + std::to_string(stride) + " from " + std::to_string(first) + " lines " +
                      std::to_string(lines),
                  [&](int lane) { return first + lane * lines / 32 * stride; });
  for (int bits = 5; bits <= 20; ++bits)
    for (int time = 0; time < 40; ++time)
      ask_lines("random bits " + std::to_string(bits), [&](int) { return std::rand() & ((1 << bits) - 1); });
  for (const int pitch : {33, 34, 35, 36, 37, 38, 40, 41, 44, 48, 49, 56, 57, 60, 62, 63, 65, 66, 68, 72, 80, 96, 97, 120, 127, 129, 136, 160, 257}) {
    std::vector<int> lanes;
    for (int lane = 0; lane < 32; ++lane) lanes.push_back(lane * pitch * 4);
    ask("pitch " + std::to_string(pitch), lanes);
  }
  std::fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
}
