// The formulae of tile sizes against the simulator's counts.
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"
#include "sim/tiling/tile_sizes.h"
#include "tests/tiling/kernels.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(TileSizes, TheFormulaeAreWhatTheSimulatorCounts) {
  compile::Compiler compiler;
  for (const auto& [n, t] : {std::pair{70u, 16u}, {70u, 4u}, {5u, 4u}, {64u, 32u}}) {
    run::Request request;
    request.file = "k.cu";
    request.text = testing::tiled_product;
    request.device = *devices::find_device("cc90");
    request.overrides.parameters = {{"N", std::to_string(n)}, {"T", std::to_string(t)}};
    const run::Result result = run::simulate(compiler, request);
    ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    const tiling::TileSize size = tiling::tile_sizes({n, n, n, 4}, request.device)[t - 1];
    ASSERT_EQ(size.tile, t);
    EXPECT_EQ(size.loads, result.totals.global[static_cast<int>(AccessKind::Load)].lanes) << n << ", " << t;
    EXPECT_EQ(size.bytes, 4 * (size.loads + result.totals.global[static_cast<int>(AccessKind::Store)].lanes))
        << n << ", " << t;
    EXPECT_EQ(size.shared_bytes, result.program->kernels[result.kernel].shared_bytes);
  }
}

TEST(TileSizes, NumbersOfTheLabAtItsEdges) {
  const std::vector<tiling::TileSize> sizes = tiling::tile_sizes({70, 70, 70, 4},
                                                                 *devices::find_device("cc90"));
  ASSERT_EQ(sizes.size(), 64u);
  EXPECT_EQ(sizes[0].loads, 686'000u); // no reuse at all
  EXPECT_DOUBLE_EQ(sizes[0].reuse, 1);
  EXPECT_EQ(sizes[15].loads, 49'000u); // five columns and five rows of blocks
  EXPECT_DOUBLE_EQ(sizes[15].reuse, 14);
  EXPECT_EQ(sizes[15].shared_bytes, 2048u);
}

TEST(TileSizes, TheRooflineRisesWithTheTileUntilTheRoof) {
  Device device = *devices::find_device("cc90");
  const double peak = device.find("fp32_peak")->value, bandwidth = device.find("dram_bandwidth")->value;
  const std::vector<tiling::TileSize> sizes = tiling::tile_sizes({4096, 4096, 4096, 4}, device);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_NEAR(sizes[i].tflops, std::min(peak, sizes[i].intensity * bandwidth / 1000), 1e-9);
    EXPECT_EQ(sizes[i].memory_bound, sizes[i].tflops < peak);
  }
  EXPECT_LT(sizes[7].tflops, sizes[15].tflops);
  // t / 4 operations a byte, but for the results: 2 t^2 k operations for 2 t k + t^2 elements of 4 bytes.
  EXPECT_NEAR(sizes[15].intensity, 2. * 16 * 16 * 4096 / (4. * (2 * 16 * 4096 + 16 * 16)), 1e-9);
  device.numbers.clear();
  EXPECT_EQ(tiling::tile_sizes({8, 8, 8, 4}, device)[3].tflops, 0);
}

TEST(TileSizes, BlocksThatCannotStartSayWhy) {
  const std::vector<tiling::TileSize> sizes = tiling::tile_sizes({256, 256, 256, 4},
                                                                 *devices::find_device("cc90"));
  for (const tiling::TileSize& size : sizes)
    EXPECT_EQ(size.illegal.empty(), size.tile <= 32) << size.tile; // 33 x 33 > 1,024 threads
  EXPECT_NE(sizes[32].illegal.find("1089"), std::string::npos) << sizes[32].illegal;
  EXPECT_EQ(sizes[31].occupancy.warps_per_sm, 64u); // two blocks of 32 warps
}

} // namespace
} // namespace warpscope
