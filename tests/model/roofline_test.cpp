// The roofline's roofs, computed here by hand from the device's rates.
#include "sim/devices/devices.h"
#include "sim/model/roofline.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

constexpr auto roofline_load = static_cast<std::size_t>(AccessKind::Load),
               roofline_store = static_cast<std::size_t>(AccessKind::Store);

double file_number(const Device& device, const char* key) { return device.find(key)->value; }

const model::RoofOf& roof_of(const model::Roofline& line, model::Roof roof) {
  return *std::find_if(line.roofs.begin(), line.roofs.end(),
                       [&](const model::RoofOf& one) { return one.roof == roof; });
}

model::SpeedInput copied(std::uint64_t bytes) {
  model::SpeedInput input;
  input.blocks = 1000;
  input.threads = 256;
  input.totals.global[roofline_load].sectors = bytes / 32;
  input.totals.global[roofline_store].sectors = bytes / 32;
  input.buffer_bytes = 2 * bytes;
  return input;
}

TEST(Roofline, ACopyThatAddsIsBoundByDeviceMemory) {
  const Device& device = *devices::find_device("cc90");
  std::string why_not;
  const auto line = model::roofline(device, copied(1u << 30), (1u << 30) / 4.0, why_not);
  ASSERT_TRUE(line) << why_not;
  EXPECT_EQ(line->bound, model::Roof::Dram);
  const model::RoofOf& dram = roof_of(*line, model::Roof::Dram);
  EXPECT_DOUBLE_EQ(dram.bytes, 2.0 * (1u << 30));
  EXPECT_DOUBLE_EQ(dram.intensity, 1. / 8);
  EXPECT_DOUBLE_EQ(dram.at_most, file_number(device, "dram_bandwidth") * 1e9 / 8);
  EXPECT_DOUBLE_EQ(line->at_most, dram.at_most);
  ASSERT_TRUE(line->modelled);
  EXPECT_LT(*line->modelled, line->at_most * 1.001);
}

TEST(Roofline, ReadAgainABufferCountsOnceForDeviceMemoryAndEachTimeForL2) {
  const Device& device = *devices::find_device("cc90");
  model::SpeedInput input = copied(1u << 20);
  input.totals.global[roofline_load].sectors *= 16;
  input.first_read_share = .5; // L1 holds the other half
  std::string why_not;
  const auto line = model::roofline(device, input, 1e6, why_not);
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(roof_of(*line, model::Roof::Dram).bytes, 2.0 * (1u << 20));
  EXPECT_DOUBLE_EQ(roof_of(*line, model::Roof::L2).bytes, 9.0 * (1u << 20));
}

TEST(Roofline, AConflictTakesSharedMemorysRoofDown) {
  const Device& device = *devices::find_device("cc90");
  model::SpeedInput input = copied(1024);
  input.totals.shared[roofline_load].wavefronts = 1'000'000;
  std::string why_not;
  const auto without = model::roofline(device, input, 64e6, why_not);
  input.totals.shared[roofline_load].wavefronts = 32'000'000;
  const auto with = model::roofline(device, input, 64e6, why_not);
  ASSERT_TRUE(without && with);
  const double rate = file_number(device, "boost_clock") * 1e6 * device.sm_count * 128;
  EXPECT_DOUBLE_EQ(roof_of(*with, model::Roof::Shared).rate, rate);
  EXPECT_DOUBLE_EQ(roof_of(*with, model::Roof::Shared).at_most, rate / 64);
  EXPECT_EQ(with->bound, model::Roof::Shared);
  EXPECT_DOUBLE_EQ(roof_of(*without, model::Roof::Shared).intensity,
                   32 * roof_of(*with, model::Roof::Shared).intensity);
}

TEST(Roofline, ManyOperationsReachThePeak) {
  const Device& device = *devices::find_device("cc90");
  std::string why_not;
  const auto line = model::roofline(device, copied(1024), 1e12, why_not);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->bound, model::Roof::Peak);
  EXPECT_DOUBLE_EQ(line->at_most, file_number(device, "fp32_peak") * 1e12);
}

TEST(Roofline, WithoutARateThereIsNoRoofAndWithoutThoseThatMatterNoLine) {
  Device device = *devices::find_device("cc80"); // L2's rate was not measured there
  std::string why_not;
  const auto line = model::roofline(device, copied(1u << 20), 1e6, why_not);
  ASSERT_TRUE(line);
  EXPECT_TRUE(std::none_of(line->roofs.begin(), line->roofs.end(),
                           [](const model::RoofOf& one) { return one.roof == model::Roof::L2; }));
  EXPECT_FALSE(line->modelled);
  std::erase_if(device.numbers, [](const auto& number) { return number.first == "dram_bandwidth"; });
  EXPECT_FALSE(model::roofline(device, copied(1u << 20), 1e6, why_not));
  EXPECT_EQ(why_not, "the device's file has no dram_bandwidth");
}

} // namespace
} // namespace warpscope
