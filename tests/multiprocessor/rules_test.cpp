// Each rule of multiprocessor.h on an example that is counted by hand.
#include "sim/multiprocessor/memory.h"
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

namespace {

using namespace small;

std::uint64_t cycles(const Work& work, const Figures& figures = small::figures()) {
  const Result result = simulate(work, figures);
  EXPECT_EQ(result.status, Status::Done) << result.message;
  return result.cycles;
}
std::uint64_t spent(const Result& result, State state) {
  return result.states[static_cast<std::size_t>(state)];
}

TEST(MultiprocessorRules, ARunTakesItsSlotsAndItsStall) {
  EXPECT_EQ(cycles(work({run(7)})), 7u);
  EXPECT_EQ(cycles(work({run(7, 5), run(1)})), 13u);
}

TEST(MultiprocessorRules, FourSubPartitionsIssueBesideEachOther) {
  EXPECT_EQ(cycles(work({run(10)}, 4)), 10u);
  EXPECT_EQ(cycles(work({run(10)}, 5)), 20u) << "the fifth warp shares a port with the first";
}

TEST(MultiprocessorRules, AWarpHidesTheStallOfAnother) {
  EXPECT_EQ(cycles(work({run(4, 12), run(4, 12)}, 1)), 32u);
  EXPECT_EQ(cycles(work({run(4, 12), run(4, 12)}, 16)), 44u) << "four in a port: 4 slots after each other";
}

TEST(MultiprocessorRules, AResultComesOneLatencyAfterTheIssue) {
  const Figures f = small::figures();
  EXPECT_EQ(cycles(work({shared(1), await()})), f.shared_latency);
  EXPECT_EQ(cycles(work({load(0, 1), await()}, 1, 1, 1, {{5, 1}})), f.l2_latency);
  EXPECT_EQ(cycles(work({access(Op::Constant, 0, 0), await()})), f.constant_latency);
  EXPECT_EQ(cycles(work({load(0, 1, 1), await(1), load(0, 1, 2), await(2)}, 1, 1, 1, {{5, 1}})),
            f.l2_latency + f.l1_latency);
  EXPECT_EQ(cycles(work({shared(1)})), 1u) << "a result that nobody needs is not waited for";
}

TEST(MultiprocessorRules, ALoadThatIsNotNeededYetCostsItsSlotOnly) {
  const Figures f = small::figures();
  EXPECT_EQ(cycles(work({load(0, 1), run(150), await()}, 1, 1, 1, {{5, 1}})), f.l2_latency);
  EXPECT_EQ(cycles(work({load(0, 1), run(300), await()}, 1, 1, 1, {{5, 1}})), 301u);
}

TEST(MultiprocessorRules, AConflictTakesAWavefrontMoreACycle) {
  const Figures f = small::figures();
  EXPECT_EQ(cycles(work({shared(32), await()})), 31 + f.shared_latency);
  EXPECT_EQ(cycles(work({shared(32), await()}, 4)), 4 * 32 - 1 + f.shared_latency) << "one LSU serves all";
}

TEST(MultiprocessorRules, AFullQueueLetsNoMoreIn) {
  Figures f = small::figures();
  f.queue = 2;
  const Result result = simulate(work({shared(10), shared(10), shared(10), shared(10)}), f);
  // Served from 1, 11, 21; the fourth is issued when the second leaves the queue.
  EXPECT_EQ(result.cycles, 12u);
  EXPECT_EQ(spent(result, State::Queue), 8u);
}

/// Eight warps, two in each sub-partition: the second's waits for the unit, and its stall with it.
TEST(MultiprocessorRules, AUnitTakesOneRunAfterTheOther) {
  const Step slow{.pipe = Pipe::Special, .slots = 2, .stall = 14, .service = 16};
  EXPECT_EQ(cycles(work({slow}, 4)), 16u);
  const Result result = simulate(work({slow}, 8), small::figures());
  EXPECT_EQ(result.cycles, 32u);
  EXPECT_EQ(spent(result, State::Pipe), 4 * 14u) << "from its slots on";
}

/// The first has the unit, the second the place before it, and the third the port, so that nobody issues.
TEST(MultiprocessorRules, WhoFindsNoPlaceAtItsUnitHoldsThePort) {
  const Step slow{.pipe = Pipe::Special, .slots = 1, .service = 16};
  Work all = work({slow}, 13);
  all.blocks[0].warps[0] = {run(1)}; // the lowest number goes last
  for (const std::size_t other : {1u, 2u, 3u, 5u, 6u, 7u, 9u, 10u, 11u}) all.blocks[0].warps[other] = {};
  const Result two = simulate(all, small::figures());
  EXPECT_EQ(two.status, Status::Done);
  // Issued at 0 and 1 and, when the second begins, at 16; only then the warp that needs no unit.
  EXPECT_EQ(two.rows[0].ended, 18u);
  EXPECT_EQ(two.rows[4].ended, 33u);
}

TEST(MultiprocessorRules, WarpsMeetAtABarrier) {
  // The second warp comes at 101, its arrival takes a cycle, and both go on 10 cycles after that.
  Work two = work({run(1), barrier(), run(1)}, 2);
  two.blocks[0].warps[1][0] = run(100);
  const Result result = simulate(two, small::figures());
  EXPECT_EQ(result.cycles, 101u + 11 + 1);
  EXPECT_EQ(spent(result, State::Barrier), (112u - 2) + 11);
}

TEST(MultiprocessorRules, ArrivalsOfABlockTakeTurns) {
  Figures f = small::figures();
  f.barrier_each_warp = 5;
  // In each sub-partition one warp issues at 0: four arrivals of each block from 1 on.
  EXPECT_EQ(cycles(work({barrier()}, 4, 1, 1), f), 1 + 4 * 5 + f.barrier);
  f.partitions = 8;
  // The first of each block takes three tenths longer, so that another's fourth comes a cycle later.
  EXPECT_EQ(cycles(work({barrier()}, 4, 2, 2), f), 1 + 4 * 5 + 1 + f.barrier) << "blocks beside each other";
  f.barrier_arrival = 6 * ticks_per_cycle;
  EXPECT_EQ(cycles(work({barrier()}, 4, 2, 2), f), 1 + 8 * 6 + 4 + f.barrier) << "the unit of all";
}

TEST(MultiprocessorRules, AWarpsOwnStallPassesWhileItWaitsAtABarrier) {
  const Figures f = small::figures(); // released 1 + 1 + 1 + 10 after its issue
  const auto ended = [&](std::uint16_t stall, std::uint16_t later) {
    Step meets = barrier();
    meets.stall = stall;
    meets.service = later;
    return simulate(work({meets, run(1)}), f).rows[0].ended;
  };
  const std::uint64_t at_once = ended(0, 0);
  EXPECT_EQ(ended(5, 0), at_once);
  EXPECT_EQ(ended(0, 4), at_once + 4);
  EXPECT_EQ(ended(40, 0), 1u + 40 + 1) << "longer than the barrier";
  EXPECT_EQ(ended(40, 4), 1u + 40 + 1);
}

TEST(MultiprocessorRules, AWarpThatEndedIsNotWaitedForAtABarrier) {
  Work two = work({barrier()}, 2);
  two.blocks[0].warps[1] = {run(50)};
  EXPECT_EQ(cycles(two), 50u + 10);
}

TEST(MultiprocessorRules, AMissIsAskedForOnce) {
  const Work twice = work({load(0, 1, 0), load(0, 1, 1), await(0), await(1)}, 1, 1, 1, {{7, 0b1010}});
  const Result result = simulate(twice, small::figures());
  EXPECT_EQ(result.counters.l1_misses, 2u);
  EXPECT_EQ(result.counters.l1_pending, 2u);
  EXPECT_EQ(result.counters.l1_hits, 0u);
  EXPECT_EQ(result.counters.l2_hits, 2u);
}

TEST(MultiprocessorRules, TheLeastRecentlyUsedLineIsEvicted) {
  Figures f = small::figures();
  f.l1_sets = 1;
  f.l1_ways = 2;
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
  EXPECT_EQ(hits({1, 2, 1, 2}), 2u);
  EXPECT_EQ(hits({1, 2, 3, 1}), 0u);
  EXPECT_EQ(hits({1, 2, 1, 3, 1}), 2u);
}

TEST(MultiprocessorRules, SectorsComeAtTheShareOfL2) {
  Figures f = small::figures();
  f.l2_read_sector = 3 * ticks_per_cycle;
  EXPECT_EQ(cycles(work({load(0, 1), await()}, 1, 1, 1, {{7, 15}}), f), 3 * 3 + f.l2_latency)
      << "one request, the fourth sector after three";
}

TEST(MultiprocessorRules, ASectorAloneCostsARequest) {
  Figures f = small::figures();
  f.l2_read_sector = 10 * ticks_per_cycle;
  f.l2_read_line = 16 * ticks_per_cycle;
  const auto copy = [&](std::uint32_t sectors) {
    std::vector<Line> lines;
    for (std::uint32_t i = 0; i < 32; ++i) lines.push_back({100 + i, sectors});
    return cycles(work({load(0, 32), await()}, 1, 1, 1, lines), f);
  };
  EXPECT_EQ(copy(1), 31 * 16 + f.l2_latency);
  EXPECT_EQ(copy(2), copy(1));
  EXPECT_EQ(copy(15), 31 * 40 + 30 + f.l2_latency);
}

TEST(MultiprocessorRules, L1LooksUpSeveralLinesACycle) {
  Figures f = small::figures();
  f.l1_sets = 64;
  const auto counted = [&](std::uint16_t wavefronts) {
    std::vector<Line> lines;
    for (std::uint32_t i = 0; i < 32; ++i) lines.push_back({128 + 2 * i, 1});
    Step again = load(0, 32);
    again.service = wavefronts;
    return simulate(work({again, await(), again, await()}, 1, 1, 1, lines), f).counters;
  };
  EXPECT_EQ(counted(1).tags_busy, 32u + 32);
  f.l1_lines = 4;
  EXPECT_EQ(counted(1).tags_busy, 32u + 8) << "a fill takes a cycle, four lookups do";
  EXPECT_EQ(counted(1).lsu_busy, 32u - miss_overlap + 1) << "data pass meanwhile, but for the first ones";
  EXPECT_EQ(counted(20).tags_busy, 32u + 8);
  EXPECT_EQ(counted(20).lsu_busy, 32u - miss_overlap + 20) << "words in one bank";
}

/// An H200: 32 words of lines three apart take 14, 12 and 11 cycles, as the first line is chosen.
TEST(MultiprocessorRules, LinesOfOneBankOfTheTagsTakeTurns) {
  const auto cycles = [](std::uint32_t first, std::uint32_t apart) {
    std::vector<Line> lines;
    for (std::uint32_t i = 0; i < 32; ++i) lines.push_back({first + apart * i, 1});
    return lookup_cycles(lines, 4);
  };
  EXPECT_EQ(cycles(0, 1), 8u);
  EXPECT_EQ(cycles(1, 1), 9u);
  EXPECT_EQ(cycles(0, 3), 11u);
  EXPECT_EQ(cycles(2, 3), 14u);
  EXPECT_EQ(cycles(3, 3), 12u);
  EXPECT_EQ(cycles(0, 32), 8u);
}

/// An H200: 32 words of 32 lines that L1 holds take 8 cycles, an eight-way conflict of shared memory 8, both
/// together 9.1; where the lines miss 37.
TEST(MultiprocessorRules, SharedMemoryWorksWhileLinesAreLookedUp) {
  Figures f = small::figures();
  f.l1_lines = 4;
  f.l1_sets = 64;
  f.queue = 8;
  std::vector<Line> lines;
  for (std::uint32_t i = 0; i < 32; ++i) lines.push_back({128 + i, 1});
  const auto taken = [&](int pairs) {
    std::vector<Step> steps = {load(0, 32), await()};
    for (int i = 0; i < pairs; ++i) steps.insert(steps.end(), {load(0, 32), shared(8)});
    return cycles(work(steps, 1, 1, 1, lines), f);
  };
  EXPECT_EQ(taken(200) - taken(100), 900u);
}

TEST(MultiprocessorRules, StoresToOneLineArePutTogether) {
  Figures f = small::figures();
  f.l2_write_sector = 100 * ticks_per_cycle;
  const std::vector<Step> steps = {access(Op::Store, 0, 1), access(Op::Store, 1, 1)};
  const std::vector<Line> lines = {{7, 1 + narrow}, {7, 1 + narrow}};
  EXPECT_EQ(simulate(work(steps, 1, 1, 1, lines), f).counters.written_sectors, 2u);
  f.write_lines = 1;
  EXPECT_EQ(simulate(work(steps, 1, 1, 1, lines), f).counters.written_sectors, 1u);
  EXPECT_EQ(simulate(work(steps, 1, 1, 1, {{7, 1}, {8, 1}}), f).counters.written_sectors, 2u);
}

/// Those of another sub-partition are not looked at.
TEST(MultiprocessorRules, ASubPartitionPutsItsOwnStoresTogether) {
  Figures f = small::figures();
  f.partitions = 2;
  f.write_lines = 2;
  const std::vector<Line> lines = {{7, 1}, {7, 2}};
  const std::vector<Step> both = {access(Op::Store, 0, 1), access(Op::Store, 1, 1)};
  EXPECT_EQ(simulate(work(both, 1, 1, 1, lines), f).counters.written_lines, 1u);
  EXPECT_EQ(simulate(work(both, 2, 1, 1, lines), f).counters.written_lines, 2u) << "a warp in each";
  f.write_lines = 1; // rounded up: one each
  EXPECT_EQ(simulate(work(both, 2, 1, 1, lines), f).counters.written_lines, 2u);
}

TEST(MultiprocessorRules, ANarrowStoreTakesLonger) {
  Figures f = small::figures();
  f.l2_write_sector = 100 * ticks_per_cycle;
  f.l2_write_narrow = 30 * ticks_per_cycle;
  EXPECT_EQ(cycles(work({access(Op::Store, 0, 1)}, 1, 1, 1, {{7, 3 + narrow}}), f), 1 + 230u);
  f.l2_write_narrow = 40 * ticks_per_cycle;
  EXPECT_EQ(cycles(work({access(Op::Store, 0, 1)}, 1, 1, 1, {{7, 4 + narrow}}), f), 1 + 135u) << "alone";
}

/// Two loads of a run of 32 words across a line's end take three cycles.
TEST(MultiprocessorRules, ALoadAcrossLinesTakesHalfAsLongAgain) {
  Figures f = small::figures();
  f.l1_lines = 4;
  std::vector<Line> lines = {{8, 14}, {9, 3}};
  const auto busy = [&](std::size_t loads) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < loads + 2; ++i) {
      steps.push_back(access(Op::Load, 0, 2));
      steps.back().keeps = true;
      steps.push_back(await());
    }
    return simulate(work(steps, 1, 1, 1, lines), f).counters.tags_busy;
  };
  EXPECT_EQ(busy(2) - busy(0), 3u);
  EXPECT_EQ(busy(8) - busy(0), 12u);
  lines = {{8, 15}, {9, 15}};
  EXPECT_EQ(busy(2) - busy(0), 2u) << "whole lines";
}

