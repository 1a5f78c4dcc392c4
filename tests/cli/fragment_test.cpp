// warpscope fragment: its tables and its document.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

bool fragment_text_holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FragmentCommand, ALaneRegisterByRegister) {
  const ProgramRun run = run_command("warpscope fragment m16n8k16 --type half --lane 22");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(fragment_text_holds, run.out,
               "mma.sync.m16n8k16 of half, sums of float; lane 22, thread 2 of group 5, holds 16 values");
  EXPECT_PRED2(fragment_text_holds, run.out, "a6 a7     A[13][12]  A[13][13]");
  EXPECT_PRED2(fragment_text_holds, run.out, "b2 b3     B[12][5]  B[13][5]");
  EXPECT_PRED2(fragment_text_holds, run.out, "C[13][5]");
}

TEST(FragmentCommand, TheMatricesLaneByLane) {
  const ProgramRun run = run_command("warpscope fragment m16n8k16 --type half");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(fragment_text_holds, run.out, "A, 16 × 16 of half: the lane of each 2 in a row");
  EXPECT_PRED2(fragment_text_holds, run.out, "    0   0  1  2  3  0  1  2  3   from a0, a4");
  EXPECT_PRED2(fragment_text_holds, run.out, "    5  20 21 22 23 20 21 22 23");
  EXPECT_PRED2(fragment_text_holds, run.out, "    4   2  6 10 14 18 22 26 30"); // B
  const ProgramRun list = run_command("warpscope fragment");
  EXPECT_PRED2(fragment_text_holds, list.out, "m16n8k256");
  EXPECT_PRED2(fragment_text_holds, list.out, "half bfloat16 s8 u8");
}

TEST(FragmentCommand, ItsDocumentHasEveryElement) {
  const auto document = nlohmann::json::parse(
      run_command("warpscope fragment m16n16k16 --wmma --sum half --json").out);
  EXPECT_EQ(document["instruction"], "wmma m16n16k16");
  for (const char* operand : {"A", "B", "C"}) EXPECT_EQ(document[operand]["elements"].size(), 256u);
  EXPECT_EQ(document["C"]["type"], "half");
  EXPECT_EQ(document["A"]["elements"][5 * 8 + 2]["name"], "x[2]");
  EXPECT_EQ(document["A"]["elements"][5 * 8 + 2]["row"], 9);
  EXPECT_EQ(document["A"]["elements"][5 * 8 + 2]["column"], 2);
}

} // namespace
} // namespace warpscope
