// Matrices of a warp: what each lane holds of them, what a load counts, and products beside sums made here.
#include "tests/sass/small.h"

#include <gtest/gtest.h>

#include <bit>

namespace {

using namespace warpscope;
using small::code_of;
using small::computing;
using small::with_place;

/// Halves 0, 1, 2 … lie in shared memory, 16 bytes a thread; lane l names row l of those of 16 bytes.
std::vector<std::string> with_rows(std::vector<std::string> body) {
  std::vector<std::string> all = {"IMAD R8,R0,0x8,RZ",       "IMAD R9,R8,0x10001,RZ",
                                  "IADD3 R8,R9,0x10000,RZ",  "IADD3 R9,R8,0x20002,RZ",
                                  "IADD3 R10,R9,0x20002,RZ", "IADD3 R11,R10,0x20002,RZ",
                                  "IMAD R12,R0,0x10,RZ",     "STS.128 [R12],R8"};
  all.insert(all.end(), body.begin(), body.end());
  return computing(std::move(all));
}

TEST(SassMatrix, ALaneHoldsTwoElementsOfARow) {
  for (const int matrix : {0, 1, 2, 3}) {
    const small::Ran ran = small::run(
        code_of(with_rows({"LDSM.16.M88.4 R20,[R12]", "MOV R4,R" + std::to_string(20 + matrix)})));
    ASSERT_EQ(ran.outcome.why, "");
    for (std::uint32_t l = 0; l < 32; ++l) {
      const std::uint32_t first = 64 * static_cast<std::uint32_t>(matrix) + 8 * (l / 4) + 2 * (l % 4);
      EXPECT_EQ(ran.out[l], first | (first + 1) << 16) << matrix << " lane " << l;
    }
  }
}

TEST(SassMatrix, ATransposedLoadIsALoadAndATransposition) {
  const small::Ran once = small::run(code_of(with_rows({"LDSM.16.MT88 R4,[R12]"})));
  const small::Ran twice = small::run(code_of(with_rows({"LDSM.16.M88 R5,[R12]", "MOVM.16.MT88 R4,R5"})));
  ASSERT_EQ(once.outcome.why + twice.outcome.why, "");
  EXPECT_EQ(once.out, twice.out);
  for (std::uint32_t l = 0; l < 32; ++l) {
    const std::uint32_t first = 16 * (l % 4) + l / 4;
    EXPECT_EQ(once.out[l], first | (first + 8) << 16);
  }
}

TEST(SassMatrix, AStoreIsTheLoadsOpposite) {
  for (const std::string form : {"M88", "MT88"}) {
    const small::Ran ran = small::run(
        code_of(with_rows({"LDSM.16." + form + ".2 R20,[R12]", "STSM.16." + form + ".2 [R12+0x200],R20",
                           "IMAD R13,R0,0x4,RZ", "LDS R4,[R13+0x200]"})));
    ASSERT_EQ(ran.outcome.why, "");
    for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(ran.out[l], 2 * l | (2 * l + 1) << 16) << form;
  }
}

/// Rows of 16 bytes one behind another fill all banks, eight at a time; 128 bytes apart they share four.
TEST(SassMatrix, OnlyTheLanesThatNameARowAreCounted) {
  const small::Ran dense = small::run(code_of(with_rows({"LDSM.16.M88.2 R20,[R12]"})));
  const model::SharedTotals& load = dense.sites[11].shared[static_cast<int>(AccessKind::Load)];
  EXPECT_EQ(load.requests, 1u);
  EXPECT_EQ(load.lanes, 16u);
  EXPECT_EQ(load.wavefronts, 2u);
  const small::Ran far = small::run(code_of(with_rows({"IMAD R13,R0,0x80,RZ", "LDSM.16.M88 R20,[R13]"})));
  EXPECT_EQ(far.sites[12].shared[static_cast<int>(AccessKind::Load)].wavefronts, 8u);
}

/// What one output element must be, of operands that each lane fills with its number and more.
std::vector<std::string> halves_of_lanes(const std::string& product) {
  // A: register i of lane l has the halves l + i and 1; B: 1 and l - i: small integers, so that all is exact.
  std::vector<std::string> code;
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i), a = "R" + std::to_string(20 + i),
                      b = "R" + std::to_string(24 + i);
    code.insert(code.end(),
                {"IADD3 R5,R0," + std::string("0x") + n + ",RZ", "I2F.F16 R6,R5", // the low half
                 "LOP3.LUT R6,R6,0xffff,RZ,0xc0,!PT", "LOP3.LUT " + a + ",R6,0x3c000000,RZ,0xfc,!PT",
                 "SHF.L.U32 R6,R6,0x10,RZ", "LOP3.LUT " + b + ",R6,0x3c00,RZ,0xfc,!PT"});
  }
  code.push_back(product);
  return code;
}

