// The rules of multiprocessor.h on blocks that start where warps have ended, barriers behind conflicts and
// pages of DRAM, on examples that are counted by hand.
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

namespace {

using namespace small;

/// A warp that lives long and three that end at once, of each block.
Work early(std::uint32_t blocks, std::uint32_t resident, std::vector<std::uint16_t> lengths) {
  Work out;
  for (const std::uint16_t length : lengths) {
    Block block;
    block.warps.assign(4, {run(1)});
    block.warps[0] = {run(1, length)};
    out.blocks.push_back(block);
  }
  out.block_count = blocks;
  out.resident = resident;
  return out;
}

TEST(MultiprocessorRules, BlocksStartWherePlacesAreFreeWhenABlockEnds) {
  // Warps of one sub-partition take turns to issue, which makes up to three cycles.
  const auto took = [](const Work& one) {
    return static_cast<double>(simulate(one, small::figures()).cycles);
  };
  // Two blocks of which a warp goes on for 100 cycles, and four more. By whole blocks: three rounds.
  EXPECT_NEAR(took(early(6, 2, {99})), 300, 3);
  Work uneven = early(6, 2, {99});
  uneven.most_resident = 8;
  EXPECT_NEAR(took(uneven), 300, 3) << "all of a round end together, and then two find places";
  // The first block ends at 50; the second one's three warps have left their places long before.
  uneven = early(4, 2, {49, 99, 99, 99});
  EXPECT_NEAR(took(uneven), 200, 3)
      << "the third takes the place of the first, the fourth that of the second";
  uneven.most_resident = 8;
  uneven.partition_warps = 3;
  EXPECT_NEAR(took(uneven), 150, 3) << "the third and the fourth start at 50";
  uneven.most_resident = 2;
  EXPECT_NEAR(took(uneven), 200, 3) << "shared memory for two blocks alone";
  uneven.most_resident = 8;
  uneven.partition_warps = 2;
  EXPECT_NEAR(took(uneven), 200, 3)
      << "the second's long warp and the third leave no place in one sub-partition";
}

TEST(MultiprocessorRules, ABarrierHoldsTheLsuBehindAConflict) {
  Figures f = small::figures();
  f.barrier_drain = 24;
  const auto held = [&](std::vector<Step> steps, std::uint32_t warps) {
    const Result result = simulate(work(std::move(steps), warps), f);
    EXPECT_EQ(result.counters.lsu_busy, result.counters.shared_wavefronts + result.counters.barrier_drains);
    return result.counters.barrier_drains;
  };
  EXPECT_EQ(held({shared(8), barrier()}, 1), 8u);
  EXPECT_EQ(held({shared(8), barrier(), shared(1)}, 4), 8u) << "once for all warps of the block";
  EXPECT_EQ(held({shared(1), barrier()}, 1), 0u) << "no conflict";
  EXPECT_EQ(held({shared(8), await(), barrier()}, 1), 0u) << "the LSU has nothing to do any more";
  EXPECT_EQ(held({shared(32), barrier()}, 1), 24u);
}

TEST(MultiprocessorRules, DramAnswersLaterWhereItIsWrittenTo) {
  constexpr std::uint64_t half = crowd_window * ticks_per_cycle / 2;
  std::uint64_t sum = 0;
  for (std::uint32_t page = 0; page < 4000; ++page) sum += turning_wait(page * page_lines, half, 1000);
  EXPECT_NEAR(static_cast<double>(sum) / 4000, 250, 10) << "a quarter: the square of a half";
  EXPECT_EQ(turning_wait(7, 0, 1000), 0u);
  EXPECT_EQ(turning_wait(7, half, 1000), turning_wait(8, half, 1000)) << "of one page";
  static_assert(mean_of_writes(0, 400) == 100);
  static_assert(mean_of_writes(400, 400) == 400);
}

TEST(MultiprocessorRules, PagesOfDramAnswerSoonerOrLater) {
  Figures f = small::figures();
  f.dram_latency = 800;
  EXPECT_EQ(latency_of(12'345, f), 800u);
  f.dram_spread = 180;
  double sum = 0;
  std::uint32_t least = 10'000;
  for (std::uint32_t page = 0; page < 4'096; ++page) {
    const std::uint32_t one = latency_of(16 * page, f);
    EXPECT_EQ(latency_of(16 * page + 15, f), one) << "of lines in one page";
    sum += one;
    least = std::min(least, one);
  }
  EXPECT_NEAR(sum / 4'096, 800, 8);
  EXPECT_EQ(least, 800u - 180 + 180 * 8 / 250);
  f.dram_spread = 5'000;
  EXPECT_GT(latency_of(12'345, f), 399u) << "never before it is asked";
}

} // namespace
