// What must hold whatever the work is: nothing gets lost, and more warps do not make a latency-bound kernel
// slower.
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <numeric>

namespace {

using namespace small;

std::uint64_t sum(const StateCycles& cycles) {
  return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
}

/// What all warps of all blocks ask for, counted from the input.
struct Asked {
  std::uint64_t slots = 0, read_sectors = 0, written_sectors = 0, written_lines = 0, warps = 0;
};
Asked asked_of(const Work& work) {
  Asked out;
  for (std::uint64_t i = 0; i < work.block_count; ++i) {
    const Block& block = work.blocks[i % work.blocks.size()];
    out.warps += block.warps.size();
    for (const auto& steps : block.warps)
      for (const Step& step : steps) {
        if (step.op != Op::Wait) out.slots += step.slots;
        std::uint64_t sectors = 0;
        for (std::size_t l = 0; l < step.count; ++l)
          sectors += static_cast<std::uint64_t>(std::popcount(block.lines[step.first + l].sectors & 15));
        if (step.op == Op::Load || step.op == Op::Copy) out.read_sectors += sectors;
        if (step.op == Op::Store || step.op == Op::Atomic) {
          out.written_sectors += sectors;
          out.written_lines += step.count;
        }
      }
  }
  return out;
}

TEST(MultiprocessorConservation, NothingIsLost) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed + 5000);
    Figures figures = random_figures(random);
    const bool apart = random(2) == 0; // no stores are put together
    if (apart) figures.write_lines = 0;
    const Work work = random_work(random);
    const Result result = simulate(work, figures, {.intervals = true});
    ASSERT_EQ(result.status, Status::Done);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Asked asked = asked_of(work);
    const Counters& counters = result.counters;
    EXPECT_EQ(counters.issue_slots, asked.slots);
    EXPECT_EQ(counters.l1_hits + counters.l1_pending + counters.l1_misses, asked.read_sectors);
    EXPECT_EQ(counters.l2_hits + counters.l2_misses, counters.l1_misses);
    EXPECT_GE(counters.dram_bytes, 32 * counters.l2_misses) << "by pairs of sectors";
    EXPECT_LE(counters.dram_bytes, 64 * counters.l2_misses);
    EXPECT_LE(counters.written_sectors, asked.written_sectors);
    EXPECT_LE(counters.written_lines, asked.written_lines);
    EXPECT_EQ(counters.written_sectors > 0, asked.written_sectors > 0);
    if (apart) {
      EXPECT_EQ(counters.written_sectors, asked.written_sectors);
      EXPECT_EQ(counters.written_lines, asked.written_lines);
    }
    EXPECT_EQ(result.states[static_cast<std::size_t>(State::Issue)], asked.slots);
    EXPECT_EQ(result.blocks_ended, work.block_count);
    EXPECT_EQ(result.block_ends.size(), work.block_count);
    ASSERT_EQ(result.rows.size(), asked.warps);
    StateCycles states{};
    for (const WarpRow& row : result.rows) {
      EXPECT_EQ(sum(row.cycles), row.ended - row.taken);
      EXPECT_EQ(row.cycles[static_cast<std::size_t>(State::Slot)], row.started - row.taken);
      EXPECT_LE(row.ended, result.cycles);
      for (std::size_t s = 0; s < state_count; ++s) states[s] += row.cycles[s];
    }
    EXPECT_EQ(states, result.states);
  }
}

TEST(MultiprocessorConservation, IntervalsFollowEachOtherAndMakeUpTheRows) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed + 9000);
    const Figures figures = random_figures(random);
    const Result result = simulate(random_work(random), figures, {.intervals = true});
    std::vector<StateCycles> cycles(result.rows.size());
    std::vector<std::uint64_t> at(result.rows.size());
    for (std::size_t i = 0; i < result.rows.size(); ++i) at[i] = result.rows[i].taken;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> issuing; // sub-partition, cycle
    for (const Interval& interval : result.intervals) {
      ASSERT_EQ(interval.begin, at[interval.row]) << "seed " << seed;
      ASSERT_LT(interval.begin, interval.end);
      at[interval.row] = interval.end;
      cycles[interval.row][static_cast<std::size_t>(interval.state)] += interval.end - interval.begin;
      if (interval.state == State::Issue)
        for (std::uint64_t c = interval.begin; c < interval.end; ++c)
          ++issuing[{result.rows[interval.row].place % figures.partitions, c}];
    }
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
      EXPECT_EQ(cycles[i], result.rows[i].cycles);
      EXPECT_EQ(at[i], result.rows[i].ended);
    }
    for (const auto& [when, warps] : issuing) ASSERT_EQ(warps, 1) << "one instruction a cycle and port";
  }
}

TEST(MultiprocessorConservation, TheSameInputGivesTheSameOutput) {
  Random random(77);
  const Figures figures = random_figures(random);
  const Work work = random_work(random);
  const Result once = simulate(work, figures), again = simulate(work, figures);
  EXPECT_EQ(once.rows, again.rows);
  EXPECT_EQ(once.counters, again.counters);
}

/// The work is divided among more warps: 64 rounds of loads and arithmetic in all.
TEST(MultiprocessorConservation, MoreWarpsAreNeverSlowerWhereLatencyBinds) {
  Figures figures = small::figures();
  figures.l2_read_sector = 1; // latency only
  std::uint64_t before = ~std::uint64_t{0};
  for (const std::uint32_t warps : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    Block block;
    for (std::uint32_t w = 0; w < warps; ++w) {
      std::vector<Step> steps;
      for (std::uint32_t i = 0; i < 64 / warps; ++i) {
        block.lines.push_back({1000 + w * 64 + i, 15});
        steps.push_back(load(static_cast<std::uint32_t>(block.lines.size() - 1), 1));
        steps.push_back(await());
        steps.push_back(run(3, 4));
      }
      block.warps.push_back(std::move(steps));
    }
    Work all;
    all.blocks.push_back(std::move(block));
    all.block_count = 1;
    const Result result = simulate(all, figures);
    ASSERT_EQ(result.status, Status::Done);
    EXPECT_LE(result.cycles, before) << warps << " warps";
    if (warps <= 16) {
      EXPECT_LT(result.cycles, before * 6 / 10) << warps << " warps hide twice as much";
    }
    before = result.cycles;
  }
}

} // namespace
