// A whole program as the window runs it: what ends one that does not end by itself.
#include "app/jobs/programs.h"
#include "sim/devices/devices.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace warpscope {
namespace {

using jobs::Programs;

/// Runs the program and waits for its end, a minute at most.
void run(Programs& programs, jobs::ProgramRequest request) {
  request.device = *devices::find_device("cc90");
  request.arguments = {"./endless"};
  request.folder = std::filesystem::temp_directory_path().string();
  programs.start(std::move(request));
  for (int i = 0; i < 6000 && programs.busy(); ++i) {
    (void)programs.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Opened for the first time it has no run yet whose launch could be simulated alone.
TEST(Programs, AHeadersLoopWithoutAnEndIsEndedAndNamed) {
  jobs::ProgramRequest request;
  request.sources.files.push_back({"/texts/endless.cu",
                                   "#include \"spin.cuh\"\n#include <cstdio>\n"
                                   "__global__ void k(volatile float *p) { p[threadIdx.x] = spin(p); }\n"
                                   "int main() {\n  float *p;\n  cudaMalloc(&p, 128);\n  k<<<1, 32>>>(p);\n"
                                   "  puts(cudaGetErrorString(cudaDeviceSynchronize()));\n}\n"});
  request.sources.unsaved.push_back(
      {"/texts/spin.cuh",
       "#pragma once\n__device__ inline float spin(volatile float *p) {\n  float sum = 0;\n"
       "  while (p[0] == 0) sum += p[1];\n  return sum;\n}\n"});
  request.launch_seconds = 1;
  Programs programs([] {});
  run(programs, std::move(request));
  ASSERT_FALSE(programs.busy());
  ASSERT_TRUE(programs.record()) << programs.failed() << format_diagnostics(programs.diagnostics());
  bool named = false;
  for (const whole::Finding& finding : programs.record()->findings)
    named |= finding.message.find("the loop of line 4 does not come to an end") != std::string::npos &&
             finding.place.file == "/texts/spin.cuh" && finding.place.line == 4;
  EXPECT_TRUE(named) << programs.record()->findings.size();
}

} // namespace
} // namespace warpscope
