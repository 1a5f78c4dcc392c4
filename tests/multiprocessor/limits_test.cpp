// Odd and wrong inputs, budgets, and the figures of devices.
#include "sim/devices/devices.h"
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

using namespace small;

std::string refusal(const Work& work, const Figures& figures = small::figures()) {
  const Result result = simulate(work, figures);
  EXPECT_EQ(result.status, Status::Invalid);
  EXPECT_EQ(result.cycles, 0u);
  return result.message;
}

TEST(MultiprocessorLimits, WrongInputsAreRefusedInASentence) {
  EXPECT_EQ(refusal({}), "there is no block to run");
  EXPECT_EQ(refusal(work({run(1)}, 1, 0)), "there is no block to run");
  EXPECT_EQ(refusal(work({run(1)}, 0)), "a block has no warps");
  EXPECT_EQ(refusal(work({run(1)}, 1, 1, 0)), "the multiprocessor cannot hold such a block");
  EXPECT_EQ(refusal(work({run(1)}, 33, 2, 2)),
            "the resident blocks have more warps than the multiprocessor has places");
  EXPECT_EQ(refusal(work({load(0, 2)}, 1, 1, 1, {{1, 1}})),
            "an access names lines that its block does not have");
  EXPECT_EQ(refusal(work({load(~0u, 2)}, 1, 1, 1, {{1, 1}})),
            "an access names lines that its block does not have");
  EXPECT_EQ(refusal(work({run(0)})), "a run of instructions is empty");
  EXPECT_EQ(refusal(work({await(token_count)})), "a step names a result that no warp can have under way");
  Figures none = small::figures();
  none.queue = 0;
  EXPECT_FALSE(refusal(work({run(1)}), none).empty());
}

TEST(MultiprocessorLimits, WarpsWithoutWorkEndAtOnce) {
  EXPECT_EQ(simulate(work({}, 8, 4, 2), small::figures()).cycles, 0u);
  EXPECT_EQ(simulate(work({await(3)}, 1), small::figures()).cycles, 0u)
      << "of a result that nobody asked for";
}

TEST(MultiprocessorLimits, NoMemoryAccessAtAll) {
  const Result result = simulate(work({run(100)}, 64), small::figures());
  EXPECT_EQ(result.cycles, 1600u);
  EXPECT_EQ(result.states[static_cast<std::size_t>(State::Memory)], 0u);
  EXPECT_EQ(result.counters.lsu_busy, 0u);
}

TEST(MultiprocessorLimits, AllLanesToOneSector) {
  const Result result = simulate(work({load(0, 1), await()}, 32, 1, 1, {{3, 1}}), small::figures());
  EXPECT_EQ(result.counters.l1_misses, 1u);
  EXPECT_EQ(result.counters.l1_pending, 31u);
}

TEST(MultiprocessorLimits, WithoutL1EveryLoadGoesToL2) {
  Figures f = small::figures();
  f.l1_sets = 0;
  const Result result = simulate(work({load(0, 1), await(), load(0, 1), await()}, 1, 1, 1, {{3, 1}}), f);
  EXPECT_EQ(result.counters.l1_misses, 2u);
  EXPECT_EQ(result.cycles, 2 * f.l2_latency);
}

