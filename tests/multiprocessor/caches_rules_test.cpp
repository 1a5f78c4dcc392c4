// The rules of multiprocessor.h on fences, L1's words, the constant cache, atomics and what L2 reads beside
// what it writes, on examples that are counted by hand.
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

namespace {

using namespace small;

std::uint64_t cycles(const Work& work, const Figures& figures) { return simulate(work, figures).cycles; }

/// A fence comes one latency after its issue, later behind a store of its warp, and the next after its time.
TEST(MultiprocessorRules, AFenceWaitsForTheStoresOfItsWarp) {
  Figures f = small::figures();
  f.fence_latency = 40;
  f.fence_system_latency = 90;
  f.fence_each = 3;
  f.store_answer = 25;
  const auto fence = [](std::uint16_t for_host) {
    return Step{.op = Op::Fence, .token = 9, .keeps = true, .service = for_host};
  };
  EXPECT_EQ(cycles(work({fence(0), await(9)}), f), 40u);
  EXPECT_EQ(cycles(work({fence(1), await(9)}), f), 90u);
  EXPECT_EQ(cycles(work({fence(0), await(9)}, 4), f), 40u + 3 * 3) << "four of them at once";
  const Result stored = simulate(work({access(Op::Store, 0, 1), fence(0), await(9)}, 1, 1, 1, {{7, 15}}), f);
  EXPECT_EQ(stored.rows[0].ended, 1 + 25u - 1 + 40) << "served at 1";
}

TEST(MultiprocessorRules, BehindAFenceNothingIsInL1) {
  Figures f = small::figures();
  f.fence_latency = 40;
  const auto counters = [&](std::vector<Step> between) {
    std::vector<Step> steps = {load(0, 1), await()};
    steps.insert(steps.end(), between.begin(), between.end());
    steps.push_back(load(0, 1));
    return simulate(work(steps, 1, 1, 1, {{7, 15}}), f).counters;
  };
  EXPECT_EQ(counters({}).l1_hits, 4u);
  const Counters behind = counters({{.op = Op::Fence, .token = 9, .keeps = true}, await(9)});
  EXPECT_EQ(behind.l1_hits, 0u);
  EXPECT_EQ(behind.l1_misses, 8u);
  EXPECT_EQ(behind.evictions, 0u) << "nobody took their place";
}

TEST(MultiprocessorRules, AVolatileLoadIsNotAnsweredByL1) {
  const Result result = simulate(work({load(0, 1), await(), load(1, 1), await(), load(0, 1), await()}, 1, 1,
                                      1, {{7, 15}, {7, 15 + past_l1}}),
                                 small::figures());
  EXPECT_EQ(result.counters.l1_misses, 8u);
  EXPECT_EQ(result.counters.l1_hits, 4u) << "the line is still there";
}

TEST(MultiprocessorRules, AllSetsShareTheRoomOfL1) {
  Figures f = small::figures();
  f.l1_sets = f.l1_ways = f.l1_held = 2;
  std::vector<std::uint32_t> of_set[2];
  for (std::uint32_t line = 0; line < 64; ++line) of_set[l1_set_of(line, 2)].push_back(line);
  const std::uint32_t a = of_set[0].at(0), b = of_set[0].at(1), other = of_set[1].at(0);
  const auto hits = [&](std::vector<std::uint32_t> order) {
    std::vector<Step> steps;
    std::vector<Line> lines;
    for (const std::uint32_t line : order) {
      lines.push_back({line, 1});
      steps.push_back(load(static_cast<std::uint32_t>(lines.size() - 1), 1));
      steps.push_back(await());
    }
    return simulate(work(steps, 1, 1, 1, lines), f).counters.l1_hits;
  };
  EXPECT_EQ(hits({a, b, a, b}), 2u);
  EXPECT_EQ(hits({a, other, b, other}), 1u) << "where there is no room its own set's line leaves";
  EXPECT_EQ(hits({a, b, other, b}), 1u) << "an empty set takes the room of the next one's oldest line";
  EXPECT_EQ(hits({a, b, other, a}), 0u);
  f.l1_held = 0;
  EXPECT_EQ(hits({a, b, other, a, b, other}), 3u) << "as much room as tags";
}

/// L1 serves a load whose words lie in as many banks, however many sectors it touches (an H200: words 24
/// bytes apart 2 cycles, 36 bytes apart 3, 80 bytes apart 5).
TEST(MultiprocessorRules, SectorsTakeL1NoTimeOfTheirOwn) {
  Figures f = small::figures();
  f.l1_lines = 4;
  f.l1_sets = 16;
  std::vector<Line> lines;
  for (std::uint32_t line = 0; line < 9; ++line) lines.push_back({7 + line, 15});
  const Result result = simulate(work({load(0, 9), await(), load(0, 9)}, 1, 1, 1, lines), f);
  EXPECT_EQ(result.counters.tags_busy, 9u + 3) << "nine lines that miss, then four a cycle";
}

TEST(MultiprocessorRules, WhatIsReadFromL2TakesTimeOfWhatIsWritten) {
  Figures f = small::figures();
  f.l2_read_line = 100 * ticks_per_cycle;
  f.l2_write_line = 50 * ticks_per_cycle;
  std::uint32_t part = 0;
  const auto busy = [&](std::uint32_t crossing) {
    f.l2_crossing = crossing;
    f.write_lines = 0;
    return simulate(work({access(Op::Store, 1, 1), load(0, 1)}, 1, 1, 1, {{7, 1}, {9, 1 + part}}), f)
        .counters.l2_write_busy;
  };
  EXPECT_EQ(busy(0), 50 * ticks_per_cycle);
  EXPECT_EQ(busy(128), 100 * ticks_per_cycle);
  part = narrow;
  EXPECT_EQ(busy(128), (50 + 75) * ticks_per_cycle) << "among parts of sectors, whatever it is elsewhere";
  f.atomic_sector = 20 * ticks_per_cycle;
  const Work atomic = work({access(Op::Atomic, 1, 1), load(0, 1)}, 1, 1, 1, {{7, 15}, {9, 1}});
  EXPECT_EQ(simulate(atomic, f).counters.l2_write_busy, (20 + 100) * ticks_per_cycle) << "among atomics all";
}

/// A load from the slice that is behind with its atomics comes when these are done, one from another slice at
/// once.
TEST(MultiprocessorRules, LoadsWaitForASliceThatIsBehindWithItsAtomics) {
  Figures f = small::figures();
  f.atomic_turn = 100 * ticks_per_cycle;
  f.slice_behind = 300;
  std::uint32_t other = 12;
  while (slice_of(other) == slice_of(8)) other += 4;
  const auto cycles_of = [&](std::uint32_t line, std::uint16_t turns) {
    Step atomic = access(Op::Atomic, 0, 1);
    atomic.keeps = false;
    atomic.service = turns;
    return simulate(work({atomic, load(1, 1, 1), await(1), run(5000)}, 1, 1, 1, {{8, 1}, {line, 1}}), f)
        .cycles;
  };
  const std::uint64_t freely = cycles_of(other, 20);
  EXPECT_EQ(cycles_of(9, 2), freely) << "200 cycles are not behind";
  const std::uint64_t own = (slice_ticks(1, 0, f) + ticks_per_cycle - 1) / ticks_per_cycle;
  EXPECT_NEAR(static_cast<double>(cycles_of(9, 20)), static_cast<double>(freely + 2000 + own), 8);
}

TEST(MultiprocessorRules, AnAtomicOccupiesL2ByWhatItDoesAndTheWordsThatItNames) {
  Figures f = small::figures();
  f.atomic_sector = 100;
  f.atomic_several = 10;
  f.atomic_returned = 150;
  f.atomic_swapped = 400;
  f.atomic_again = 60;
  const auto ticks = [&](AtomicWork work, bool returns, std::uint32_t turns, std::uint32_t words) {
    return atomic_ticks({7, 15 | words << words_at}, turns, work, returns, 132, f);
  };
  EXPECT_EQ(atomic_ticks({7, 15 | 28u << words_at}, 8, AtomicWork::Other, false, 2, f), 800u)
      << "two multiprocessors at the line";
  EXPECT_EQ(atomic_ticks({7, 1 | 7u << words_at}, 1, AtomicWork::Other, false, 2, f), 170u)
      << "one sector of it";
  EXPECT_EQ(ticks(AtomicWork::Other, false, 4, 0), 400u);
  EXPECT_EQ(ticks(AtomicWork::Other, false, 4, 28), 680u) << "eight words in each sector";
  EXPECT_EQ(ticks(AtomicWork::Compares, false, 4, 28), 400u);
  EXPECT_EQ(ticks(AtomicWork::Other, true, 4, 28), 600u + 420);
  EXPECT_EQ(ticks(AtomicWork::Exchanges, false, 4, 0), 600u) << "it comes back all the same";
  EXPECT_EQ(ticks(AtomicWork::Swaps, false, 1, 0), 150u);
  EXPECT_EQ(ticks(AtomicWork::Swaps, false, 4, 28), 1600u);
  EXPECT_EQ(ticks(AtomicWork::Other, false, 8, 28), 800u + 2 * 280 + 8 * 60) << "two turns of each sector";
  EXPECT_EQ(ticks(AtomicWork::Other, false, 8, 0), 800u + 8 * 15) << "of one word";
}

/// Of three lines the constant cache holds two.
TEST(MultiprocessorRules, AConstantsLineThatHasLeftComesAgain) {
  Figures f = small::figures();
  f.constant_lines = 2;
  f.constant_again = 7;
  f.constant_again_first = 30;
  const std::vector<Line> lines = {{7, 1}, {8, 1}, {9, 1}};
  const auto busy = [&](std::vector<Step> steps) {
    return simulate(work(std::move(steps), 1, 1, 1, lines), f).counters.constant_busy;
  };
  const Step first = access(Op::Constant, 0, 1), all = access(Op::Constant, 0, 3);
  EXPECT_EQ(busy({first, await(), first, await()}), 2u * f.constant_pass);
  EXPECT_EQ(busy({all, await(), first, await()}), 2u * f.constant_pass + 7 + 30) << "it left first";
  Step uniform = first;
  uniform.service = 0;
  EXPECT_EQ(busy({first, await(), uniform, await()}), f.constant_pass) << "no pass of its own";
}

/// A sub-partition holds two lines of its own, whatever the constant cache has.
TEST(MultiprocessorRules, AUniformRegistersLineComesAgainWhenItsSubPartitionHasLostIt) {
  Figures f = small::figures();
  f.uniform_lines = 2;
  f.uniform_miss = 50;
  const auto uniform = [](std::uint32_t line) {
    Step step = access(Op::Constant, line, 1);
    step.service = 0;
    return step;
  };
  const auto cycles = [&](const std::vector<std::uint32_t>& lines, std::uint32_t warps = 1) {
    std::vector<Step> steps;
    for (const std::uint32_t line : lines) steps.push_back(uniform(line)), steps.push_back(await());
    return simulate(work(std::move(steps), warps, 1, 1, {{7, 1}, {8, 1}, {9, 1}}), f).cycles;
  };
  EXPECT_EQ(cycles({0}), 51u);
  EXPECT_EQ(cycles({0, 1, 0, 1}), 2 * 51u + 2);
  EXPECT_EQ(cycles({0, 1, 2, 0}), 4 * 51u);
  EXPECT_EQ(cycles({0, 1, 2, 0}, 4), 4 * 51u) << "each in a sub-partition of its own";
  // By rights two lines of three are held. Eight blocks of four warps are eight walkers, of three lines.
  EXPECT_EQ(uniform_lost(3, 8, 2), 0u);
  EXPECT_EQ(uniform_lost(4, 8, 2), 19u);
  EXPECT_EQ(uniform_lost(40, 3, 2), 0u);
  EXPECT_EQ(uniform_lost(40, 5, 2), 38u);
  EXPECT_EQ(uniform_lost(40, 40, 2), 58u);
  // Five warps: two of one sub-partition walk in step, and the second finds what the first has fetched.
  EXPECT_LE(cycles({0, 1, 2, 0}, 5), 4 * 51u + 4);
}

/// One warp has changed the word that another has loaded.
TEST(MultiprocessorRules, ACompareAndSwapFailsWhereAnotherWarpCameBetween) {
  Figures f = small::figures();
  f.partitions = 4;
  f.swap_again = 6;
  f.swap_latency = 3;
  const auto loop = [](std::uint32_t word) {
    std::vector<Step> steps = {small::shared(1), await(), small::shared(2), await()};
    steps[0].work = steps[2].work = AtomicWork::Swaps;
    steps[2].first = word;
    steps[2].count = 1;
    steps[2].stall = 2;
    return steps;
  };
  const auto run_warps = [&](const std::vector<std::uint32_t>& words) {
    Work work = small::work(loop(0), 1, 1, 1, {{0, 0}, {1, 0}, {2, 0}, {3, 0}});
    work.blocks[0].warps.clear();
    for (const std::uint32_t word : words) work.blocks[0].warps.push_back(loop(word));
    const Result result = simulate(work, f);
    EXPECT_EQ(result.status, Status::Done) << result.message;
    return result;
  };
  const Result alone = run_warps({0}), apart = run_warps({0, 1, 2, 3}), together = run_warps({0, 0, 0, 0});
  EXPECT_EQ(apart.counters.shared_wavefronts, 4 * alone.counters.shared_wavefronts);
  // All load at once. One succeeds each time: 4, 3, 2 rounds and 1.
  EXPECT_EQ(together.counters.shared_wavefronts, 10 * alone.counters.shared_wavefronts);
  EXPECT_GE(together.cycles, 4 * alone.cycles);
  EXPECT_LE(together.cycles, 4 * (alone.cycles + f.swap_again + 8));
  // Blocks have words of their own.
  Work two = small::work(loop(0), 1, 2, 2, {{0, 0}});
  EXPECT_EQ(simulate(two, f).counters.shared_wavefronts, 2 * alone.counters.shared_wavefronts);
  // A loop goes back to its load.
  two.blocks[0].warps[0][2].stall = 1;
  EXPECT_EQ(simulate(two, f).status, Status::Invalid);
}

} // namespace
