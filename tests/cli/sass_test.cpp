// warpscope sass: the code of a lab as text and JSON, of one line, and where there is no compiler.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Sass, PredictedCodeHasCountsAndWhatBecameOfEachAccess) {
  const ProgramRun run = run_command("warpscope sass matmul_tile16 --set N=64 --predicted");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.out, "as predicted by LLVM; the names of the registers are ours")) << run.out;
  EXPECT_TRUE(has(run.out, "4 became 1 of 16 bytes, 16 times in the code")) << run.out;
  EXPECT_TRUE(has(run.out, "ld.shared.v4.f32")) << run.out;
  EXPECT_TRUE(has(run.out, "bar.sync 0;")) << run.out;
  EXPECT_FALSE(has(run.out, "SASS")) << run.out;
}

TEST(Sass, OneLineAlone) {
  const ProgramRun run = run_command("warpscope sass matmul_tile16 --set N=64 --predicted --line 49");
  EXPECT_TRUE(has(run.out, "ld.shared.v4.f32")) << run.out;
  EXPECT_FALSE(has(run.out, "bar.sync")) << run.out;
  const ProgramRun none = run_command("warpscope sass matmul_tile16 --set N=64 --predicted --line 46");
  EXPECT_EQ(none.code, 0);
  EXPECT_TRUE(has(none.out, "No memory instruction on line 46: __syncthreads();")) << none.out;
  EXPECT_EQ(run_command("warpscope sass matmul_tile16 --line 0").code, 2);
}

/// By line, the counts of the table are those that `sim --as-compiled` has.
TEST(Sass, CountsAreThoseOfSim) {
  const nlohmann::json sim = nlohmann::json::parse(
      run_command("warpscope sim matmul_tile16 --set N=64 --as-compiled --json").out);
  const nlohmann::json sass = nlohmann::json::parse(
      run_command("warpscope sass matmul_tile16 --set N=64 --predicted --json").out);
  std::size_t compared = 0;
  for (const nlohmann::json& story : sass["lines"]) {
    const std::string space = story["as_compiled"]["space"], kind = story["as_compiled"]["kind"];
    for (const nlohmann::json& line : sim["lines"]) {
      if (line["line"] != story["line"] || !line.contains(space + "_" + kind)) continue;
      EXPECT_EQ(line[space + "_" + kind]["requests"], story["as_compiled"]["requests"]);
      ++compared;
    }
  }
  EXPECT_GE(compared, 7u);
}

TEST(Sass, WithoutADisassemblerThePredictionIsShownAndTheReasonSaid) {
  const ProgramRun run = run_command(
      "WARPSCOPE_NVDISASM=/nowhere warpscope sass transpose_tile --set WIDTH=64");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.out, "as predicted by LLVM")) << run.out;
  EXPECT_TRUE(has(run.err, "what is predicted is shown")) << run.err;
}

} // namespace
} // namespace warpscope
