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

namespace warpscope {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
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
