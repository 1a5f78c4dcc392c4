// The speed model's parts, each where it is the longest, computed here by hand from the device's rates.
#include "sim/devices/devices.h"
#include "sim/model/speed.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

constexpr auto load = static_cast<std::size_t>(AccessKind::Load),
               store = static_cast<std::size_t>(AccessKind::Store);

double rate(const char* key) { return devices::find_device("cc90")->find(key)->value; }
double clock_hz() { return rate("boost_clock") * 1e6; }

model::SpeedInput input_of(std::uint64_t blocks) {
  model::SpeedInput input;
  input.blocks = blocks;
  input.threads = 256;
  return input;
}
model::SpeedEstimate estimate(const model::SpeedInput& input) {
  std::string why_not;
  const auto out = model::estimate_speed(*devices::find_device("cc90"), input, why_not);
  EXPECT_TRUE(out.has_value()) << why_not;
  return out.value_or(model::SpeedEstimate{});
}
double part(const model::SpeedEstimate& e, model::Bottleneck which) {
  return e.parts[static_cast<std::size_t>(which)];
}

TEST(SpeedModel, NothingTakesTheStart) {
  const model::SpeedEstimate e = estimate(input_of(1));
  EXPECT_DOUBLE_EQ(e.start_seconds, rate("launch_overhead") * 1e-6);
  EXPECT_NEAR(e.seconds, e.start_seconds, 1e-9);
}

TEST(SpeedModel, AWavefrontIsACycleOfTheMultiprocessorsThatHaveABlock) {
  model::SpeedInput input = input_of(132);
  input.totals.shared[load].wavefronts = 132'000'000;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::Shared), 1e6 / clock_hz(), 1e-9);
  EXPECT_EQ(estimate(input).bottleneck, model::Bottleneck::Shared);
  input.blocks = 1;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::Shared), 132e6 / clock_hz(), 1e-9);
  input.blocks = 133; // one multiprocessor has two of them
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::Shared), 2 * 132e6 / 133 / clock_hz(), 1e-9);
}

TEST(SpeedModel, LinesOfLoadsAndStoresPassOneTagStage) {
  model::SpeedInput input = input_of(132);
  input.totals.global[load].lines = 66'000'000;
  input.totals.global[store].lines = 66'000'000;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::L1), 1e6 / clock_hz(), 1e-9);
  input.totals.global[load].sectors = 132'000'000 * 8ull; // more than the four that a cycle hands on
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::L1), 2e6 / clock_hz(), 1e-9);
}

TEST(SpeedModel, WhatL1HoldsIsNotReadFromL2Again) {
  model::SpeedInput input = input_of(132);
  input.totals.global[load].sectors = 1'000'000'000;
  input.first_read_share = 0.25;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::L2Read),
              0.25 * 32e9 / (rate("l2_read_bandwidth") * 1e9), 1e-9);
}

TEST(SpeedModel, ScatteredStoresAreLimitedByLines) {
  model::SpeedInput input = input_of(132);
  input.totals.global[store].sectors = 4'000'000;
  input.totals.global[store].lines = 1'000'000;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::L2Write),
              4e6 * 32 / (rate("l2_write_bandwidth") * 1e9), 1e-9);
  input.totals.global[store].lines = 4'000'000;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::L2Write), 4e6 / (rate("l2_write_lines") * 1e9), 1e-9);
}

TEST(SpeedModel, DeviceMemoryCountsOnlyBeyondL2) {
  model::SpeedInput input = input_of(132);
  input.totals.global[load].sectors = 100'000'000;
  input.buffer_bytes = static_cast<std::uint64_t>(rate("l2_bytes"));
  EXPECT_EQ(part(estimate(input), model::Bottleneck::Dram), 0);
  input.buffer_bytes = 1'000'000'000;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::Dram), 1e9 / (rate("dram_bandwidth") * 1e9), 1e-9);
  input.totals.global[load].sectors = 1000; // of the buffers almost nothing is read
  EXPECT_EQ(part(estimate(input), model::Bottleneck::Dram), 0);
}

TEST(SpeedModel, LatencyIsARoundOfBlocksAfterTheOther) {
  model::SpeedInput input = input_of(132 * 8); // eight blocks of 256 threads fill a multiprocessor
  input.block_latency_cycles = 1000;
  input.warp_barriers = 10;
  input.warp_constant_passes = 5;
  const double cycles = 1000 + 10 * (rate("barrier") + 8 * rate("barrier_each_warp")) +
                        5 * rate("constant_pass");
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::Latency), cycles / clock_hz(), 1e-12);
  ++input.blocks;
  EXPECT_NEAR(part(estimate(input), model::Bottleneck::Latency), 2 * cycles / clock_hz(), 1e-12);
}

TEST(SpeedModel, SaysWhatItDoesNotKnow) {
  std::string why_not;
  EXPECT_FALSE(model::estimate_speed(*devices::find_device("cc75"), input_of(1), why_not));
  EXPECT_EQ(why_not.find("the device's file has no "), 0u) << why_not;
  model::SpeedInput input = input_of(1);
  input.threads = 4096;
  EXPECT_FALSE(model::estimate_speed(*devices::find_device("cc90"), input, why_not));
  EXPECT_NE(why_not.find("1024"), std::string::npos) << why_not;
}

TEST(SpeedModel, EachBottleneckHasAName) {
  for (std::size_t i = 0; i < model::bottleneck_names.size(); ++i) {
    EXPECT_FALSE(model::name_of(static_cast<model::Bottleneck>(i)).empty());
    EXPECT_FALSE(model::sentence_of(static_cast<model::Bottleneck>(i)).empty());
  }
}

} // namespace
} // namespace warpscope
