// Blocks of unequal length: how a grid is dealt out by them, and that an estimate is of the multiprocessor
// that ends last.
#include "sim/devices/devices.h"
#include "sim/run/block_plan.h"
#include "sim/run/estimate.h"

#include <gtest/gtest.h>

#include <functional>

namespace warpscope::run {
namespace {

BlockWeights weights_by(std::uint64_t grid, const std::function<std::uint64_t(std::uint64_t)>& longest) {
  BlockWeights weights;
  for (std::uint64_t block = 0; block < grid; ++block) weights[block] = {longest(block), longest(block)};
  return weights;
}

TEST(BlockPlan, BlocksAreUnevenFromAQuarterOn) {
  EXPECT_FALSE(are_uneven(weights_by(16, [](std::uint64_t) { return 100; }), 16));
  EXPECT_FALSE(are_uneven(weights_by(16, [](std::uint64_t block) { return block == 3 ? 120 : 100; }), 16));
  EXPECT_TRUE(are_uneven(weights_by(16, [](std::uint64_t block) { return block == 3 ? 200 : 100; }), 16));
}

TEST(BlockPlan, ACountedBlockStandsForThoseThatItIsNearestTo) {
  // Many of the first half were counted, few of the second, which ends at once.
  BlockWeights weights;
  for (std::uint64_t block = 0; block < 500; block += 5) weights[block] = {100, 100};
  for (std::uint64_t block = 550; block < 1000; block += 100) weights[block] = {1, 1};
  EXPECT_TRUE(are_uneven(weights, 1000));
  weights.erase(weights.lower_bound(560), weights.end());
  EXPECT_FALSE(are_uneven(weights, 560));
}

TEST(BlockPlan, TheLongestBlockKeepsItsPlaceWhileOthersGoElsewhere) {
  const BlockWeights weights = weights_by(8, [](std::uint64_t block) { return block == 0 ? 100 : 10; });
  const BlockPlan plan = plan_of_last(weights, 8, 2, 1);
  EXPECT_EQ(plan.blocks, std::vector<std::uint64_t>{0});
  const BlockWeights late = weights_by(8, [](std::uint64_t block) { return block == 7 ? 100 : 10; });
  EXPECT_EQ(plan_of_last(late, 8, 2, 1).blocks, (std::vector<std::uint64_t>{1, 3, 5, 7}));
}

TEST(BlockPlan, WhatWasNotCountedIsAsLongAsItsNeighbour) {
  const BlockWeights weights = {{0, {10, 10}}, {9, {90, 90}}};
  const BlockPlan plan = plan_of_last(weights, 10, 10, 1);
  ASSERT_EQ(plan.blocks.size(), 1u);
  EXPECT_GE(plan.blocks[0], 5u);
  EXPECT_EQ(plan.weights[0].longest, 90u);
}

TEST(BlockPlan, ALargeGridIsDealtOutWithoutStayingInAColumn) {
  const BlockWeights weights = {{0, {10, 10}}, {most_dealt, {20, 20}}};
  const BlockPlan plan = plan_of_last(weights, 2 * most_dealt, 132, 8);
  EXPECT_EQ(plan.blocks.size(), (2 * most_dealt + 131) / 132);
  std::size_t in_column[4] = {};
  for (const std::uint64_t block : plan.blocks) ++in_column[block % 4];
  for (const std::size_t count : in_column)
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(plan.blocks.size()) / 4, 40);
}

TEST(BlockPlan, WhatIsThinnedOutIsCountedByItsLength) {
  BlockPlan plan;
  for (std::uint64_t block = 0; block < 100; ++block) {
    plan.blocks.push_back(block);
    plan.weights.push_back({10 + block, 10 + block});
  }
  const double left = thin_out(plan, {.instructions = 1'000, .least = 4, .most = 100});
  std::uint64_t kept = 0;
  for (const BlockWeight& weight : plan.weights) kept += weight.all;
  const double mean = static_cast<double>(kept) / static_cast<double>(plan.blocks.size());
  EXPECT_LE(kept, 1'100u);
  EXPECT_NEAR(static_cast<double>(kept) + left * mean, 100 * 10 + 99 * 100 / 2, 1);
  EXPECT_EQ(thin_out(plan, {.instructions = 10'000, .least = 4, .most = 100}), 0);
  EXPECT_GT(thin_out(plan, {.instructions = 10'000, .least = 4, .most = 5}), 0);
  EXPECT_EQ(plan.blocks.size(), 5u);
}

TEST(BlockPlan, TheSampleIsSpreadAndEachOnce) {
  const BlockWeights known = {{6, {}}, {12, {}}};
  std::vector<std::uint64_t> blocks = spread_over(20, 100, known);
  EXPECT_LE(blocks.size(), 18u);
  EXPECT_GE(blocks.size(), 17u);
  for (const std::uint64_t block : blocks) EXPECT_FALSE(known.contains(block));
}

double seconds_of(const std::string& turns, const std::string& grid) {
  static compile::Compiler compiler;
  Request request;
  request.file = "k.cu";
  request.text = "__global__ void k(float* out) {\n"
                 "  unsigned b = blockIdx.x;\n"
                 "  float x = threadIdx.x;\n"
                 "  int turns = " +
                 turns +
                 ";\n"
                 "  for (int i = 0; i < turns; ++i) x = x * 1.5f + 2.0f;\n"
                 "  out[b * blockDim.x + threadIdx.x] = x;\n"
                 "}\n";
  request.folder = ".";
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {grid};
  request.overrides.block = {"128"};
  request.overrides.arguments = {{"out", "zero[" + grid + " * 128]"}};
  std::string why_not;
  const std::optional<Estimate> made = estimate(compiler, request, why_not);
  EXPECT_TRUE(made.has_value()) << why_not;
  return made ? made->seconds : 0;
}

TEST(BlockPlan, AColumnOfShortBlocksDoesNotStandForTheGrid) {
  // 132 is a multiple of 4: block 0, 132, 264, … are all short.
  const double even = seconds_of("400", "8448"), uneven = seconds_of("b % 4 ? 400 : 4", "8448");
  EXPECT_GT(uneven, 0.65 * even);
  EXPECT_LT(uneven, 0.9 * even);
}

TEST(BlockPlan, TheLongBlocksOfOneRoundAreWaitedFor) {
  // Block 0, which stood for all of one round, is short.
  const double all = seconds_of("4000", "132"), some = seconds_of("b > 99 ? 4000 : 40", "132");
  EXPECT_NEAR(some / all, 1, 0.05);
}

/// Block 0 stood for all: no other one came to its end within as many instructions.
TEST(BlockPlan, BlocksThatAreLongerThanWhatIsAffordedAtFirstAreWaitedFor) {
  const double all = seconds_of("16000", "16"), some = seconds_of("b * 1000 + 1000", "16");
  EXPECT_NEAR(some / all, 1, 0.05);
}

TEST(BlockPlan, AWarpMayStandForItsBlock) {
  BlockCounter counter;
  counter.stand_for(8);
  for (const std::uint64_t block : {3, 5}) {
    counter.on_block_begin(block);
    for (int i = 0; i < 10; ++i) {
      trace::InstructionEvent event{};
      event.block = block, event.warp = 2;
      counter.on_instruction(event);
    }
    counter.on_block_end(block);
  }
  EXPECT_EQ(counter.weights().at(3).all, 80u);
  EXPECT_EQ(counter.weights().at(3).longest, 10u);
  counter.forget_last();
  EXPECT_EQ(counter.weights().size(), 1u) << "block 5 was cut off";
  counter.forget_last();
  EXPECT_EQ(counter.weights().size(), 1u) << "it was the only one";
}

double seconds_of_insertions(const std::string& slots) {
  static compile::Compiler compiler;
  Request request;
  request.file = "k.cu";
  request.text = "__global__ void insert(unsigned* table, unsigned slots) {\n"
                 "  unsigned key = blockIdx.x * blockDim.x + threadIdx.x + 1;\n"
                 "  unsigned slot = key * 2654435761u >> 9 & (slots - 1);\n"
                 "  while (atomicCAS(&table[slot], 0u, key) != 0u) slot = (slot * 5 + 1) & (slots - 1);\n"
                 "}\n";
  request.folder = ".";
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {"1024"};
  request.overrides.block = {"128"};
  request.overrides.arguments = {{"table", "zero[" + slots + "]"}, {"slots", slots}};
  std::string why_not;
  const std::optional<Estimate> made = estimate(compiler, request, why_not);
  EXPECT_TRUE(made.has_value()) << why_not;
  return made ? made->seconds : 0;
}

TEST(BlockPlan, WhatBlocksFindInATableHangsOnThoseBefore) {
  // 131,072 keys: in the small table most lanes meet keys of blocks that are not simulated.
  EXPECT_GT(seconds_of_insertions("1 << 18"), 1.4 * seconds_of_insertions("1 << 22"));
}

} // namespace
} // namespace warpscope::run
