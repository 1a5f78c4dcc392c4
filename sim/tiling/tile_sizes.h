// The cost of a matrix product with square tiles of each size and one result per thread: C (m x n) = A (m x
// k) * B (k x n).
//
// The formulae, with t x t tiles and guards that load only what exists: each of the ceil(n / t) columns of
// blocks loads all of A, each of the ceil(m / t) rows of blocks all of B, and C is stored once. Without tiles
// each of the m n k products loads both its factors. A product is 2 floating-point operations. The roofline
// is min(peak, intensity x bandwidth), with the bytes that the blocks ask for.
//
// Not modelled: caches (each of a block's loads counts as if it went to DRAM), and what the compiler does
// with another tile size (its registers too).
#pragma once

#include "sim/base/device.h"
#include "sim/model/occupancy.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::tiling {

struct ProductShape {
  std::uint64_t m = 0, n = 0, k = 0;
  std::uint32_t element_bytes = 4;
  bool operator==(const ProductShape&) const = default;
};

struct TileSize {
  std::uint32_t tile = 1;         ///< t
  std::string illegal;            ///< why a block of this size cannot start; empty: it can
  std::uint64_t loads = 0;        ///< elements of A and B loaded, in the whole grid
  std::uint64_t bytes = 0;        ///< of loads and stores
  double reuse = 1;               ///< the loads without tiles, divided by `loads`
  double intensity = 0;           ///< arithmetic intensity: operations per byte
  std::uint64_t shared_bytes = 0; ///< of both tiles
  std::uint64_t threads = 1;      ///< of a block
  model::Occupancy occupancy;
  /// The roofline at this intensity, in 10^12 operations a second; 0: the device's rates are not known.
  double tflops = 0;
  bool memory_bound = false; ///< below the ridge point of the roofline
};

/// Returns t = 1 to 64. No dimension may be 0. `registers`: registers per thread, as a compiler reported them
/// for one size; every size is assumed to need as many. 0: not known, so registers do not limit.
[[nodiscard]] std::vector<TileSize> tile_sizes(const ProductShape& shape, const Device& device,
                                               std::uint32_t registers = 0);

} // namespace warpscope::tiling
