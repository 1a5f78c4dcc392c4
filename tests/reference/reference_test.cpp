// The oracle itself, against numbers worked out by hand.
#include "tests/reference/alignment.h"
#include "tests/reference/arithmetic.h"
#include "tests/reference/random_programs.h"
#include "tests/reference/shapes.h"

#include <gtest/gtest.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Type.h>

#include <algorithm>
#include <set>

namespace reference {
namespace {

std::vector<Block> graph(const std::vector<std::vector<std::uint32_t>>& ways) {
  std::vector<Block> blocks(ways.size());
  for (std::size_t i = 0; i < ways.size(); ++i) blocks[i].next = ways[i];
  return blocks;
}

TEST(Alignment, PostDominatorsOfABranchALoopAndAnEarlyReturn) {
  // 0 branches to 1 and 2, which meet at 3; 3 loops with 4 and leaves to 5.
  EXPECT_EQ(immediate_post_dominators(graph({{1, 2}, {3}, {3}, {4, 5}, {3}, {}})),
            (std::vector<std::uint32_t>{3, 3, 3, 5, 3, no_node}));
  // 1 returns: the paths from 0 have nothing in common.
  EXPECT_EQ(immediate_post_dominators(graph({{1, 2}, {}, {3}, {}})),
            (std::vector<std::uint32_t>{no_node, no_node, 3, no_node}));
}

TEST(Alignment, LanesOfALoopWaitBehindIt) {
  // 0 is the loop's head, 1 its body, 2 follows it: lane 0 iterates twice, lane 1 once, lane 2 never.
  LanePath a{0, {0, 1, 0, 1, 0, 2}}, b{1, {0, 1, 0, 2}}, c{2, {0, 2}};
  std::vector<std::vector<std::uint32_t>> seen;
  align({&a, &b, &c}, no_node, immediate_post_dominators(graph({{1, 2}, {0}, {}})),
        [&](std::uint32_t node, const std::vector<LanePath*>& lanes) {
          std::vector<std::uint32_t> entry{node};
          for (const LanePath* lane : lanes) entry.push_back(lane->lane);
          seen.push_back(entry);
        });
  EXPECT_EQ(seen, (std::vector<std::vector<std::uint32_t>>{
                      {0, 0, 1, 2}, {1, 0, 1}, {0, 0, 1}, {1, 0}, {0, 0}, {2, 0, 1, 2}}));
}

TEST(Arithmetic, NarrowIntegersWrapAndShiftWithTheirSign) {
  llvm::LLVMContext context;
  const llvm::Type& byte = *llvm::Type::getInt8Ty(context);
  const llvm::Type& wide = *llvm::Type::getInt64Ty(context);
  using llvm::Instruction;
  EXPECT_EQ(binary(Instruction::Add, byte, 200, 100), 44u);
  EXPECT_EQ(binary(Instruction::AShr, byte, 0x80, 3), 0xf0u);
  EXPECT_EQ(binary(Instruction::SDiv, byte, 0xf9, 2), 0xfdu); // -7 / 2 = -3
  EXPECT_EQ(binary(Instruction::SRem, byte, 0xf9, 2), 0xffu); // -7 % 2 = -1
  EXPECT_EQ(convert(Instruction::SExt, byte, wide, 0x80), 0xffff'ffff'ffff'ff80u);
  EXPECT_EQ(pure("mulhi_u64", {~0ull, ~0ull}), ~0ull - 1);
  EXPECT_EQ(pure("mulhi_s64", {~0ull, 5}), ~0ull); // -5
  EXPECT_EQ(pure("prmt", {0x44332211, 0x88776655, 0x7410}), 0x88552211u);
  EXPECT_EQ(pure("brev32", {1}), 0x8000'0000u);
  EXPECT_THROW((void)binary(Instruction::Shl, byte, 1, 8), std::runtime_error);
}

TEST(Arithmetic, ShufflesStayInTheirSegment) {
  const auto segment = [](unsigned width) { return (32u - width) << 8; };
  EXPECT_EQ(shuffle_source(0, 9, 3, segment(8) | 31), 11u);  // idx: lane 3 of the second eight
  EXPECT_EQ(shuffle_source(1, 9, 2, segment(8)), 9u);        // up: none there, its own
  EXPECT_EQ(shuffle_source(2, 13, 2, segment(8) | 31), 15u); // down
  EXPECT_EQ(shuffle_source(2, 14, 2, segment(8) | 31), 14u);
  EXPECT_EQ(shuffle_source(3, 5, 3, segment(32) | 31), 6u); // bfly
}

TEST(Shapes, AreAllDifferentAndAsManyAsCountedByHand) {
  // One node: if, if/else, while, return.
  EXPECT_EQ(shapes(1).size(), 4u);
  for (const unsigned nodes : {2u, 3u}) {
    const std::vector<std::string> all = shapes(nodes);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  }
  // Two: if with one node (4), if/else with one in either half (4 + 4), while with one (6: break, continue
  // too), each of if, if/else and while followed by one (3 * 4).
  EXPECT_EQ(shapes(2).size(), 4u + 8u + 6u + 12u);
}

TEST(RandomKernels, TheSeedDecides) {
  EXPECT_EQ(random_kernel(7).text, random_kernel(7).text);
  EXPECT_NE(random_kernel(7).text, random_kernel(8).text);
}

/// A comparison must be able to fail: a text whose kernel the launch does not find, and one that the
/// reference has to refuse.
TEST(Comparison, SaysWhatItCouldNotCompare) {
  const std::vector<BufferArgument> buffers{{std::vector<std::uint8_t>(128), Element::Integer}};
  const Comparison launch{"k", {1, 1, 1}, {32, 1, 1}};
  EXPECT_EQ(
      compare("__global__ void other(int *p, int) { p[0] = 1; }", {launch}, buffers, 0).differences.size(),
      1u);
  const Outcome recursive = compare("__device__ int f(int x) { return x < 2 ? x : f(x - 1) + f(x - 2); }\n"
                                    "__global__ void k(int *p, int) { p[threadIdx.x] = f(5); }",
                                    {launch}, buffers, 0);
  ASSERT_EQ(recursive.differences.size(), 1u);
  EXPECT_NE(recursive.differences[0].find("the reference cannot run it"), std::string::npos);
  EXPECT_EQ(compare("__global__ void k(int *p, int) {", {launch}, buffers, 0).differences.size(), 1u);
}

/// Racing threads see another interleaving in the executor (lane by lane within an instruction) than in the
/// reference (thread by thread): the comparison has to notice.
TEST(Comparison, NoticesADifferentResult) {
  const std::vector<BufferArgument> buffers{{std::vector<std::uint8_t>(128), Element::Integer}};
  const Outcome race = compare("__global__ void k(int *p, int) {\n"
                               "  p[threadIdx.x] = threadIdx.x;\n"
                               "  p[threadIdx.x] += p[(threadIdx.x + 1) & 31];\n"
                               "}",
                               {{"k", {1, 1, 1}, {32, 1, 1}}}, buffers, 0);
  ASSERT_EQ(race.differences.size(), 1u);
  EXPECT_NE(race.differences[0].find("buffer 0"), std::string::npos);
}

} // namespace
} // namespace reference