TEST(MultiprocessorRules, WhatIsWrittenApartTakesDramLonger) {
  Figures f = small::figures();
  f.dram_share = f.dram_share_written = 65536;
  f.dram_sector = 10 * ticks_per_cycle;
  f.dram_write_sector = 20 * ticks_per_cycle;
  f.dram_sector_apart = 30 * ticks_per_cycle;
  const auto busy = [&](std::uint32_t second, std::uint32_t sectors) {
    const Work two = work({access(Op::Store, 0, 2)}, 1, 1, 1, {{7, sectors}, {second, sectors}});
    return simulate(two, f).counters.dram_busy / ticks_per_cycle;
  };
  EXPECT_EQ(busy(8, 1), 2 * 20u);
  EXPECT_EQ(busy(9, 1), 2 * 60u);
  EXPECT_EQ(busy(8, 15 + narrow + (15u << parts_at)), 2 * 4 * (20 + 10u)) << "each sector is read before";
  EXPECT_EQ(busy(8, 15 + narrow + (14u << parts_at)), 2 * (3 * (20 + 10) + 20u)) << "but for a whole one";
  EXPECT_EQ(busy(8, 1 + narrow + (1u << parts_at)), 2 * 8 * (20 + 10u) / 3) << "at least two and two thirds";
  EXPECT_EQ(busy(9, 1 + narrow + (1u << parts_at)), 2 * (3 * 20 + 4 * 10u)) << "apart: the line is read";
  f.dram_partial = 0;
  EXPECT_EQ(busy(8, 1 + narrow), 2 * 20u) << "others write the rest";
  f.dram_narrow = 0;
  EXPECT_EQ(busy(8, 1 + narrow), 0u) << "L2 keeps it";
}

