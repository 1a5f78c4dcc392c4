// Expected numbers worked out by hand from the limits of the Programming Guide's table.
#include "sim/devices/devices.h"
#include "sim/model/occupancy.h"

#include <gtest/gtest.h>

namespace {

using namespace warpscope;

const Device& device(const char* name) {
  const Device* found = devices::find_device(name);
  EXPECT_TRUE(found) << name;
  return *found;
}

/// Two float tiles of T x T: .5, 2 and 8 KB for T = 8, 16, 32; 64, 256 and 1,024 threads.
model::OccupancyRequest tiled(std::uint32_t t) { return {t * t, 32, 2 * t * t * 4}; }

TEST(Occupancy, TheTilesOfTheMatrixProduct) {
  EXPECT_EQ(tiled(8).shared_bytes, 512u);
  EXPECT_EQ(tiled(16).shared_bytes, 2048u);
  EXPECT_EQ(tiled(32).shared_bytes, 8192u);

  const model::Occupancy t8 = model::occupancy(device("9.0"), tiled(8)); // 2 warps, 64 threads: 32 blocks by
                                                                         // warps and by blocks
  EXPECT_EQ(t8.blocks_per_sm, 32u);
  EXPECT_EQ(t8.warps_per_sm, 64u);
  EXPECT_EQ(t8.limiter, model::Limiter::Warps);
  EXPECT_DOUBLE_EQ(t8.fraction, 1.0);

  const model::Occupancy t16 = model::occupancy(device("9.0"), tiled(16));
  EXPECT_EQ(t16.blocks_per_sm, 8u);
  EXPECT_DOUBLE_EQ(t16.fraction, 1.0);

  const model::Occupancy t32 = model::occupancy(device("9.0"), tiled(32));
  EXPECT_EQ(t32.blocks_per_sm, 2u);
  EXPECT_DOUBLE_EQ(t32.fraction, 1.0);

  const model::Occupancy t48 = model::occupancy(device("9.0"), tiled(48));
  EXPECT_EQ(t48.illegal, "2304 threads are more than the 1024 a block may have; use a smaller block");
  EXPECT_EQ(t48.blocks_per_sm, 0u);
}

TEST(Occupancy, DependsOnTheDevice) {
  EXPECT_EQ(model::occupancy(device("7.5"), tiled(32)).blocks_per_sm, 1u) << "1,024 threads an SM";
  EXPECT_EQ(model::occupancy(device("8.6"), tiled(32)).blocks_per_sm, 1u) << "1,536 threads an SM";
  EXPECT_NEAR(model::occupancy(device("8.6"), tiled(32)).fraction, 32.0 / 48, 1e-12);
  EXPECT_EQ(model::occupancy(device("7.5"), tiled(8)).blocks_per_sm, 16u);
  EXPECT_EQ(model::occupancy(device("8.6"), tiled(8)).blocks_per_sm, 16u) << "16 blocks an SM";
  EXPECT_EQ(model::occupancy(device("8.6"), tiled(8)).limiter, model::Limiter::Blocks);
  EXPECT_EQ(model::occupancy(device("8.9"), tiled(8)).blocks_per_sm, 24u) << "24 blocks an SM";
}

TEST(Occupancy, RegistersAreGivenToWarpsInUnits) {
  const auto blocks = [](std::uint32_t threads, std::uint32_t registers) {
    return model::occupancy(device("9.0"), {threads, registers, 0}).blocks_per_sm;
  };
  EXPECT_EQ(blocks(256, 32), 8u); // 1,024 a warp: 64 warps
  EXPECT_EQ(blocks(256, 33), 6u); // 1,056 becomes 1,280: 12 a partition, 48 warps
  EXPECT_EQ(blocks(256, 64), 4u);
  EXPECT_EQ(blocks(256, 128), 2u);
  EXPECT_EQ(blocks(256, 255), 1u);
  EXPECT_EQ(model::occupancy(device("9.0"), {256, 64, 0}).limiter, model::Limiter::Registers);
  EXPECT_NE(model::occupancy(device("9.0"), {1024, 128, 0}).illegal, "") << "131,072 registers a block";
  EXPECT_EQ(model::occupancy(device("9.0"), {1024, 64, 0}).blocks_per_sm, 1u);
  EXPECT_NE(model::occupancy(device("9.0"), {32, 256, 0}).illegal, "");
  EXPECT_EQ(model::occupancy(device("9.0"), {256, 0, 0}).blocks_per_sm, 8u) << "not known: no limit";
}

TEST(Occupancy, SharedMemoryWithTheSystemsPart) {
  const auto by_shared = [](const char* name, std::uint64_t bytes) {
    return model::occupancy(device(name), {64, 16, bytes}).blocks_by_shared;
  };
  EXPECT_EQ(by_shared("9.0", 48 * 1024), 4u);     // 228 / 49
  EXPECT_EQ(by_shared("9.0", 227 * 1024), 1u);    // with its 1 KB just fits
  EXPECT_EQ(by_shared("7.0", 48 * 1024), 2u);     // 96 / 48, nothing reserved
  EXPECT_EQ(by_shared("8.0", 40 * 1024), 4u);     // 164 / 41 = 4 exactly
  EXPECT_EQ(by_shared("8.0", 40 * 1024 + 1), 3u); // rounded up to 128 bytes
  EXPECT_FALSE(model::occupancy(device("9.0"), {64, 16, 48 * 1024}).needs_optin);
  EXPECT_TRUE(model::occupancy(device("9.0"), {64, 16, 48 * 1024 + 1}).needs_optin);
  EXPECT_EQ(model::occupancy(device("9.0"), {64, 16, 48 * 1024}).limiter, model::Limiter::SharedMemory);
  EXPECT_EQ(model::occupancy(device("9.0"), {64, 16, 300 * 1024}).illegal,
            "307200 bytes of shared memory are more than the 232448 a block may have on H200");
}

TEST(Occupancy, OddSizes) {
  EXPECT_NE(model::occupancy(device("9.0"), {0, 32, 0}).illegal, "");
  EXPECT_NE(model::occupancy(device("9.0"), {~0ull, 32, 0}).illegal, "");
  EXPECT_NE(model::occupancy(device("9.0"), {32, 32, ~0ull}).illegal, "");
  EXPECT_EQ(model::occupancy(device("9.0"), {1, 32, 0}).blocks_per_sm, 32u);
  EXPECT_EQ(model::occupancy(device("9.0"), {33, 32, 0}).warps_per_sm, 64u)
      << "a warp of one thread is a warp";
}

} // namespace
