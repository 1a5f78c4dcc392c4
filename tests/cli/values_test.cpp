// warpscope values: what variables and watched expressions hold in the lanes at an access.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

constexpr const char* text = R"(__global__ void k(const float* in, float* out, int n) {
  __shared__ int tile[8][33];
  int row = blockIdx.x + 3;
  int col = threadIdx.x;
  int even = col & ~1;
  int nobody = col * 7;
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += in[col + i];
  tile[threadIdx.y][col] = even * 2;
  __syncthreads();
  int mine = tile[threadIdx.y][31 - col];
  if (col >= 16) {
    int late = col * 2;
    out[col] = sum + late + row + even + n + mine;
  }
}
)";

std::string launch() {
  return "warpscope values " + temporary_file("values.cu", text) +
         " --grid 2 --block 32,2 --arg in=ramp[64] --arg out=zero[64] --arg n=5 ";
}

nlohmann::json values_document(const std::string& more) {
  const ProgramRun run = run_command(launch() + "--json " + more);
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json document = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_TRUE(document.is_object()) << run.out;
  return document.is_object() ? document : nlohmann::json::object();
}

nlohmann::json variable(const nlohmann::json& document, const std::string& name) {
  for (const char* list : {"variables", "watches"})
    for (const nlohmann::json& one : document.value(list, nlohmann::json::array()))
      if (one["name"] == name) return one;
  return nullptr;
}

TEST(ValuesCommand, TellsWhatEachLaneHoldsInsideALoop) {
  const nlohmann::json third = values_document("--line 9 --occurrence 3 --block-number 1");
  EXPECT_EQ(third["line"], 9);
  EXPECT_EQ(variable(third, "row")["state"], "same");
  EXPECT_EQ(variable(third, "row")["lanes"][31], 4);
  EXPECT_EQ(variable(third, "col")["state"], "sequence");
  EXPECT_EQ(variable(third, "col")["lanes"][17], 17);
  EXPECT_EQ(variable(third, "even")["state"], "lanes");
  EXPECT_EQ(variable(third, "even")["lanes"][17], 16);
  EXPECT_EQ(variable(third, "i")["lanes"][0], 2);
  EXPECT_EQ(variable(third, "sum")["lanes"][10], 21.) << "in[10] + in[11]";
  EXPECT_EQ(variable(third, "n")["lanes"][5], 5);
  const nlohmann::json first = values_document("--line 9");
  EXPECT_EQ(variable(first, "i")["lanes"][0], 0);
  EXPECT_EQ(variable(first, "sum")["lanes"][10], 0.);
}

/// `a` of one turn of the loop is not the `a` of the turn before.
TEST(ValuesCommand, AVariableOfTheBodyHasNoValueAgainInTheNextTurn) {
  for (const char* turn : {"1", "2", "7"}) {
    const ProgramRun run = run_command("warpscope values matmul_tile16 --json --line 49 --occurrence " +
                                       std::string(turn));
    const nlohmann::json document = nlohmann::json::parse(run.out, nullptr, false);
    EXPECT_EQ(variable(document, "a")["state"], "not_assigned") << turn;
    EXPECT_EQ(variable(document, "k")["lanes"][0], std::stoi(turn) - 1);
    const ProgramRun next = run_command("warpscope values matmul_tile16 --json --line 50 --occurrence " +
                                        std::string(turn));
    const nlohmann::json behind = nlohmann::json::parse(next.out, nullptr, false);
    EXPECT_NE(variable(behind, "a")["lanes"][0], nullptr) << turn;
  }
}

TEST(ValuesCommand, WhatHasNoValueSaysSo) {
  const nlohmann::json document = values_document("--line 9");
  EXPECT_EQ(variable(document, "nobody")["state"], "optimized_away");
  EXPECT_EQ(variable(document, "nobody")["lanes"][0], nullptr);
  EXPECT_EQ(variable(document, "mine")["state"], "not_assigned");
  EXPECT_TRUE(variable(document, "late").is_null()) << "its scope is elsewhere";
}

TEST(ValuesCommand, LanesThatTakeNoPartHaveNoValueOfTheBranch) {
  const nlohmann::json document = values_document("--line 15");
  EXPECT_EQ(document["active_lanes"], 0xffff0000u);
  EXPECT_EQ(variable(document, "late")["lanes"][15], nullptr);
  EXPECT_EQ(variable(document, "late")["lanes"][16], 32);
  EXPECT_EQ(variable(document, "mine")["lanes"][20], 20) << "tile[0][11] is even of lane 11, twice";
}

TEST(ValuesCommand, WatchesReadVariablesAndMemory) {
  const nlohmann::json document = values_document(
      "--line 12 --watch 'row * 10 + threadIdx.x' --watch 'tile[threadIdx.y][31 - col] + 1' "
      "--watch 'in[col] / 2' --watch 'col % 2 ? -col : sum' --watch 'out[col]'");
  EXPECT_EQ(variable(document, "row * 10 + threadIdx.x")["lanes"][7], 37);
  EXPECT_EQ(variable(document, "tile[threadIdx.y][31 - col] + 1")["lanes"][1], 61);
  EXPECT_EQ(variable(document, "in[col] / 2")["lanes"][9], 4.5);
  EXPECT_EQ(variable(document, "col % 2 ? -col : sum")["lanes"][3], -3.);
  EXPECT_EQ(variable(document, "col % 2 ? -col : sum")["lanes"][4], 15.) << "4 + 5 + 6";
  EXPECT_EQ(variable(document, "out[col]")["lanes"][3], nullptr) << "the block never touches it";
}

TEST(ValuesCommand, AWrongWatchIsPointedAt) {
  const ProgramRun unknown = run_command(launch() + "--line 9 --watch 'row + cool'");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("watch:1:7: error: nothing here is called 'cool'"), std::string::npos)
      << unknown.err;
  const ProgramRun cut = run_command(launch() + "--line 9 --watch 'row +'");
  EXPECT_EQ(cut.code, 2);
  EXPECT_NE(cut.err.find("ends here too early"), std::string::npos) << cut.err;
  const ProgramRun whole = run_command(launch() + "--line 9 --watch 'tile'");
  EXPECT_NE(whole.err.find("'tile' is an array"), std::string::npos) << whole.err;
}

TEST(ValuesCommand, NoSuchStepIsRefusedWithWhatThereIs) {
  const ProgramRun often = run_command(launch() + "--line 9 --occurrence 9");
  EXPECT_EQ(often.code, 2);
  EXPECT_NE(often.err.find("warp 0 makes 3 accesses on line 9, not 9"), std::string::npos) << often.err;
  EXPECT_NE(run_command(launch() + "--warp 7").err.find("the block has 2 warps"), std::string::npos);
  EXPECT_EQ(run_command(launch() + "--step 999999").code, 2);
}

TEST(ValuesCommand, TextIsOneLineForEachVariable) {
  const ProgramRun run = run_command(launch() + "--line 9");
  EXPECT_EQ(run.code, 0);
  for (const char* words : {"row     3 in all lanes", "col     0, 1, 2, … 31", "nobody  optimized away",
                            "mine    not assigned yet", "in      in[0] in all lanes"})
    EXPECT_NE(run.out.find(words), std::string::npos) << words << "\n" << run.out;
}

} // namespace
} // namespace warpscope