TEST(MultiprocessorRules, DramReadsPairsOfSectors) {
  Figures f = small::figures();
  f.dram_share = 65536;
  const auto bytes = [&](std::uint32_t sectors) {
    return simulate(work({load(0, 1), await()}, 1, 1, 1, {{7, sectors}}), f).counters.dram_bytes;
  };
  EXPECT_EQ(bytes(1), 64u);
  EXPECT_EQ(bytes(3), 64u);
  EXPECT_EQ(bytes(6), 128u);
}

TEST(MultiprocessorRules, LinesApartTakeDramLonger) {
  Figures f = small::figures();
  f.dram_share = 65536;
  f.dram_sector = 10 * ticks_per_cycle;
  f.dram_sector_apart = 30 * ticks_per_cycle;
  const auto busy = [&](std::uint32_t second) {
    const Work two = work({load(0, 2), await()}, 1, 1, 1, {{7, 1}, {second, 1}});
    return simulate(two, f).counters.dram_busy / ticks_per_cycle;
  };
  EXPECT_EQ(busy(8), 2 * 20u);
  EXPECT_EQ(busy(9), 2 * 60u);
}

TEST(MultiprocessorRules, AConstantsLineIsFetchedOnce) {
  Figures f = small::figures();
  f.constant_miss = 70;
  const Step read = access(Op::Constant, 0, 1);
  EXPECT_EQ(cycles(work({read, await(), read, await()}, 1, 1, 1, {{5, 1}}), f), 70 + 2 * f.constant_latency);
}

