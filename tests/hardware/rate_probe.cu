// What a device does in a second, for the rates of assets/devices and the speed model (app/compare/speed.h): one line a rate,
// "name value unit". Not part of the build. On the device's machine:
//   nvcc -O3 -arch=sm_90 -o rates rate_probe.cu && ./rates
// Each figure is the median of 15 launches, by events around a graph of several, so that starting them is not in it.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

static void check(cudaError_t code, int line) {
  if (code == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorString(code));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

constexpr int threads = 256;
int multiprocessors = 0;
double clock_hz = 0;

__global__ void nothing() {}
/// The least that any kernel of use does: an index, a parameter, a store.
__global__ void one_store(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__constant__ float table[1024];
/// `distinct` words a warp load: as many passes.
__global__ void read_constant(float* out, int distinct, int rounds) {
  float sum = 0;
  int at = threadIdx.x % distinct;
  for (int i = 0; i < rounds; ++i) {
    #pragma unroll
    for (int j = 0; j < 8; ++j) sum += table[at + j * 32];
    at = (at + (sum == 5.0f)) % 32;
  }
  if (sum == 123.0f) *out = sum;
}

__global__ void read_words(const float4* in, float* out, size_t count) {
  float sum = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) {
    const float4 v = __ldcg(in + i);
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == 123.0f) *out = sum;
}
/// One word of each sector, a warp's 32 lanes in 32 sectors side by side.
__global__ void read_sectors(const float* in, float* out, size_t sectors) {
  float sum = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < sectors; i += size_t{gridDim.x} * blockDim.x) sum += __ldcg(in + i * 8);
  if (sum == 123.0f) *out = sum;
}
/// As a column of a matrix of `row` words: each lane in a line of its own, the next access one word further.
__global__ void column(const float* in, float* out, int row, bool write) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  float sum = 0;
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    if (write) out[size_t(x) * row + y + j] = 1;
    else sum += __ldcg(in + size_t(x) * row + y + j);
  if (sum == 123.0f) *out = sum;
}
__global__ void write_words(float4* out, size_t count) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) out[i] = {1, 2, 3, 4};
}
__global__ void write_sectors(float* out, size_t sectors) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < sectors; i += size_t{gridDim.x} * blockDim.x) out[i * 8] = 1;
}
__global__ void copy_words(const float4* in, float4* out, size_t count) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) out[i] = in[i];
}
/// `stride` words between lanes, all hits of L1.
__global__ void read_l1(const float* in, float* out, int stride, int rounds) {
  float sum = 0;
  const float* mine = in + (threadIdx.x % 32) * stride;
  for (int i = 0; i < rounds; ++i) {
    #pragma unroll
    for (int j = 0; j < 8; ++j) sum += __ldca(mine + (j ^ (i & 7)) * 8 % (stride == 0 ? 8 : stride == 1 ? 256 : stride));
  }
  if (sum == 123.0f) *out = sum;
}
__global__ void read_shared(float* out, int stride, int rounds) {
  __shared__ float s[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) s[i] = i;
  __syncthreads();
  volatile float* mine = s + threadIdx.x % 32 * stride;
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    #pragma unroll
    for (int j = 0; j < 8; ++j) sum += mine[j * 32];
  }
  if (sum == 123.0f) *out = sum;
}
__global__ void arithmetic(float* out, int rounds, float a) {
  float v[8];
  for (int j = 0; j < 8; ++j) v[j] = threadIdx.x + j;
  for (int i = 0; i < rounds; ++i) {
    #pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = v[j] * a + 1.0f;
  }
  float sum = 0;
  for (int j = 0; j < 8; ++j) sum += v[j];
  if (sum == 123.0f) *out = sum;
}
__global__ void barriers(float* out, int rounds) {
  for (int i = 0; i < rounds; ++i) __syncthreads();
  if (rounds < 0) *out = 1;
}

double seconds(int batch, const std::function<void(cudaStream_t)>& launch) {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < batch; ++i) launch(stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < 18; ++i) {
    CHECK(cudaEventRecord(begin, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 3) times.push_back(ms);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2] * 1e-3 / batch;
}

void say(const char* name, double value, const char* unit) { std::printf("%s\t%.6g\t%s\n", name, value, unit); }

