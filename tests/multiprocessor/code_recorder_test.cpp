// Steps of machine code: stall counts, counters of results under way, branches, copies.
#include "sim/multiprocessor/code_recorder.h"

#include <gtest/gtest.h>

#include <numeric>

namespace warpscope {
namespace {

using namespace multiprocessor;
using Kind = CodeCost::Kind;

/// Runs one warp through the pcs, with an access of one sector where the instruction is one.
std::vector<Step> steps_of_code(const std::vector<CodeCost>& costs, const std::vector<std::uint32_t>& pcs,
                                std::uint32_t mask = ~0u) {
  CodeRecorder recorder(costs, 1000);
  recorder.on_block_begin(0);
  for (const std::uint32_t pc : pcs) {
    recorder.on_instruction({0, 0, pc, mask});
    if (mask == 0 || (costs[pc].kind != Kind::Access && costs[pc].kind != Kind::Copy)) continue;
    trace::AccessEvent event;
    event.site = pc;
    event.space = Space::Global;
    event.access.mask = 1;
    event.access.offset[0] = 128 * pc;
    recorder.on_access(event);
  }
  recorder.on_block_end(0);
  std::vector<Block> blocks = recorder.take_blocks();
  return blocks.size() == 1 && blocks[0].warps.size() == 1 ? blocks[0].warps[0] : std::vector<Step>();
}

CodeCost plain(unsigned stall, unsigned waits = 0) {
  return {.stall = static_cast<std::uint8_t>(stall), .waits = static_cast<std::uint8_t>(waits)};
}
CodeCost load_by(unsigned counter) {
  return {.kind = Kind::Access, .counter = static_cast<std::uint8_t>(counter)};
}

TEST(CodeRecorder, InstructionsTakeTheirSlotsAndStallCounts) {
  const std::vector<Step> steps = steps_of_code({plain(1), plain(3), plain(13), plain(1)}, {0, 1, 2, 3});
  ASSERT_EQ(steps.size(), 2u) << "others get their turn while the third's result is awaited";
  EXPECT_EQ(steps[0].slots, 3u);
  EXPECT_EQ(steps[0].stall, 0u + 2 + 12);
  EXPECT_EQ(steps[1].slots, 1u);
}

TEST(CodeRecorder, AUnitThatTakesLongerIsNamed) {
  CodeCost product = plain(1);
  product.pipe = Pipe::Multiply;
  product.busy = 4;
  const std::vector<Step> steps = steps_of_code({product, product}, {0, 1});
  ASSERT_EQ(steps.size(), 2u);
  for (const Step& step : steps) {
    EXPECT_EQ(step.pipe, Pipe::Multiply);
    EXPECT_EQ(step.service, 4u);
  }
}

TEST(CodeRecorder, AUnitIsWaitedForOneByOne) {
  CodeCost special = plain(1);
  special.pipe = Pipe::Special;
  special.busy = 8;
  const std::vector<Step> steps = steps_of_code({plain(1), special, plain(1), special}, {0, 1, 2, 3});
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].pipe, Pipe::None);
  EXPECT_EQ(steps[1].pipe, Pipe::Special);
  EXPECT_EQ(steps[1].slots, 2u);
  EXPECT_EQ(steps[1].service, 8u);
  EXPECT_EQ(steps[2].service, 8u);
}

TEST(CodeRecorder, AnInstructionWaitsForTheCountersThatItNames) {
  const std::vector<Step> steps = steps_of_code(
      {load_by(0), load_by(0), load_by(3), plain(1, 0b1000), plain(1, 1)}, {0, 1, 2, 3, 4});
  ASSERT_EQ(steps.size(), 8u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(steps[i].op, Op::Load);
  EXPECT_EQ(steps[3].op, Op::Wait);
  EXPECT_EQ(steps[3].token, steps[2].token) << "counter 3";
  EXPECT_EQ(steps[4].op, Op::Run);
  EXPECT_EQ(steps[5].token, steps[0].token) << "both results of counter 0";
  EXPECT_EQ(steps[6].token, steps[1].token);
  EXPECT_EQ(steps[7].op, Op::Run);
}

TEST(CodeRecorder, ACounterMayKeepSomeOfItsResults) {
  CodeCost but_one = plain(1);
  but_one.waits_most = 0;
  but_one.most = 1;
  const std::vector<Step> steps = steps_of_code({load_by(0), load_by(0), but_one}, {0, 1, 2});
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[2].op, Op::Wait);
  EXPECT_EQ(steps[2].token, steps[0].token);
}