TEST(MultiprocessorRules, AShuffleTakesACycleOfTheLsu) {
  Figures f = small::figures();
  f.shuffle_latency = 23;
  const Step shuffle{.op = Op::Shuffle, .keeps = true};
  EXPECT_EQ(cycles(work({shuffle, await()}), f), 23u);
  EXPECT_EQ(simulate(work({shuffle, await()}, 8), f).counters.lsu_busy, 8u);
}

TEST(MultiprocessorRules, AWarpEndsWhenItsStoresAreTaken) {
  Figures f = small::figures();
  f.store_end = 40;
  const Result result = simulate(work({access(Op::Store, 0, 1)}, 1, 1, 1, {{7, 1}}), f);
  EXPECT_EQ(result.rows[0].ended, 1u + 40);
}

TEST(MultiprocessorRules, AConflictAddsToTheLatencyOfAWarp) {
  Figures f = small::figures();
  f.shared_wavefront = 2;
  EXPECT_EQ(cycles(work({shared(32), await()}), f), 31 * 2 + f.shared_latency);
}

TEST(MultiprocessorRules, ALoadThatStraddlesLinesOccupiesTheLsuLonger) {
  const Figures f = small::figures();
  const auto busy = [&](std::vector<Line> lines) {
    const auto count = static_cast<std::uint16_t>(lines.size());
    return simulate(work({load(0, count), await(), load(0, count), await()}, 1, 1, 1, lines), f)
        .counters.tags_busy;
  };
  EXPECT_EQ(busy({{5, 15}}), 1u + 1) << "a line; a hit";
  EXPECT_EQ(busy({{5, 15}, {6, 15}}), 2u + 2) << "whole lines";
  EXPECT_EQ(busy({{5, 15}, {6, 1}}), 3u + 3) << "from the second word on";
  EXPECT_EQ(busy({{5, 8}, {6, 7}}), 3u + 3);
  EXPECT_EQ(busy({{5, 1}, {6, 1}}), 2u + 2) << "strided";
  EXPECT_EQ(busy({{5, 8}, {7, 1}}), 2u + 2) << "not side by side";
}

