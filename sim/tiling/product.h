// Whether a block computes a tile of a product of matrices, C = A * B, and with which tiles.
//
// The rule: two buffers are loaded into one shared array each and a third one is stored only; all three are
// matrices; the elements that the threads store first lie where A's rows and B's columns of the present tiles
// meet.
#pragma once

#include "sim/base/dim3.h"
#include "sim/tiling/tile_sizes.h"
#include "sim/tiling/tiling.h"

#include <cstdint>
#include <optional>

namespace warpscope::tiling {

struct TiledProduct {
  std::uint32_t left = 0, above = 0; ///< arrays: A's tile stands at the left of the results, B's above them
  std::uint32_t a = 0, b = 0, c = 0; ///< buffers
};

/// Where the array's loaded cells lie, as the latest phase up to this one (from 0) shows it.
[[nodiscard]] std::optional<TileMap> last_map(const Tiling& tiling, std::uint32_t phase, std::uint32_t array);

/// As the phases up to this one show it; there must be phases.
[[nodiscard]] std::optional<TiledProduct> find_product(const Tiling& tiling, std::uint32_t phase);

struct SquareTiles {
  ProductShape shape;
  std::uint32_t tile = 0; ///< rows and columns
};
/// Square tiles and one thread a result: what tile_sizes() is about.
[[nodiscard]] std::optional<SquareTiles> square_tiles(const Tiling& tiling, const TiledProduct& product,
                                                      std::uint32_t phase, Dim3 block);

} // namespace warpscope::tiling