TEST(CodeRecorder, ArithmeticBehindACounterIsWaitedForByTheClock) {
  CodeCost slow = plain(1);
  slow.counter = 2;
  slow.latency = 17;
  const std::vector<Step> steps = steps_of_code({slow, plain(1), plain(1, 0b100)}, {0, 1, 2});
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].slots + steps[0].stall, 17u + 1);
}

TEST(CodeRecorder, ABranchThatIsTakenCostsMoreThanItsStallCount) {
  const std::vector<CodeCost> costs = {plain(1), plain(5), plain(1)};
  const std::vector<Step> on = steps_of_code(costs, {0, 1, 2}), back = steps_of_code(costs, {0, 1, 0});

  ASSERT_EQ(back.size(), on.size());
  const auto cycles_in = [](const std::vector<Step>& steps) {
    return std::accumulate(steps.begin(), steps.end(), 0u,
                           [](unsigned sum, const Step& step) { return sum + step.slots + step.stall; });
  };
  EXPECT_EQ(cycles_in(back), cycles_in(on) + branch_taken);
}

/// All lanes are off by the instruction's predicate.
TEST(CodeRecorder, AnAccessOfNoLaneTakesACycleOfTheLsuAndIsWaitedFor) {
  const std::vector<Step> global = steps_of_code({load_by(0), plain(1, 1)}, {0, 1}, 0);
  ASSERT_EQ(global.size(), 3u);
  EXPECT_EQ(global[0].op, Op::Shuffle); // touches nothing
  EXPECT_EQ(global[0].count, 0u);
  EXPECT_EQ(global[1].op, Op::Wait);
  EXPECT_EQ(global[1].token, global[0].token);
  CodeCost shared = load_by(0);
  shared.shared = true;
  const std::vector<Step> read = steps_of_code({shared, plain(1, 1)}, {0, 1}, 0);
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].op, Op::Shared);
  EXPECT_EQ(read[0].service, 1u);
  EXPECT_EQ(read[1].op, Op::Wait);
  CodeCost store = shared;
  store.counter = CodeCost::none;
  const std::vector<Step> written = steps_of_code({store, plain(1)}, {0, 1}, 0);
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(written[0].op, Op::Shared);
  EXPECT_FALSE(written[0].keeps);
}

TEST(CodeRecorder, TheLastCopyOfAGroupStandsForIt) {
  CodeCost commit = plain(1);
  commit.kind = Kind::Commit;
  commit.counter = 0;
  CodeCost copy;
  copy.kind = Kind::Copy;
  const std::vector<Step> steps = steps_of_code({copy, copy, commit, plain(1, 1)}, {0, 1, 2, 3});
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[0].op, Op::Copy);
  EXPECT_EQ(steps[1].op, Op::Copy);
  EXPECT_EQ(steps[3].op, Op::Wait);
  EXPECT_EQ(steps[3].token, steps[1].token);
}

TEST(CodeRecorder, MoreLoadsThanTokensWaitForTheOldest) {
  std::vector<CodeCost> costs;
  std::vector<std::uint32_t> pcs;
  for (std::uint32_t i = 0; i < token_count + 3; ++i) costs.push_back(load_by(0)), pcs.push_back(i);
  const std::vector<Step> steps = steps_of_code(costs, pcs);
  const auto waits = std::count_if(steps.begin(), steps.end(),
                                   [](const Step& s) { return s.op == Op::Wait; });
  EXPECT_EQ(waits, 3);
}