TEST(MultiprocessorRules, ALineThatL1DoesNotHaveTakesACycleOfItsOwn) {
  Figures f = small::figures();
  f.l1_lines = 4;
  const std::vector<Line> lines = {{0, 1}, {4, 1}, {8, 1}, {12, 1}};
  const auto busy = [&](std::vector<Step> steps) {
    return simulate(work(std::move(steps), 1, 1, 1, lines), f).counters.tags_busy;
  };
  EXPECT_EQ(busy({load(0, 4), await()}), 4u) << "four that miss";
  EXPECT_EQ(busy({load(0, 4, 0), load(0, 4, 1), await(0), await(1)}), 4u + 2) << "and again, under way";
  EXPECT_EQ(busy({load(0, 4), await(), load(0, 4), await()}), 4u + 1) << "four that hit";
}

TEST(MultiprocessorRules, ConflictsOfOneSubPartitionTakeLonger) {
  Figures f = small::figures();
  f.partitions = 2;
  f.shared_wavefront = 2;
  const std::vector<Step> steps = {shared(4), shared(4, 1), await(), await(1)};
  // The second starts 1 + 3 * 2 cycles behind the first; of another sub-partition it would have 4 cycles
  // behind.
  EXPECT_EQ(cycles(work(steps), f), (1u + 3 * 2) + 3 * 2 + f.shared_latency);
}

TEST(MultiprocessorRules, WhatAWarpStoresIsInL1) {
  const auto misses = [](std::uint32_t line) {
    return simulate(work({access(Op::Store, 0, 1), load(0, 1), await()}, 1, 1, 1, {{line, 15}}),
                    small::figures())
        .counters.l1_misses;
  };
  EXPECT_EQ(misses(local_lines + 5), 0u);
  EXPECT_EQ(misses(5), 0u);
}

TEST(MultiprocessorRules, RowsThatLieInOneBankOfL1ComeAsLateAsConflicts) {
  Figures f = small::figures();
  f.shared_wavefront = 2;
  f.l1_lines = 4;
  const auto takes = [&](std::uint16_t wavefronts) {
    Step load_again = load(0, 1);
    load_again.service = wavefronts;
    return cycles(work({load(0, 1), await(), load_again, await()}, 1, 1, 1, {{5, 1}}), f);
  };
  EXPECT_EQ(takes(8), takes(1) + 7 * 2);
}

TEST(MultiprocessorRules, WhatIsWrittenTwiceGoesToDramOnce) {
  Figures f = small::figures();
  f.dram_share = f.dram_share_written = 65536;
  const Result result = simulate(
      work({access(Op::Store, 0, 1), access(Op::Store, 1, 1)}, 4, 1, 1, {{7, 0b0011}, {7, 0b0110}}), f);
  EXPECT_EQ(result.counters.written_sectors, 4 * 4u);
  EXPECT_EQ(result.counters.dram_written_bytes, 3 * 32u);
}

TEST(MultiprocessorRules, WhatIsWrittenOccupiesDram) {
  Figures f = small::figures();
  f.dram_share = f.dram_share_written = 65536;
  f.dram_sector = f.dram_write_sector = 50 * ticks_per_cycle;
  const Result alone = simulate(work({load(1, 1), await()}, 1, 1, 1, {{7, 15}, {9, 1}}), f);
  const Result behind = simulate(
      work({access(Op::Store, 0, 1), load(1, 1), await()}, 1, 1, 1, {{7, 15}, {9, 1}}), f);
  EXPECT_EQ(behind.counters.dram_written_bytes, 128u);
  // The store is looked up at 1 and occupies DRAM up to 201; the load comes there at 3.
  EXPECT_EQ(behind.rows[0].ended, alone.rows[0].ended + 1 + (201 - 3));
}

