// Which bytes a copy of a tensor's tile moves, and where they lie in shared memory.
//
// Source: the PTX ISA (tensor copies, swizzling modes), and what an H200 did with the same tiles
// (tests/hardware/h200_tensor_tiles.tsv).
#pragma once

#include "sim/base/tensor_map.h"

#include <cstdint>
#include <vector>

namespace warpscope::exec {

/// One piece of a tile: up to 16 bytes that lie together in shared memory, and in global memory unless
/// `outside`.
struct TilePiece {
  std::uint64_t global = 0; ///< generic; no meaning outside
  std::uint32_t shared = 0; ///< from the tile's beginning, swizzled
  std::uint32_t linear = 0; ///< the same without the swizzle
  std::uint32_t bytes = 0;
  bool outside = false; ///< of the tensor: zeros, or NaN, are loaded, and nothing is stored
};
/// Returns the pieces of the tile at these coordinates, row by row. `base`: the shared address of the tile,
/// whose bits the swizzle uses.
[[nodiscard]] std::vector<TilePiece> pieces_of_tile(const TensorMap& map, const std::int32_t* coordinates,
                                                    std::uint32_t base);

/// Returns where the 16 bytes at this shared address lie in a mode of CUtensorMapSwizzle (0 to 3).
[[nodiscard]] constexpr std::uint32_t swizzled(std::uint32_t address, std::uint32_t swizzle) {
  const std::uint32_t bits = (1u << swizzle) - 1;
  return address ^ ((address >> 7 & bits) << 4);
}

} // namespace warpscope::exec
