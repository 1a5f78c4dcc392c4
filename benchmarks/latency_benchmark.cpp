// Key press to counts: what stands between typing a character and the numbers that the picture is built from.
// Each round changes the text by one number, as typing does, so that nothing comes from a cache: compile in
// the warm worker, run block 0, trace it.
//
//   kernel      1,024 threads, a 32x32 tile through shared memory     target p99 < 16 ms
//   expression  one access, a block of 256 threads                    target p99 < 8 ms
//
// Prints percentiles in milliseconds and the part of the compiler. The machine's load decides much: run it
// alone.
#include "sim/devices/devices.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace warpscope;

std::string tile_kernel(int round) {
  return fmt::format("/* warpscope\ngrid = [32, 32]\nblock = [32, 32]\n[args]\nin = \"ramp[1024*1024]\"\nout "
                     "= \"zero[1024*1024]\"\n*/\n"
                     "__global__ void transpose(const float *in, float *out) {{\n"
                     "  __shared__ float tile[32][32];\n"
                     "  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;\n"
                     "  tile[threadIdx.y][threadIdx.x] = in[y * 1024 + x] + {};\n"
                     "  __syncthreads();\n"
                     "  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;\n"
                     "  out[y * 1024 + x] = tile[threadIdx.x][threadIdx.y];\n"
                     "}}\n",
                     round);
}

std::string expression_kernel(int round) {
  expression::ExpressionInput input;
  input.expression = fmt::format("tile[threadIdx.x][(threadIdx.y + {}) % 32]", round);
  input.declaration = "__shared__ float tile[32][33]";
  Diagnostics diagnostics;
  return expression::make_expression_kernel(input, diagnostics).text;
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

/// False when a round did not simulate: then there is no figure.
bool measure(compile::Compiler& compiler, const char* name, std::string (*text)(int), int rounds,
             double target) {
  std::vector<double> total;
  std::vector<double> compile;
  for (int round = -10; round < rounds; ++round) { // ten to warm up
    const auto begin = std::chrono::steady_clock::now();
    run::Request request;
    request.file = "typed.cu";
    request.text = text(round + 11);
    request.folder = ".";
    request.device = *devices::find_device("cc90");
    request.trace_block = 0;
    request.blocks = {0};
    request.run_checks = false;
    const run::Result result = run::simulate(compiler, request);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (result.status != run::Status::Done) {
      std::fprintf(stderr, "%s: %s", name, format_diagnostics(result.diagnostics).c_str());
      return false;
    }
    if (round < 0) continue;
    total.push_back(seconds * 1e3);
    compile.push_back(result.compile_seconds * 1e3);
  }
  std::printf("%-11s p50 %6.2f ms   p90 %6.2f ms   p99 %6.2f ms   max %6.2f ms   (compiler p50 %.2f ms)   "
              "target p99 < %.0f ms\n",
              name, percentile(total, 0.5), percentile(total, 0.9), percentile(total, 0.99),
              percentile(total, 1), percentile(compile, 0.5), target);
  return true;
}

std::string machine() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

} // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 300;
  double load[1] = {0};
  if (getloadavg(load, 1) < 1) load[0] = -1;
  std::printf("key press -> counts, %d rounds, %s, %u threads, load %.1f\n", rounds, machine().c_str(),
              std::thread::hardware_concurrency(), load[0]);
  compile::Compiler compiler;
  const bool kernel = measure(compiler, "kernel", tile_kernel, rounds, 16);
  const bool expression = measure(compiler, "expression", expression_kernel, rounds, 8);
  return kernel && expression ? 0 : 1;
}