TEST(MultiprocessorRules, WhatDramHasDeliveredStaysInL2) {
  Figures f = small::figures();
  f.dram_share = 65536;
  f.l1_sets = 0; // nothing is kept nearer
  const std::vector<Line> lines = {{7, 0b0001}, {7, 0b0010}, {7, 0b1100}};
  const Result result = simulate(
      work({load(0, 1), await(), load(1, 1), await(), load(2, 1), await()}, 1, 1, 1, lines), f);
  EXPECT_EQ(result.counters.dram_bytes, 2 * 64u) << "the first sector brings its pair";
  EXPECT_EQ(result.counters.l2_hits, 1u);
  EXPECT_EQ(result.counters.l2_misses, 1u + 2);
  // A pair's second sector comes a cycle behind.
  EXPECT_EQ(result.rows[0].ended, 2 * (f.dram_latency + 1) + f.l2_latency);
}

TEST(MultiprocessorRules, L2KeepsTheLinesThatWereAskedForLatest) {
  Figures f = small::figures();
  f.dram_share = f.dram_share_written = 65536;
  f.l1_sets = 0; // nothing is kept nearer
  const std::vector<Line> lines = {{7, 15}, {8, 15}, {9, 15}};
  const auto again = [&](std::uint32_t kept, std::uint16_t others, Op op) {
    f.l2_kept_lines = kept;
    const Result result = simulate(
        work({access(op, 0, 1), load(1, others), access(op, 0, 1)}, 1, 1, 1, lines), f);
    return op == Op::Load ? result.counters.dram_bytes / 128 - others - 1
                          : result.counters.dram_written_bytes / 128 - 1;
  };
  EXPECT_EQ(again(0, 2, Op::Load), 0u) << "it keeps all";
  EXPECT_EQ(again(3, 2, Op::Load), 0u);
  EXPECT_EQ(again(2, 1, Op::Load), 0u);
  EXPECT_EQ(again(2, 2, Op::Load), 1u);
  EXPECT_EQ(again(3, 2, Op::Store), 0u);
  EXPECT_EQ(again(2, 2, Op::Store), 1u) << "it goes to DRAM twice";
}

TEST(MultiprocessorRules, WhatAnotherMultiprocessorHasLoadedDoesNotComeFromDram) {
  Figures f = small::figures();
  f.dram_share = 65536;
  f.dram_first = 0;
  const Result result = simulate(work({load(0, 1), await()}, 1, 1, 1, {{7, 15}}), f);
  EXPECT_EQ(result.counters.dram_bytes, 0u);
  EXPECT_EQ(result.counters.l2_hits, 4u);
}

TEST(MultiprocessorRules, WhatAnotherMultiprocessorWritesAgainDoesNotGoToDram) {
  Figures f = small::figures();
  f.dram_share = f.dram_share_written = 65536;
  f.dram_first_written = 0;
  const Result result = simulate(work({access(Op::Store, 0, 1)}, 1, 1, 1, {{7, 15}}), f);
  EXPECT_EQ(result.counters.dram_written_bytes, 0u);
  EXPECT_EQ(result.counters.written_sectors, 4u);
}

TEST(MultiprocessorRules, DramTakesWritesTogetherAndLoadsWaitBehindThem) {
  Figures f = small::figures();
  f.dram_share = f.dram_share_written = 65536;
  f.dram_sector = f.dram_write_sector = 50 * ticks_per_cycle;
  f.dram_turn = 400; // two lines of four sectors
  const std::vector<Line> lines = {{7, 15}, {9, 1}, {11, 15}};
  const auto ends = [&](std::vector<Step> steps) {
    return simulate(work(std::move(steps), 1, 1, 1, lines), f).rows[0].ended;
  };
  const std::uint64_t alone = ends({load(1, 1), await()});
  EXPECT_EQ(ends({access(Op::Store, 0, 1), load(1, 1), await()}), alone + 1) << "the store waits";
  // The second is looked up at 2, so that both are written up to 402; the load comes there at 4.
  EXPECT_EQ(ends({access(Op::Store, 0, 1), access(Op::Store, 2, 1), load(1, 1), await()}),
            alone + 2 + (402 - 4));
}

TEST(MultiprocessorRules, ALineOfWhichDramBringsBothHalvesComesLater) {
  Figures f = small::figures();
  f.dram_share = 65536;
  f.dram_sector = 1;
  const auto ended = [&](std::uint32_t sectors, std::uint32_t halves) {
    f.dram_halves = halves;
    return simulate(work({load(0, 1), await()}, 1, 1, 1, {{7, sectors}}), f).rows[0].ended;
  };
  EXPECT_EQ(ended(15, 40), ended(15, 0) + 40);
  EXPECT_EQ(ended(3, 40), ended(3, 0));
}

