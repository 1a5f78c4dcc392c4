// The engine beside the cycle-by-cycle reference: random work on random figures, and every count equal.
#include "tests/multiprocessor/reference.h"
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

namespace {

using namespace warpscope::multiprocessor;

void expect_same(const Work& work, const Figures& figures, const std::string& what) {
  const Result fast = simulate(work, figures);
  ASSERT_EQ(fast.status, Status::Done) << what << ": " << fast.message;
  reference::Slow slow(work, figures);
  slow.run();
  EXPECT_EQ(fast.cycles, slow.cycles) << what;
  EXPECT_EQ(fast.states, slow.states) << what;
  EXPECT_EQ(fast.block_ends, slow.block_ends) << what;
  Counters counters = fast.counters;
  // The reference has no totals of its servers' time.
  counters.l2_read_busy = counters.l2_write_busy = counters.dram_busy = counters.atomic_busy = 0;
  counters.constant_busy = counters.barrier_busy = 0;
  EXPECT_EQ(counters, slow.counters) << what;
}

TEST(MultiprocessorReference, RandomWorkTakesTheSameCycles) {
  for (unsigned seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed) {
    small::Random random(seed);
    const Figures figures = small::random_figures(random);
    expect_same(small::random_work(random), figures, "seed " + std::to_string(seed));
  }
}

/// Most steps of random work are of different kinds; here warps fight for one resource.
TEST(MultiprocessorReference, CrowdsOfOneKindTakeTheSameCycles) {
  for (unsigned op = 0; op < op_count && !testing::Test::HasFailure(); ++op)
    for (unsigned seed = 0; seed < 12; ++seed) {
      small::Random random(1000 * op + seed);
      Figures figures = small::random_figures(random);
      Work work = small::random_work(random);
      for (Block& block : work.blocks)
        for (auto& steps : block.warps)
          for (std::size_t i = 0; i < steps.size(); ++i)
            if (i % 4 != 3) do
                steps[i] = small::random_step(random, static_cast<std::uint32_t>(block.lines.size()));
              while (steps[i].op != static_cast<Op>(op));
      expect_same(work, figures, "op " + std::to_string(op) + ", seed " + std::to_string(seed));
    }
}

/// Warps of a block change the same words: some of what they try fails.
TEST(MultiprocessorReference, LoopsOfCompareAndSwapsTakeTheSameCycles) {
  std::uint64_t alone = 0, together = 0;
  for (unsigned seed = 0; seed < 150 && !testing::Test::HasFailure(); ++seed) {
    small::Random random(77'000 + seed);
    const Figures figures = small::random_figures(random);
    Work work = small::random_work(random);
    for (Block& block : work.blocks)
      for (auto& steps : block.warps)
        for (std::uint32_t loops = random(4); loops > 0; --loops)
          small::add_swaps(random, steps, static_cast<std::uint32_t>(block.lines.size()));
    expect_same(work, figures, "seed " + std::to_string(seed));
    together += simulate(work, figures).counters.shared_wavefronts;
    for (Block& block : work.blocks)
      for (auto& steps : block.warps)
        for (Step& step : steps)
          if (step.op == Op::Shared) step.count = step.stall = 0;
    alone += simulate(work, figures).counters.shared_wavefronts;
  }
  EXPECT_GT(together, alone) << "nothing failed";
}

} // namespace
