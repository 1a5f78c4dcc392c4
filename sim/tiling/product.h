// Recognises a block that computes a tile of a matrix product, C = A * B, and finds its tiles.
//
// The rule: two buffers are loaded into one shared array each and a third one is only stored; all three are
// matrices; and the elements that the threads store first lie where the rows of A and the columns of B in the
// current tiles intersect.
#pragma once

#include "sim/base/dim3.h"
#include "sim/tiling/tile_sizes.h"
#include "sim/tiling/tiling.h"

#include <cstdint>
#include <optional>

namespace warpscope::tiling {

struct TiledProduct {
  std::uint32_t left = 0, above = 0; ///< arrays: A's tile is drawn to the left of the results, B's above them
  std::uint32_t a = 0, b = 0, c = 0; ///< buffers
};

/// Returns where the array's loaded cells lie in their buffer, according to the last phase up to this one
/// (from 0) that shows it.
[[nodiscard]] std::optional<TileMap> last_map(const Tiling& tiling, std::uint32_t phase, std::uint32_t array);

/// Recognises the product from the phases up to this one; there must be phases.
[[nodiscard]] std::optional<TiledProduct> find_product(const Tiling& tiling, std::uint32_t phase);

struct SquareTiles {
  ProductShape shape;
  std::uint32_t tile = 0; ///< rows and columns of a tile
};
/// Returns the sizes when the tiles are square and each thread computes one result: the case that
/// tile_sizes() covers.
[[nodiscard]] std::optional<SquareTiles> square_tiles(const Tiling& tiling, const TiledProduct& product,
                                                      std::uint32_t phase, Dim3 block);

} // namespace warpscope::tiling
