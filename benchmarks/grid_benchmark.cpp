// Whole grids with every count on: lane accesses a second on one thread and on all, compile excluded. A lane
// access is one lane's load, store or atomic in global, shared or constant memory. The median of the rounds
// is printed; the machine's load decides much.
//
//   grid_benchmark [ROUNDS] [NAME]       NAME: only the rows that hold it
//   WARPSCOPE_HOST_CODE=avx2 grid_benchmark …    as on a CPU without AVX-512; plain: without vector
//   instructions
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {

using namespace warpscope;
using Parameters = std::vector<std::pair<std::string, std::string>>;

struct Row {
  std::string name, lab, text; ///< a lab or a text
  Parameters parameters;
  double active = 1;  ///< lanes of a warp access that take part, of 32, where it is the same for all
  bool races = false; ///< looked for
};

std::string shared_loop(const std::string& before, const std::string& body) {
  return "/* warpscope\ngrid = 512\nblock = 256\n[args]\nout = \"zero[512*256]\"\n*/\n__global__ void "
         "loop(unsigned *out) {\n"
         "  __shared__ unsigned s[8192];\n  unsigned t = threadIdx.x, sum = 0, x = blockIdx.x * 256 + t;\n"
         "  for (unsigned i = t; i < 8192; i += 256) s[i] = i;\n  __syncthreads();\n" +
         before + "  for (unsigned i = 0; i < 256; ++i) {\n" + body +
         "  }\n  out[blockIdx.x * 256 + t] = sum;\n}\n";
}

/// Weights in constant memory, the picture in a shared tile with a border of two.
std::string convolution() {
  return R"(/* warpscope
grid = [64, 64]
block = [16, 16]
[args]
in = "ramp[1028*1028]"
out = "zero[1024*1024]"
*/
__constant__ float weights[5][5];
__global__ void convolve(const float *in, float *out) {
  __shared__ float tile[20][20];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = threadIdx.y; j < 20; j += 16)
    for (int i = threadIdx.x; i < 20; i += 16) tile[j][i] = in[(blockIdx.y * 16 + j) * 1028 + blockIdx.x * 16 + i];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) sum += weights[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
  out[y * 1024 + x] = sum;
}
)";
}

std::vector<Row> rows() {
  return {
      {"matmul_tile16 N=512, races", "matmul_tile16", {}, {{"N", "512"}}, 1, true},
      {"transpose_tile, races", "transpose_tile", {}, {}, 1, true},
      {"reduction, races", "reduction_sequential", {}, {{"N", "1048576"}}, 1, true},
      {"matmul_tile16 N=512", "matmul_tile16", {}, {{"N", "512"}}},
      {"matmul_naive N=512", "matmul_naive", {}, {{"N", "512"}}},
      {"copy, stride 1", "copy_stride", {}, {{"STRIDE", "1"}}},
      {"copy, stride 8", "copy_stride", {}, {{"STRIDE", "8"}}},
      {"transpose_naive", "transpose_naive", {}, {}},
      {"transpose_tile", "transpose_tile", {}, {}},
      {"transpose_padded", "transpose_padded", {}, {}},
      {"reduction_sequential", "reduction_sequential", {}, {{"N", "1048576"}}},
      {"shared gather, random",
       {},
       shared_loop("", "    x = x * 1664525u + 1013904223u;\n    sum += s[x >> 19];\n"),
       {}},
      {"shared, 8-way conflict", {}, shared_loop("", "    sum += s[(t * 8 + i) % 8192];\n"), {}},
      {"5x5 convolution, constant", {}, convolution(), {}},
      {"shared, every second lane",
       {},
       shared_loop("", "    if (t % 2 == i % 2) sum += s[(t + i * 32) % 8192];\n"),
       {},
       0.5},
      {"the same, both sides",
       {},
       shared_loop(
           "",
           "    if (t % 2 == i % 2) sum += s[(t + i * 32) % 8192]; else sum -= s[(t + i * 32) % 8192];\n"),
       {},
       0.5},
      {"the same, all lanes",
       {},
       shared_loop("", "    if (t % 2 != i + 2) sum += s[(t + i * 32) % 8192];\n"),
       {}},
  };
}

std::string machine() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown CPU";
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Figure {
  double accesses = 0, seconds = 0;
  double processor = 0; ///< seconds of this process' threads, filling the buffers included: what a busy
                        ///< machine cannot change much
  bool fine = false;
};

Figure measure(compile::Compiler& compiler, const Row& row, unsigned threads, int rounds) {
  const labs::Lab* lab = row.lab.empty() ? nullptr : labs::find_lab(row.lab);
  run::Request request;
  request.file = lab != nullptr ? lab->file_name : "benchmark.cu";
  request.text = lab != nullptr ? lab->text : row.text;
  request.overrides.parameters = row.parameters;
  request.device.shared_bytes_per_block_optin = 232448;
  request.budget.seconds = 0;
  request.run_checks = false;
  request.races = row.races;
  request.threads = threads;
  Figure figure;
  std::vector<double> seconds, processor;
  for (int round = 0; round < rounds; ++round) {
    const double before = processor_seconds();
    const run::Result result = run::simulate(compiler, request);
    processor.push_back(processor_seconds() - before);
    if (result.status != run::Status::Done) {
      std::fprintf(stderr, "%s: %s\n", row.name.c_str(), format_diagnostics(result.diagnostics).c_str());
      return figure;
    }
    std::uint64_t requests = 0;
    requests += result.totals.constant.requests;
    for (int kind = 0; kind < 3; ++kind)
      requests += result.totals.shared[kind].requests + result.totals.global[kind].requests;
    figure.accesses = static_cast<double>(requests) * 32 * row.active;
    seconds.push_back(result.run_seconds);
  }
  std::sort(seconds.begin(), seconds.end());
  figure.seconds = seconds[seconds.size() / 2];
  std::sort(processor.begin(), processor.end());
  figure.processor = processor[processor.size() / 2];
  figure.fine = true;
  return figure;
}

} // namespace

int main(int count, char** words) {
  const int rounds = count > 1 ? std::max(1, std::atoi(words[1])) : 5;
  const std::string only = count > 2 ? words[2] : "";
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  compile::Compiler compiler;
  fmt::print("{}, {} cores; 1e9 lane accesses/s, median of {}\n{:28}{:>12}{:>12}{:>12}{:>20}\n", machine(),
             cores, rounds, "", "accesses", "1 thread", fmt::format("{} threads", cores),
             "1 processor second");
  bool fine = true;
  for (const Row& row : rows()) {
    if (row.name.find(only) == std::string::npos) continue;
    const Figure one = measure(compiler, row, 1, rounds), all = measure(compiler, row, cores, rounds);
    fine = fine && one.fine && all.fine;
    if (one.fine && all.fine)
      fmt::print("{:28}{:12.3g}{:12.3f}{:12.3f}{:20.3f}\n", row.name, one.accesses,
                 one.accesses / one.seconds / 1e9, all.accesses / all.seconds / 1e9,
                 one.accesses / one.processor / 1e9);
    std::fflush(stdout);
  }
  return fine ? 0 : 1;
}