TEST(MultiprocessorLimits, AMillionBlocksEndAtTheBudgetAndSaySo) {
  const Result result = simulate(work({run(1)}, 8, 1'000'000, 8), small::figures(), {.events = 100'000});
  EXPECT_EQ(result.status, Status::OverBudget);
  EXPECT_EQ(result.message, "the simulation was not finished: its budget of events is used up");
  EXPECT_EQ(result.events, 100'000u);
  EXPECT_GT(result.blocks_ended, 1'000u);
  EXPECT_LT(result.blocks_ended, 1'000'000u);
  EXPECT_GT(result.cycles, 0u);
  EXPECT_LE(result.rows.size(), Options{}.most_rows);
  for (const WarpRow& row : result.rows) EXPECT_GE(row.ended, row.taken);
}

TEST(MultiprocessorLimits, AFlagEndsIt) {
  const std::atomic<bool> now = true;
  const Result result = simulate(work({run(1)}, 8, 1'000'000, 8), small::figures(), {.cancel = &now});
  EXPECT_EQ(result.status, Status::Cancelled);
  EXPECT_FALSE(result.message.empty());
}

TEST(MultiprocessorLimits, RecordsAreBounded) {
  const Result result = simulate(work({run(1)}, 8, 1'000, 8), small::figures(),
                                 {.intervals = true, .most_rows = 10, .most_intervals = 5});
  EXPECT_EQ(result.rows.size(), 10u);
  EXPECT_EQ(result.block_ends.size(), 10u);
  EXPECT_EQ(result.intervals.size(), 5u);
  EXPECT_EQ(result.blocks_ended, 1'000u);
}

std::optional<DeviceFigures> figures_for(const char* id, const Share& share, std::string& why_not) {
  const warpscope::Device& device = *warpscope::devices::find_device(id);
  return figures_of(device, *warpscope::devices::measured_for(device), share, why_not);
}

TEST(MultiprocessorFigures, AnH200HasThemMeasured) {
  std::string why_not;
  const auto found = figures_for("cc90", {.busy = 132}, why_not);
  ASSERT_TRUE(found.has_value()) << why_not;
  const warpscope::MeasuredDevice& probe = *warpscope::devices::measured_for(
      *warpscope::devices::find_device("cc90"));
  EXPECT_EQ(probe.of, "cc90");
  EXPECT_GE(probe.processes, 4u);
  const Figures& f = found->figures;
  EXPECT_EQ(f.partitions, 4u);
  // The probe's chain has the instruction that makes the next address, too.
  EXPECT_EQ(f.l2_latency + 6, std::lround(probe.find("l2_latency")->value));
  EXPECT_EQ(f.shared_latency, 23u);
  EXPECT_EQ(f.barrier + behind_barrier, std::lround(probe.find("barrier")->value));
  EXPECT_NEAR(f.l2_read_sector, probe.find("l2_read_sector")->value * ticks_per_cycle, 1);
  EXPECT_EQ(f.block_interval, 157u);
  EXPECT_EQ(f.l1_sets * f.l1_ways, 2048u);
  EXPECT_EQ(f.l1_held, 2048u);
  EXPECT_EQ(found->borrowed, "");
  for (const Assumed& assumed : found->assumed) EXPECT_FALSE(assumed.source.empty()) << assumed.figure;
}

TEST(MultiprocessorFigures, WhatAProbeDoesNotAskForIsAnH200sAndNamed) {
  const warpscope::Device& device = *warpscope::devices::find_device("cc90");
  warpscope::MeasuredDevice probed = *warpscope::devices::measured_for(device);
  std::string why_not;
  const Figures shipped = figures_of(device, probed, {.busy = 132}, why_not)->figures;
  const std::vector<std::string_view> not_asked_for = {
      "dram_turn", "dram_turning",   "dram_halves",  "dram_crowd",      "dram_spread",   "barrier_drain",
      "l1_ways",   "atomic_several", "atomic_again", "atomic_returned", "atomic_swapped"};
  const auto is_not_asked_for = [&](std::string_view key) {
    return std::find(not_asked_for.begin(), not_asked_for.end(), key) != not_asked_for.end();
  };
  std::erase_if(probed.figures, [&](const auto& figure) { return is_not_asked_for(figure.key); });
  const auto found = figures_of(device, probed, {.busy = 132}, why_not);
  ASSERT_TRUE(found.has_value()) << why_not;
  EXPECT_EQ(found->figures.dram_turn, shipped.dram_turn);
  EXPECT_EQ(found->figures.dram_turning, shipped.dram_turning);
  EXPECT_EQ(found->figures.dram_halves, shipped.dram_halves);
  EXPECT_EQ(found->figures.dram_crowd, shipped.dram_crowd);
  EXPECT_EQ(found->figures.dram_spread, shipped.dram_spread);
  EXPECT_EQ(found->figures.barrier_drain, shipped.barrier_drain);
  EXPECT_EQ(found->figures.atomic_several, shipped.atomic_several);
  EXPECT_EQ(found->figures.atomic_again, shipped.atomic_again);
  EXPECT_EQ(found->figures.atomic_returned, shipped.atomic_returned);
  EXPECT_EQ(found->figures.atomic_swapped, shipped.atomic_swapped);
  for (const std::string_view key : not_asked_for)
    EXPECT_TRUE(std::any_of(found->assumed.begin(), found->assumed.end(), [&](const Assumed& assumed) {
      return assumed.figure == key;
    })) << key;
}

TEST(MultiprocessorFigures, OneMultiprocessorAloneGetsNoMoreThanItsPort) {
  std::string why_not;
  const auto found = figures_for("cc90", {.busy = 1}, why_not);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->figures.l2_read_sector, ticks_per_cycle / 4) << "128 bytes a cycle";
}

TEST(MultiprocessorFigures, WhereAllBlocksAreThereAtOnceTheLastOneGetsLess) {
  std::string why_not;
  const Figures many = figures_for("cc90", {.busy = 132, .rounds = 60}, why_not)->figures,
                one = figures_for("cc90", {.busy = 132, .rounds = 1}, why_not)->figures;
  EXPECT_NEAR(one.dram_sector, many.dram_sector * 1.07, many.dram_sector * .01);
  EXPECT_EQ(one.l2_read_sector, many.l2_read_sector);
  EXPECT_EQ(one.shared_latency, many.shared_latency);
}

TEST(MultiprocessorFigures, DramTakesMoreWhereNothingIsRead) {
  std::string why_not;
  const auto write_sector = [&](double written) {
    return figures_for("cc90", {.busy = 132, .written = written}, why_not)->figures.dram_write_sector;
  };
  EXPECT_EQ(write_sector(0.5), write_sector(0.2)) << "a copy";
  EXPECT_NEAR(write_sector(1), write_sector(0.5) * 0.84 / 0.95, 2) << "a fill";
}

TEST(MultiprocessorFigures, SharedMemoryLeavesLessToL1) {
  std::string why_not;
  const auto lines = [&](std::uint64_t bytes) {
    const auto found = figures_for("cc90", {.busy = 1, .resident_shared = bytes}, why_not);
    return found->figures.l1_held;
  };
  EXPECT_EQ(lines(0), 2048u);
  EXPECT_EQ(lines(20 * 1024), (256u - 32) * 8 - 64);
  EXPECT_EQ(lines(227 * 1024), (256u - 228) * 8 - 64);
  EXPECT_EQ(lines(10'000 * 1024), (256u - 228) * 8 - 64);
}

TEST(MultiprocessorFigures, L2sKneeIsGradual) {
  const warpscope::MeasuredDevice& probe = *warpscope::devices::measured_for(
      *warpscope::devices::find_device("cc90"));
  const auto share = [&](std::uint64_t bytes, double written = 0, double irregular = 0) {
    return dram_share_of(probe, {.footprint = bytes, .written = written, .irregular = irregular}, 62.9e6);
  };
  EXPECT_EQ(share(28'000'000), 0);
  EXPECT_NEAR(share(33'500'000), 0.05, 0.03) << "an H200 loses 1 to 6 %";
  EXPECT_NEAR(share(37'700'000), 0.13, 0.06) << "7 to 14";
  EXPECT_LT(share(46'000'000), share(50'000'000));
  EXPECT_EQ(share(100'000'000), 1);
  EXPECT_GT(share(50'000'000, 0.5), share(50'000'000)) << "a copy has left earlier";
  EXPECT_LT(share(100'000'000, 0, 1), 1) << "L2 holds some of what is read in no order";
}

TEST(MultiprocessorFigures, WhatIsWrittenLeavesL2BeforeItIsFull) {
  const warpscope::MeasuredDevice& probe = *warpscope::devices::measured_for(
      *warpscope::devices::find_device("cc90"));
  const auto share = [&](std::uint64_t bytes, double written) {
    return dram_share_written(probe, {.footprint = bytes, .written = written}, 62.9e6);
  };
  EXPECT_EQ(share(26'000'000, 1), 0);
  EXPECT_NEAR(share(29'400'000, 1), 0.28, 0.12) << "an H200 sends 15 to 39 %";
  EXPECT_EQ(share(37'700'000, 1), 1);
  EXPECT_LT(share(37'700'000, 0.5), 0.2) << "half of it is read";
  EXPECT_EQ(share(100'000'000, 0.1), 1) << "it is not kept either";
}

TEST(MultiprocessorFigures, ADeviceWithoutItsProbeIsMarked) {
  std::string why_not;
  const auto found = figures_for("cc75", {}, why_not);
  ASSERT_TRUE(found.has_value()) << why_not;
  EXPECT_NE(found->borrowed.find("has not been probed"), std::string::npos);
  EXPECT_NE(found->borrowed.find("NVIDIA H200"), std::string::npos);
}

TEST(MultiprocessorFigures, ADeviceWithoutRatesIsTold) {
  std::string why_not;
  EXPECT_FALSE(figures_for("cc100", {}, why_not).has_value());
  EXPECT_FALSE(why_not.empty());
}

TEST(MultiprocessorFigures, AProbesFileWithAnErrorIsTold) {
  using warpscope::devices::parse_measured;
  const std::string head = "of = 'cc90'\ndevice = 'x'\ndriver = '1'\ndate = '2026-11-23'\n[figures]\n";
  EXPECT_TRUE(
      parse_measured(head + "a = { value = 1, unit = 'us', spread = 0 }\n", "t").measured.has_value());
  EXPECT_NE(parse_measured(head + "a = { value = -1, unit = 'us', spread = 0 }\n", "t").error, "");
  EXPECT_NE(parse_measured(head + "a = { value = 1 }\n", "t").error, "");
  EXPECT_NE(parse_measured(head, "t").error, "");
  EXPECT_NE(parse_measured("of = 'cc90'\n[figures]\n", "t").error.find("device is missing"),
            std::string::npos);
  EXPECT_NE(parse_measured("of = \n", "t").error, "");
}

} // namespace