TEST(MultiprocessorRules, ALoadWaitsTheLongerTheMoreDramWasAskedForBefore) {
  static_assert(crowd_wait(0, 100) == 0);
  static_assert(crowd_wait(crowd_window * ticks_per_cycle / 2, 100) == 100);
  static_assert(crowd_wait(crowd_window * ticks_per_cycle * 2, 100) == 900, "a tenth is taken to be idle");
  Figures f = small::figures();
  f.dram_share = 65536;
  f.dram_latency = 2000; // into the next window but one
  f.dram_sector = 256 * ticks_per_cycle;
  const auto ended = [&](std::uint16_t wait, std::uint32_t crowd) {
    f.dram_crowd = crowd;
    Step pause = run(1);
    pause.stall = wait;
    return simulate(work({load(0, 1), pause, load(1, 1, 1), await(), await(1)}, 1, 1, 1, {{7, 3}, {9, 3}}), f)
        .rows[0]
        .ended;
  };
  EXPECT_EQ(ended(1000, 100), ended(1000, 0)) << "in the same window";
  EXPECT_EQ(ended(1100, 100), ended(1100, 0) + 100) << "half of the window before was busy";
  EXPECT_EQ(ended(2100, 100), ended(2100, 0)) << "DRAM has been idle for a window";
}

TEST(MultiprocessorRules, StoresAreDrainedAtTheEnd) {
  Figures f = small::figures();
  f.l2_write_sector = 100 * ticks_per_cycle;
  EXPECT_EQ(cycles(work({access(Op::Store, 0, 1)}, 1, 1, 1, {{7, 15}}), f), 1 + 400u);
}

TEST(MultiprocessorRules, StoresThatL2DoesNotTakeHoldTheLsuUp) {
  Figures f = small::figures();
  f.l2_write_sector = 100 * ticks_per_cycle;
  f.write_backlog = 50;
  // The first is served from 1 and is written from 1 to 101; the second is started at 51, and the load behind
  // it, issued at 2, at 52.
  EXPECT_EQ(
      cycles(work({access(Op::Store, 0, 1), access(Op::Store, 0, 1), shared(1), await()}, 1, 1, 1, {{7, 1}}),
             f),
      std::max(201u, 51 + f.shared_latency));
  const Result result = simulate(
      work({access(Op::Store, 0, 1), access(Op::Store, 0, 1), shared(1), await()}, 1, 1, 1, {{7, 1}}), f);
  EXPECT_EQ(result.rows[0].ended, 51 + f.shared_latency);
}

TEST(MultiprocessorRules, AtomicsAtOneWordTakeTurns) {
  Figures f = small::figures();
  f.atomic_turn = 2 * ticks_per_cycle;
  f.atomic_word = 5 * ticks_per_cycle;
  Step add = access(Op::Atomic, 0, 1);
  add.service = 32;
  EXPECT_EQ(cycles(work({add, await()}, 1, 1, 1, {{7, 1}}), f), 31 * 2 + f.l2_latency);
  add.work = AtomicWork::AddsFloats;
  EXPECT_EQ(cycles(work({add, await()}, 1, 1, 1, {{7, 1}}), f), 31 * 5 + f.l2_latency) << "floats";
}

TEST(MultiprocessorRules, ALineOfAtomicsCostsItsRequestOnce) {
  Figures f = small::figures();
  f.atomic_turn = 2 * ticks_per_cycle;
  f.atomic_request = 10 * ticks_per_cycle;
  Step add = access(Op::Atomic, 0, 1);
  add.service = 32;
  EXPECT_EQ(cycles(work({add, await()}, 1, 1, 1, {{7, 1}}), f), 10 + 31 * 2 + f.l2_latency);
}

TEST(MultiprocessorRules, NobodyWaitsForASliceOfL2ButWhoTakesTheResult) {
  Figures f = small::figures();
  f.atomic_turn = 1000 * ticks_per_cycle;
  f.write_backlog = 10;
  // Three atomics at one line, whose results nobody takes; then shared memory, which used to wait behind
  // them.
  Step add = access(Op::Atomic, 0, 1);
  add.keeps = false;
  const Result result = simulate(work({add, add, add, shared(1), await()}, 1, 1, 1, {{7, 1}}), f);
  EXPECT_LT(result.rows[0].ended, 1000u);
  EXPECT_GE(result.cycles, 3000u) << "the launch ends when they are done";
}

TEST(MultiprocessorRules, AtomicsTakeTheTurnsThatTheirLineTells) {
  Figures f = small::figures();
  f.atomic_turn = 2 * ticks_per_cycle;
  f.atomic_word = 5 * ticks_per_cycle;
  Step add = access(Op::Atomic, 0, 1);
  add.service = 32;
  const Line line{7, 0b0011 | 6u << turns_at | 4u << lanes_at};
  EXPECT_EQ(cycles(work({add, await()}, 1, 1, 1, {line}), f), 5 * 2 + f.l2_latency);
  add.work = AtomicWork::AddsFloats;
  EXPECT_EQ(cycles(work({add, await()}, 1, 1, 1, {line}), f), 3 * 5 + f.l2_latency) << "floats at one word";
}