int main() {
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0));
  multiprocessors = p.multiProcessorCount;
  int khz = 0;
  CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  clock_hz = khz * 1e3;
  std::printf("# %s, %d multiprocessors, %d kHz, L2 %d B\n", p.name, multiprocessors, khz, p.l2CacheSize);
  const size_t large = size_t{4} << 30;
  char *a, *b;
  CHECK(cudaMalloc(&a, large));
  CHECK(cudaMalloc(&b, large));
  CHECK(cudaMemset(a, 0, large));
  CHECK(cudaMemset(b, 0, large));
  float* out = reinterpret_cast<float*>(b);
  const int grid = multiprocessors * 8;

  const double start_only = seconds(64, [&](cudaStream_t s) { nothing<<<1, 32, 0, s>>>(); });
  say("launch_1_block", start_only * 1e6, "us");
  say("launch_1_block_store", seconds(64, [&](cudaStream_t s) { one_store<<<1, 32, 0, s>>>(out); }) * 1e6, "us");
  say("launch_16_blocks_store", seconds(64, [&](cudaStream_t s) { one_store<<<16, 256, 0, s>>>(out); }) * 1e6, "us");
  for (int blocks : {132, 1024, 4096, 16384, 65536})
    std::printf("launch_%d_blocks_256\t%.6g\tus\n", blocks, seconds(32, [&](cudaStream_t s) { nothing<<<blocks, 256, 0, s>>>(); }) * 1e6);
  for (int blocks : {1024, 4096, 16384}) {
    std::printf("launch_%d_blocks_1024\t%.6g\tus\n", blocks, seconds(32, [&](cudaStream_t s) { nothing<<<blocks, 1024, 0, s>>>(); }) * 1e6);
    std::printf("launch_%d_blocks_32\t%.6g\tus\n", blocks, seconds(32, [&](cudaStream_t s) { nothing<<<blocks, 32, 0, s>>>(); }) * 1e6);
  }

  double t = seconds(1, [&](cudaStream_t s) { read_words<<<grid, threads, 0, s>>>(reinterpret_cast<float4*>(a), out, large / 16); });
  say("dram_read", large / t * 1e-9, "GB/s");
  t = seconds(1, [&](cudaStream_t s) { write_words<<<grid, threads, 0, s>>>(reinterpret_cast<float4*>(a), large / 16); });
  say("dram_write", large / t * 1e-9, "GB/s");
  t = seconds(1, [&](cudaStream_t s) { copy_words<<<grid, threads, 0, s>>>(reinterpret_cast<float4*>(a), reinterpret_cast<float4*>(b), large / 16); });
  say("dram_copy_both_ways", 2.0 * large / t * 1e-9, "GB/s");

  for (size_t bytes : {size_t{4} << 20, size_t{16} << 20, size_t{24} << 20}) {
    char name[64];
    const auto row = [&](const char* what, double moved, double time) {
      std::snprintf(name, sizeof name, "l2_%s_%zuMiB", what, bytes >> 20);
      say(name, moved / time * 1e-9, "GB/s");
    };
    t = seconds(8, [&](cudaStream_t s) { read_words<<<grid, threads, 0, s>>>(reinterpret_cast<float4*>(a), out, bytes / 16); }) - start_only;
    row("read", double(bytes), t);
    t = seconds(8, [&](cudaStream_t s) { write_words<<<grid, threads, 0, s>>>(reinterpret_cast<float4*>(a), bytes / 16); }) - start_only;
    row("write", double(bytes), t);
    t = seconds(8, [&](cudaStream_t s) { copy_words<<<grid, threads, 0, s>>>(reinterpret_cast<float4*>(a), reinterpret_cast<float4*>(b), bytes / 16); }) - start_only;
    row("copy_both_ways", 2.0 * bytes, t);
    t = seconds(8, [&](cudaStream_t s) { read_sectors<<<grid, threads, 0, s>>>(reinterpret_cast<float*>(a), out, bytes / 32); }) - start_only;
    row("read_a_word_a_sector", double(bytes), t);
    t = seconds(8, [&](cudaStream_t s) { write_sectors<<<grid, threads, 0, s>>>(reinterpret_cast<float*>(a), bytes / 32); }) - start_only;
    row("write_a_word_a_sector", double(bytes), t);
  }
  for (int row : {512, 1024, 2048, 2056})
    for (bool write : {false, true}) {
      const dim3 blocks(unsigned(row / 32), unsigned(row / 32));
      t = seconds(4, [&](cudaStream_t s) { column<<<blocks, dim3(32, 8), 0, s>>>(reinterpret_cast<float*>(a), out, row, write); }) - start_only;
      std::printf("column_%s_%d\t%.6g\tGB/s of sectors\n", write ? "write" : "read", row, 32.0 * (row / 32 * 32) * (row / 32 * 32) / t * 1e-9);
    }

  const int rounds = 2000;
  const double loads = 8.0 * rounds * grid * (threads / 32);
  for (int stride : {0, 1, 8, 16, 32}) {
    t = seconds(1, [&](cudaStream_t s) { read_l1<<<grid, threads, 0, s>>>(reinterpret_cast<float*>(a), out, stride, rounds); }) - start_only;
    std::printf("l1_hits_stride_%d\t%.6g\tcycles a warp load and multiprocessor\n", stride, t * clock_hz * multiprocessors / loads);
  }
  for (int stride : {0, 1, 2, 8, 32}) {
    t = seconds(1, [&](cudaStream_t s) { read_shared<<<grid, threads, 0, s>>>(out, stride, rounds); }) - start_only;
    std::printf("shared_stride_%d\t%.6g\tcycles a warp load and multiprocessor\n", stride, t * clock_hz * multiprocessors / loads);
  }
  for (int distinct : {1, 2, 8, 32})
    for (int size : {32, threads}) {
      const int blocks = size == 32 ? multiprocessors : grid;
      t = seconds(1, [&](cudaStream_t s) { read_constant<<<blocks, size, 0, s>>>(out, distinct, 200); }) - start_only;
      std::printf("constant_%d_words_%s\t%.6g\tcycles a pass and multiprocessor\n", distinct, size == 32 ? "1_warp" : "full",
                  t * clock_hz * multiprocessors / (8.0 * 200 * distinct * blocks * (size / 32)));
    }
  t = seconds(1, [&](cudaStream_t s) { arithmetic<<<grid, threads, 0, s>>>(out, rounds, 1.5f); }) - start_only;
  say("multiply_adds", loads / (t * clock_hz * multiprocessors), "warp instructions a cycle and multiprocessor");
  for (int size : {32, 256, 1024}) {
    t = seconds(1, [&](cudaStream_t s) { barriers<<<multiprocessors, size, 0, s>>>(out, 20000); }) - start_only;
    std::printf("barrier_of_%d_threads\t%.6g\tcycles\n", size, t * clock_hz / 20000);
  }
  return 0;
}
