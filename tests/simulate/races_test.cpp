// The labs have no race; and each barrier of theirs, left out, leaves the races that it kept apart (classified by hand).
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/simulate/simulate.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

SimulationResult run(Compiler& compiler, const Lab& lab, const std::vector<std::uint32_t>& without, unsigned threads = 0) {
  SimulationRequest request;
  request.file = lab.file_name;
  request.text = lab.text;
  request.device = *find_device("cc90");
  request.run_checks = false;
  request.races = true;
  request.without_barriers = without;
  request.threads = threads;
  return simulate(compiler, request);
}

/// "RAW As[ty][tx] > As[ty][k]"
std::set<std::string> hazards_of(const SimulationResult& result) {
  std::set<std::string> all;
  for (const Hazard& h : result.hazards)
    all.insert(std::string(name_of(h.kind)) + " " + result.program->sites[h.first.site].text + " > " + result.program->sites[h.second.site].text);
  return all;
}

/// The lines of the lab's n-th __syncthreads(), from 1.
std::uint32_t barrier_line(const Lab& lab, int n) {
  std::istringstream lines(lab.text);
  std::string line;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number)
    if (line.find("__syncthreads();") != std::string::npos && --n == 0) return number;
  return 0;
}

TEST(Races, NoLabHasOne) {
  Compiler compiler;
  for (const Lab& lab : labs()) {
    const SimulationResult result = run(compiler, lab, {});
    ASSERT_EQ(result.status, SimulationStatus::Done) << lab.file_name;
    EXPECT_EQ(hazards_of(result), std::set<std::string>{}) << lab.file_name;
  }
}

TEST(Races, ACutBarrierLeavesWhatItKeptApart) {
  struct Cut {
    const char* lab;
    int barrier;
    std::set<std::string> races;
  };
  const std::vector<Cut> cuts = {
      {"transpose_tile", 1, {"RAW tile[ty + j][tx] > tile[tx][ty + j]"}},
      {"transpose_padded", 1, {"RAW tile[ty + j][tx] > tile[tx][ty + j]"}},
      {"matmul_tile16", 1, {"RAW As[ty][tx] > As[ty][k]", "RAW Bs[ty][tx] > Bs[k][tx]"}},
      {"matmul_tile16", 2, {"WAR As[ty][k] > As[ty][tx]", "WAR Bs[k][tx] > Bs[ty][tx]"}},
      {"matmul_tile16_edges", 1, {"RAW As[ty][tx] > As[ty][i]", "RAW Bs[ty][tx] > Bs[i][tx]"}},
      {"matmul_tile16_edges", 2, {"WAR As[ty][i] > As[ty][tx]", "WAR Bs[i][tx] > Bs[ty][tx]"}},
      {"reduction_sequential", 1, {"RAW part[tid] > part[tid + half]"}},
      {"reduction_sequential", 2, {"RAW part[tid] > part[tid + half]"}},
      {"reduction_modulo", 1, {"RAW part[tid] > part[tid + step]"}},
      {"reduction_modulo", 2, {"RAW part[tid] > part[tid + step]"}},
      {"bank_stride", 1, {}}, // at stride 1 each thread reads the word that it wrote
  };
  Compiler compiler;
  for (const Cut& cut : cuts) {
    const Lab* lab = find_lab(cut.lab);
    ASSERT_NE(lab, nullptr) << cut.lab;
    const std::uint32_t line = barrier_line(*lab, cut.barrier);
    ASSERT_NE(line, 0u) << cut.lab;
    const SimulationResult result = run(compiler, *lab, {line});
    EXPECT_EQ(hazards_of(result), cut.races) << cut.lab << " without the barrier on line " << line;
    EXPECT_EQ(run(compiler, *lab, {line}, 1).hazards, result.hazards) << "the same for any number of threads";
  }
}

TEST(Races, ALineWithoutABarrierIsASentence) {
  Compiler compiler;
  const SimulationResult result = run(compiler, *find_lab("transpose_tile"), {1});
  EXPECT_EQ(result.status, SimulationStatus::UserError);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_NE(format_diagnostics(result.diagnostics).find("there is no __syncthreads() on line 1"), std::string::npos);
}

} // namespace
} // namespace warpscope
