// Asks a GPU which of many lines its L1 still holds when they are read again: h200_l1_sets.tsv.
//
//   nvcc -arch=sm_90 -O3 tests/hardware/l1_sets_probe.cu -o l1_sets_probe && ./l1_sets_probe
//
// One thread reads the lines of a list in their order, seven times; a load that takes longer than 130 cycles
// missed. The last four times count. Rows: shared memory of the block (KB), distance of the lines (0: anywhere
// in 4 GB), lines, share that missed.
#include <cstdio>
#include <cuda_runtime.h>
#include <random>
#include <vector>

namespace {

constexpr int uncounted = 3, counted = 4;
constexpr unsigned longest_hit = 130; // cycles; a hit takes some 40, L2 at least 200
constexpr std::size_t bytes = std::size_t{4} << 30;

struct Query {
  unsigned stride = 0;
  std::vector<unsigned> lines;
};

__global__ void ask(const char* buffer, const unsigned* lists, const int* first, const int* count,
                    int queries, unsigned* missed) {
  extern __shared__ unsigned list[];
  for (int query = blockIdx.x; query < queries; query += gridDim.x) {
    for (int i = 0; i < count[query]; ++i) list[i] = lists[first[query] + i];
    __threadfence(); // L1 forgets
    unsigned misses = 0, zero = 0;
    for (int round = 0; round < uncounted + counted; ++round)
      for (int i = 0; i < count[query]; ++i) {
        const char* address = buffer + std::size_t{list[i]} * 128 + zero;
        unsigned value, begin, end;
        asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        if (value == 0xdeadbeef) asm volatile("trap;" ::: "memory"); // waits for the value
        asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
        zero = value;
        misses += round >= uncounted && end - begin > longest_hit;
      }
    missed[query] = misses;
  }
}

template <class T> T* on_device(const std::vector<T>& values) {
  T* out = nullptr;
  cudaMalloc(&out, values.size() * sizeof(T));
  cudaMemcpy(out, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return out;
}

void run(const char* buffer, const std::vector<Query>& queries, int shared_kb) {
  std::vector<unsigned> lists, missed(queries.size());
  std::vector<int> first, count;
  for (const Query& query : queries) {
    first.push_back(static_cast<int>(lists.size()));
    count.push_back(static_cast<int>(query.lines.size()));
    lists.insert(lists.end(), query.lines.begin(), query.lines.end());
  }
  unsigned* const out = on_device(missed);
  cudaFuncSetAttribute(ask, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_kb * 1024);
  cudaFuncSetAttribute(ask, cudaFuncAttributePreferredSharedMemoryCarveout,
                       shared_kb > 32 ? 100 * shared_kb / 228 : 1);
  ask<<<132, 1, shared_kb * 1024>>>(buffer, on_device(lists), on_device(first), on_device(count),
                                    static_cast<int>(queries.size()), out);
  cudaMemcpy(missed.data(), out, missed.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  if (const cudaError_t error = cudaGetLastError()) std::printf("# %s\n", cudaGetErrorString(error));
  for (std::size_t i = 0; i < queries.size(); ++i)
    std::printf("%d\t%u\t%d\t%.3f\n", shared_kb, queries[i].stride, count[i],
                missed[i] / (static_cast<double>(counted) * count[i]));
}

} // namespace

int main() {
  char* buffer = nullptr;
  cudaMalloc(&buffer, bytes);
  cudaMemset(buffer, 0, bytes);
  std::mt19937 random(1);
  constexpr unsigned lines = bytes / 128;
  for (const int shared_kb : {17, 100, 200}) {
    std::vector<Query> queries;
    for (const unsigned stride : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 33, 48, 64, 65, 96, 128, 129, 256,
                                  257, 512, 513, 1024, 1025, 2048, 4096, 8192, 16384, 65536})
      for (const unsigned n : {4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1280,
                               1536, 1664, 1792, 1920, 2048, 2560}) {
        if (std::size_t{n} * stride > lines / 2) continue;
        const unsigned base = random() % 1024 * 16384;
        Query query{stride, {}};
        for (unsigned i = 0; i < n; ++i) query.lines.push_back(base + i * stride);
        queries.push_back(query);
      }
    for (const unsigned n : {64, 128, 256, 384, 512, 640, 768, 896, 1024, 1152, 1280, 1408, 1536, 1664, 1792,
                             1920, 2048, 2560, 3072, 4000})
      for (int again = 0; again < 2; ++again) {
        Query query;
        for (unsigned i = 0; i < n; ++i) query.lines.push_back(random() % lines);
        queries.push_back(query);
      }
    run(buffer, queries, shared_kb);
  }
}