TEST(CodeRecorder, TheInstructionBehindABarrierIssuesBeforeTheWarpWaits) {
  CodeCost barrier = plain(5), branch = plain(5);
  barrier.kind = Kind::Barrier;
  branch.branch = true;
  // A comparison of 13 cycles: its slot is in front of the barrier, the rest passes while the warp waits.
  std::vector<Step> steps = steps_of_code({plain(1), barrier, plain(13), branch}, {0, 1, 2, 3});
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].slots, 2u);
  EXPECT_EQ(steps[0].stall, 0u);
  EXPECT_EQ(steps[1].op, Op::Barrier);
  EXPECT_EQ(steps[1].stall, 4u + 12);
  EXPECT_EQ(steps[1].service, behind_barrier) << "a branch goes on later than a sum";
  steps = steps_of_code({plain(1), barrier, plain(13), plain(1)}, {0, 1, 2, 3});
  EXPECT_EQ(steps[1].service, 0u);
  // A load, a branch, or what waits for a result does not.
  for (const CodeCost& next : {load_by(0), branch, plain(1, 1)}) {
    steps = steps_of_code({plain(1), barrier, next}, {0, 1, 2});
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].slots, 1u);
    EXPECT_EQ(steps[1].stall, 4u);
    EXPECT_EQ(steps[1].service, next.branch ? behind_barrier : 0u);
  }
  steps = steps_of_code({barrier, barrier}, {0, 1});
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].service, behind_barrier);
}

/// A load, a sum, a compare-and-swap, a comparison and the branch back, for lanes that name two words.
TEST(CodeRecorder, ALoopOfCompareAndSwapsNamesItsWordsAndItsLastRound) {
  CodeCost load = load_by(0), swap = load_by(1);
  load.shared = swap.shared = swap.loops = true;
  CodeRecorder recorder({load, plain(4, 1), swap, plain(13, 2), plain(5)}, 1000);
  recorder.on_block_begin(0);
  const auto execute = [&](std::uint32_t pc, std::uint32_t mask) {
    recorder.on_instruction({.block = 0, .warp = 0, .pc = pc, .mask = mask});
    if (pc != 0 && pc != 2) return;
    trace::AccessEvent event{.block = 0, .site = pc, .space = Space::Shared};
    event.kind = pc == 0 ? AccessKind::Load : AccessKind::Atomic;
    event.returns = true;
    event.access.mask = mask;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = lane < 2 ? 4 * 9 : 4 * 10;
    recorder.on_access(event);
  };
  for (const std::uint32_t mask : {0xFu, 0xAu})
    for (std::uint32_t pc = 0; pc < 5; ++pc) execute(pc, mask);
  recorder.on_block_end(0);
  const std::vector<Block> blocks = recorder.take_blocks();
  ASSERT_EQ(blocks.size(), 1u);
  std::vector<Step> loads, swaps;
  const std::vector<Step>& steps = blocks[0].warps.at(0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].op != Op::Shared) continue;
    EXPECT_EQ(steps[i].work, AtomicWork::Swaps);
    (steps[i].count == 0 ? loads : swaps).push_back(steps[i]);
    EXPECT_TRUE(steps[i].stall == 0 || steps[i - steps[i].stall].count == 0) << "back to the load";
  }
  ASSERT_EQ(loads.size(), 2u);
  ASSERT_EQ(swaps.size(), 2u);
  EXPECT_EQ(swaps[0].stall, 0u) << "another round follows";
  EXPECT_NE(swaps[1].stall, 0u);
  for (const Step& step : swaps) {
    ASSERT_EQ(step.count, 2u);
    EXPECT_EQ(blocks[0].lines.at(step.first).number, local_lines + 9);
    EXPECT_EQ(blocks[0].lines.at(step.first + 1).number, local_lines + 10);
  }
}

TEST(CodeRecorder, BlocksThatMixAreNotKept) {
  CodeRecorder recorder({plain(1)}, 1000);
  recorder.on_block_begin(0);
  recorder.on_block_begin(1);
  EXPECT_TRUE(recorder.truncated());
}

} // namespace
} // namespace warpscope
