// Evaluates the formulae of tile_sizes.h for every tile size.
#include "sim/tiling/tile_sizes.h"

#include <algorithm>

namespace warpscope::tiling {

std::vector<TileSize> tile_sizes(const ProductShape& s, const Device& device, std::uint32_t registers) {
  constexpr std::uint32_t largest = 64;
  const DeviceNumber* const peak = device.find("fp32_peak");           // TFLOP/s
  const DeviceNumber* const bandwidth = device.find("dram_bandwidth"); // GB/s
  const double products = static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
  std::vector<TileSize> sizes;
  for (std::uint32_t t = 1; t <= largest; ++t) {
    TileSize size;
    size.tile = t;
    size.loads = (s.n + t - 1) / t * s.m * s.k + (s.m + t - 1) / t * s.k * s.n;
    size.bytes = (size.loads + s.m * s.n) * s.element_bytes;
    size.reuse = 2 * products / static_cast<double>(size.loads);
    size.intensity = 2 * products / static_cast<double>(size.bytes);
    size.shared_bytes = 2ull * t * t * s.element_bytes;
    size.threads = std::uint64_t{t} * t;
    size.occupancy = model::occupancy(device, {size.threads, registers, size.shared_bytes});
    size.illegal = size.occupancy.illegal;
    if (peak != nullptr && bandwidth != nullptr) {
      const double slope = size.intensity * bandwidth->value / 1000;
      size.memory_bound = slope < peak->value;
      size.tflops = std::min(slope, peak->value);
    }
    sizes.push_back(std::move(size));
  }
  return sizes;
}

} // namespace warpscope::tiling