TEST(SassMatrix, AProductOfHalvesIsTheSumOfItsProducts) {
  for (const std::uint32_t n : {0u, 1u, 2u, 3u}) {
    std::vector<std::string> code = halves_of_lanes("HMMA.16816.F32 R8,R20,R24,RZ");
    code.push_back("MOV R4,R" + std::to_string(8 + n));
    const small::Ran ran = small::run(code_of(computing(code)));
    ASSERT_EQ(ran.outcome.why, "");
    for (std::uint32_t l = 0; l < 32; ++l) {
      const std::uint32_t row = l / 4 + 8 * (n / 2), column = 2 * (l % 4) + n % 2;
      float sum = 0;
      for (std::uint32_t k = 0; k < 16; ++k) {
        // Who holds A[row][k] and B[k][column], from PTX's formulas for m16n8k16.
        const std::uint32_t a_lane = 4 * (row % 8) + k % 8 / 2, a_register = row / 8 + 2 * (k / 8);
        const std::uint32_t b_lane = 4 * column + k % 8 / 2, b_register = k / 8;
        const auto a = k % 2 == 0 ? static_cast<float>(a_lane + a_register) : 1.0f;
        const auto b = k % 2 == 0 ? 1.0f : static_cast<float>(b_lane + b_register);
        sum += a * b;
      }
      EXPECT_EQ(std::bit_cast<float>(ran.out[l]), sum) << "c" << n << " of lane " << l;
    }
  }
}

TEST(SassMatrix, BytesAndBitsAreMultipliedToo) {
  // Each byte of A is -1 and each of B is 3: 16 products of -3, added to the lane's number.
  const small::Ran bytes = small::run(
      code_of(computing({"MOV R8,0xffffffff", "MOV R9,R8", "MOV R10,0x3030303", "MOV R12,R0", "MOV R13,R0",
                         "MOV R14,R0", "MOV R15,R0", "IMMA.16816.S8.S8 R4,R8.ROW,R10.COL,R12"})));
  ASSERT_EQ(bytes.outcome.why, "");
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(bytes.out[l], l - 48);
  const small::Ran bits = small::run(code_of(
      computing({"MOV R8,0x0000000f", "MOV R10,0x0000003c", "BMMA.88128.XOR.POPC R4,R8.ROW,R10.COL,RZ"})));
  ASSERT_EQ(bits.outcome.why, "");
  for (std::uint32_t l = 0; l < 32; ++l)
    EXPECT_EQ(bits.out[l], 16u); // four bits differ in each of four words
}

TEST(SassMatrix, DoublesGoThroughPairsOfRegisters) {
  const small::Ran ran = small::run(
      code_of(computing({"MOV R8,RZ", "MOV R9,0x40000000", "MOV R10,RZ", "MOV R11,0x3ff80000", // 2.0 and 1.5
                         "DMMA.8x8x4 R12,R8,R10,RZ", "MOV R4,R15"})));
  ASSERT_EQ(ran.outcome.why, "");
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(ran.out[l], 0x40280000u); // 12.0
}

TEST(SassMatrix, AFormThatIsNotKnownIsNamed) {
  for (const std::string text :
       {"HMMA.16832.F32 R8,R20,R24,RZ", "HMMA.16816.F32.SP R8,R20,R24,RZ", "IMMA.16816.S8.S8 R8,R20,R24,RZ",
        "LDSM.U8.M88 R4,[R12]", "HMMA.16816.F32 R8,-R20,R24,RZ", "HMMA.16816.F16.BF16 R8,R20,R24,RZ"}) {
    const small::Ran ran = small::run(code_of(computing({text})));
    EXPECT_NE(ran.outcome.why.find(text), std::string::npos) << text << ": " << ran.outcome.why;
  }
}

} // namespace
