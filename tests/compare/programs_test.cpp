// Twenty-six kernels, eight of them whole programs with a main, that were written after the simulator and
// measured once, on an H200 (their .json, by warpscope-measure): no count of any line or total is
// unexplained.
#include "app/compare/compare.h"
#include "app/measuring/measure_request.h"
#include "sim/devices/devices.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The launches of the texts with a main(), as they were measured: with these sizes, and buffers of zeros.
source::Overrides launch_of(const std::string& file) {
  using Arguments = std::vector<std::pair<std::string, std::string>>;
  struct Launch {
    const char *kernel, *grid[2], *block[2], *shared;
    Arguments arguments;
  };
  static const std::map<std::string, Launch> launches = {
      {"dot_atomic_main.cu",
       {"dot",
        {"32", "1"},
        {"256", "1"},
        nullptr,
        {{"a", "zero[33792]"}, {"b", "zero[33792]"}, {"c", "zero[32]"}, {"n", "33792"}}}},
      {"gemm_4x4_float4.cu",
       {"gemm",
        {"3", "2"},
        {"256", "1"},
        nullptr,
        {{"A", "zero[8192]"},
         {"B", "zero[12288]"},
         {"C", "zero[24576]"},
         {"M", "128"},
         {"N", "192"},
         {"K", "64"}}}},
      {"histogram_shared_256.cu",
       {"histogram",
        {"16", "1"},
        {"192", "1"},
        nullptr,
        {{"data", "zero[65536]"}, {"bins", "zero[256]"}, {"n", "65536"}}}},
      {"julia_set.cu", {"kernel", {"96", "96"}, {"1", "1"}, nullptr, {{"ptr", "zero[36864]"}}}},
      {"layernorm_warp.cu",
       {"layernorm",
        {"16", "1"},
        {"32", "4"},
        nullptr,
        {{"x", "zero[3200]"}, {"gamma", "zero[50]"}, {"y", "zero[3200]"}, {"vectors", "50"}}}},
      {"nbody_tiles.cu",
       {"forces",
        {"4", "1"},
        {"128", "1"},
        "2048",
        {{"bodies", "zero[512]"}, {"out", "zero[512]"}, {"n", "512"}}}},
      {"saxpy_main.cu",
       {"saxpy",
        {"98", "1"},
        {"256", "1"},
        nullptr,
        {{"n", "100003"}, {"a", "2.0"}, {"x", "zero[100003]"}, {"y", "zero[100003]"}}}},
      {"softmax_rows.cu",
       {"softmax<128>",
        {"48", "1"},
        {"128", "1"},
        nullptr,
        {{"in", "zero[14400]"}, {"out", "zero[14400]"}, {"cols", "300"}}}},
  };
  source::Overrides overrides;
  const auto found = launches.find(file);
  if (found == launches.end()) return overrides; // its header says it
  const Launch& launch = found->second;
  overrides.kernel = launch.kernel;
  overrides.grid = std::vector<std::string>{launch.grid[0], launch.grid[1]};
  overrides.block = std::vector<std::string>{launch.block[0], launch.block[1]};
  if (launch.shared != nullptr) overrides.shared = launch.shared;
  overrides.arguments = launch.arguments;
  return overrides;
}

TEST(MeasuredPrograms, HaveNoUnexplainedCount) {
  compile::Compiler compiler;
  std::size_t programs = 0, equal = 0, rows = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/tests/compare/programs")) {
    if (entry.path().extension() != ".cu") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++programs;
    run::Request request;
    request.file = entry.path().filename().string();
    request.text = read(entry.path());
    request.overrides = launch_of(request.file);
    request.device = *devices::find_device("cc90");
    request.run_checks = false;
    Diagnostics diagnostics;
    const std::optional<protocol::MeasureRequest> asked = measuring::make_measure_request(compiler, request,
                                                                                          diagnostics);
    ASSERT_TRUE(asked.has_value()) << format_diagnostics(diagnostics);
    std::string error;
    const std::optional<protocol::Recording> recording = protocol::parse_recording(
        read(std::filesystem::path(entry.path()).replace_extension(".json")), error);
    ASSERT_TRUE(recording.has_value()) << error;
    ASSERT_EQ(recording->status, protocol::RecordingStatus::Done);
    EXPECT_EQ(recording->hash, protocol::hash_of(*asked)) << "the text is not the measured one";
    const run::Result result = run::simulate(compiler, request);
    ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    const compare::MeasuredComparison comparison = compare::compare(compare::counts_of(result), *recording);
    EXPECT_FALSE(comparison.rows.empty());
    for (const compare::MeasuredRow& row : comparison.rows)
      EXPECT_NE(row.reason.why, compare::Why::Unexplained)
          << row.line.value_or(0) << " " << model::key_of(row.counter) << ": " << row.reason.because;
    rows += comparison.rows.size();
    equal += comparison.count(compare::Why::Equal);
  }
  EXPECT_EQ(programs, 26u);
  EXPECT_GT(equal * 10, rows * 8) << "excuses instead of counts";
}

} // namespace
} // namespace warpscope
