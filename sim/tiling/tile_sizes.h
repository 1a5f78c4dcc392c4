// What a product of matrices costs with square tiles of each size, one thread a result: C (m x n) = A (m x k)
// * B (k x n).
//
// The formulae, with t x t tiles and guards that load only what exists: each of the ceil(n / t) columns of
// blocks loads all of A, each of the ceil(m / t) rows of blocks all of B, and C is stored once. Without tiles
// each of the m n k products loads both its factors. A product is 2 floating-point operations. The roofline
// is min(peak, intensity x bandwidth), with the bytes that the blocks ask for.
//
// Not seen: caches (a block's loads count as if each went to DRAM), what the compiler does with another size
// (its registers too).
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
  std::string illegal;            ///< why no such block can start; empty: it can
  std::uint64_t loads = 0;        ///< elements of A and B, of the whole grid
  std::uint64_t bytes = 0;        ///< of loads and stores
  double reuse = 1;               ///< loads without tiles, for each load
  double intensity = 0;           ///< operations a byte
  std::uint64_t shared_bytes = 0; ///< both tiles
  std::uint64_t threads = 1;      ///< of a block
  model::Occupancy occupancy;
  double tflops = 0; ///< the roofline's height there, 10^12 operations a second; 0: the device's rates are
                     ///< not known
  bool memory_bound = false; ///< under the slope, not under the roof
};

/// t = 1 .. 64. No dimension may be 0. `registers`: a thread's, where a compiler said them of one size; every
/// size is taken to need as many. 0: not known, they do not limit.
[[nodiscard]] std::vector<TileSize> tile_sizes(const ProductShape& shape, const Device& device,
                                               std::uint32_t registers = 0);

} // namespace warpscope::tiling