TEST(MultiprocessorRules, ACompareAndSwapTakesASecondTurnWhereLanesNameSeveralWords) {
  Figures f = small::figures();
  f.atomic_turn = 50 * ticks_per_cycle;
  const auto takes = [&](AtomicWork does, std::uint32_t several) {
    Step swap = access(Op::Atomic, 0, 1);
    swap.work = does;
    return cycles(work({swap, await()}, 1, 1, 1, {{7, 0b0011 | 2u << turns_at | several << several_at}}), f);
  };
  EXPECT_EQ(takes(AtomicWork::Other, 2), 50 + f.l2_latency)
      << "an addition: the last of its turns starts at 50";
  EXPECT_EQ(takes(AtomicWork::Swaps, 0), 50 + f.l2_latency);
  EXPECT_EQ(takes(AtomicWork::Swaps, 2), 3 * 50 + f.l2_latency);
}

TEST(MultiprocessorRules, SharedMemoryTurnsRoundFromLoadsToStores) {
  const auto lsu = [&](std::vector<bool> loads) {
    std::vector<Step> steps;
    for (const bool is_load : loads) {
      steps.push_back(shared(1));
      steps.back().stores = !is_load;
    }
    return simulate(work(std::move(steps)), small::figures()).counters.lsu_busy;
  };
  EXPECT_EQ(lsu({true, true, true, true}), 4u);
  EXPECT_EQ(lsu({false, false, true, true}), 5u) << "a half in front, a half between";
  EXPECT_EQ(lsu({true, false, true, false}), 4u + 1) << "three halves";
  Step unwaited = shared(1); // another load behind it is waited for
  unwaited.keeps = false;
  EXPECT_EQ(simulate(work({unwaited, shared(1), unwaited, shared(1)}), small::figures()).counters.lsu_busy,
            4u)
      << "they are loads all the same";
}

TEST(MultiprocessorRules, AtomicsWaitForThoseOfOtherMultiprocessorsAtTheSameLines) {
  Figures f = small::figures();
  f.atomic_turn = 20 * ticks_per_cycle;
  Step add = access(Op::Atomic, 0, 1);
  add.service = 3;
  Work alone = work({add, await()}, 1, 1, 1, {{7, 1}});
  EXPECT_EQ(cycles(alone, f), 2 * 20 + f.l2_latency);
  alone.meetings = {{0, 7, 9}, {7, 8, 4}};
  EXPECT_EQ(cycles(alone, f), 2 * 4 * 20 + f.l2_latency);
}

TEST(MultiprocessorRules, AtomicsInOneSliceTakeTurns) {
  Figures f = small::figures();
  f.atomic_turn = 50 * ticks_per_cycle;
  const auto two = [&](std::uint32_t second) {
    return cycles(work({access(Op::Atomic, 0, 2), await()}, 1, 1, 1, {{8, 1}, {second, 1}}), f);
  };
  EXPECT_EQ(two(9), 50 + f.l2_latency);
  EXPECT_EQ(two(12), f.l2_latency);
}

TEST(MultiprocessorRules, CopiesComeInTheirOrder) {
  // The second copy's line is in L1, the first one's is not.
  const std::vector<Line> lines = {{1, 1}, {2, 1}};
  const Work copies = work(
      {load(1, 1, 9), await(9), access(Op::Copy, 0, 1, 0), access(Op::Copy, 1, 1, 1), await(1)}, 1, 1, 1,
      lines);
  EXPECT_EQ(cycles(copies), 2 * small::figures().l2_latency);
}

TEST(MultiprocessorRules, ABlockTakesThePlaceOfOneThatEnded) {
  Figures f = small::figures();
  EXPECT_EQ(cycles(work({run(10)}, 1, 5, 1), f), 50u);
  f.block_start = 7;
  EXPECT_EQ(cycles(work({run(10)}, 1, 5, 1), f), 5 * 17u);
  f.block_interval = 100;
  EXPECT_EQ(cycles(work({run(10)}, 1, 5, 5), f), 7u + 400 + 10);
  f.block_interval = 0;
  f.block_interval_warp = f.warp_start = 3;
  EXPECT_EQ(cycles(work({run(10)}, 4, 1, 1), f), 7u + 9 + 10);
  EXPECT_EQ(cycles(work({run(10)}, 4, 2, 2), f), 7u + 7 * 3 + 10) << "the second block's warps come behind";
}

TEST(MultiprocessorRules, TheBottleneckIsNamed) {
  Figures f = small::figures();
  EXPECT_EQ(simulate(work({run(50)}, 8), f).limit, Limit::Issue);
  EXPECT_EQ(simulate(work({shared(32), shared(32), await()}, 8), f).limit, Limit::Lsu);
  EXPECT_EQ(simulate(work({load(0, 1), await()}, 1, 1, 1, {{1, 1}}), f).limit, Limit::Memory);
  EXPECT_EQ(simulate(work({run(2, 20), run(2, 20)}), f).limit, Limit::Dependency);
  EXPECT_EQ(simulate(work({}), f).limit, Limit::Nothing);
  f.block_start = 1'000;
  EXPECT_EQ(simulate(work({run(3)}, 1, 4), f).limit, Limit::Blocks);
}

} // namespace
