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

TEST(FragmentCommand, OfASparseProductWhoseBitsSayWhatIsStored) {
  const ProgramRun run = run_command("warpscope fragment m16n8k32 --sparse --lane 21");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(fragment_text_holds, run.out, "mma.sp.m16n8k32 of half, sums of float; lane 21");
  EXPECT_PRED2(fragment_text_holds, run.out, "a0 a1       2 of A[5][4–7], by e of lane 20, bits 4–7");
  EXPECT_PRED2(fragment_text_holds, run.out, "bits 0–15   what is stored of A[5][16–31]");
  const ProgramRun all = run_command("warpscope fragment m16n8k32 --sparse --selector 1");
  EXPECT_PRED2(fragment_text_holds, all.out, "E, the metadata, selector 1 of 2");
  EXPECT_PRED2(fragment_text_holds, all.out,
               "   13  22, bits 16–31: A[13][0–15]; 23, bits 16–31: A[13][16–31]");
  EXPECT_EQ(run_command("warpscope fragment m16n8k32 --sparse --selector 2").code, 2);
  EXPECT_EQ(run_command("warpscope fragment m16n8k16 --selector 1").code, 2);
  const auto document = nlohmann::json::parse(
      run_command("warpscope fragment m16n8k128 --sparse --type s4 --json").out);
  EXPECT_EQ(document["E"]["groups"].size(), 16u * 16u);
  EXPECT_EQ(document["E"]["stored"], 4);
}

TEST(FragmentCommand, OfM8n8k4WhichOfFourProducts) {
  const ProgramRun run = run_command("warpscope fragment m8n8k4.row.col --lane 21");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(fragment_text_holds, run.out, "lane 21, of product 1 of four, holds 16 values");
  EXPECT_PRED2(fragment_text_holds, run.out, "a2 a3     A[5][2]  A[5][3]");
  const ProgramRun all = run_command("warpscope fragment m8n8k4.row.col --sum half");
  EXPECT_PRED2(fragment_text_holds, all.out, "A, 8 × 4 of half, 4 times: the lane of each 4 in a row");
  EXPECT_PRED2(fragment_text_holds, all.out, "  product 3\n");
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
