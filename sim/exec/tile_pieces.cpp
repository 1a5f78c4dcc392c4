// Lists the pieces of a tile.
#include "sim/exec/tile_pieces.h"

#include <algorithm>

namespace warpscope::exec {

std::vector<TilePiece> pieces_of_tile(const TensorMap& map, const std::int32_t* coordinates,
                                      std::uint32_t base) {
  std::vector<TilePiece> pieces;
  std::uint32_t counts[TensorMap::most_dimensions];
  std::uint64_t rows = 1;
  for (std::uint32_t i = 0; i < TensorMap::most_dimensions; ++i) {
    counts[i] = i < map.dimensions ? map.count(i) : 1;
    if (i > 0) rows *= counts[i];
  }
  const std::uint32_t row_bytes = counts[0] * map.element_bytes;
  // A row that is shorter than the swizzle's span leaves the rest of it untouched.
  const std::uint32_t pitch = map.swizzle == 0 ? row_bytes : std::max(row_bytes, 16u << map.swizzle);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t rest = row, global = map.address;
    bool inside = true;
    for (std::uint32_t i = 1; i < map.dimensions; ++i) {
      const std::int64_t at = std::int64_t{coordinates[i]} +
                              static_cast<std::int64_t>(rest % counts[i]) * map.steps[i];
      rest /= counts[i];
      inside = inside && at >= 0 && at <= std::int64_t{map.last[i]};
      global += static_cast<std::uint64_t>(at) * map.strides[i - 1];
    }
    const std::uint32_t at_once = map.steps[0] == 1 ? 16 / map.element_bytes : 1;
    for (std::uint32_t column = 0; column < counts[0]; column += at_once) {
      // A piece may reach over the edge of the tensor: then its elements go one by one.
      const auto place = [&](std::uint32_t n) {
        return std::int64_t{coordinates[0]} + std::int64_t{n} * map.steps[0];
      };
      const auto is_inside = [&](std::int64_t at) {
        return inside && at >= 0 && at <= std::int64_t{map.last[0]};
      };
      const bool first = is_inside(place(column)), last = is_inside(place(column + at_once - 1));
      const std::uint32_t step = first == last ? at_once : 1;
      for (std::uint32_t n = column; n < column + at_once; n += step) {
        TilePiece piece;
        const std::uint32_t linear = static_cast<std::uint32_t>(row) * pitch + n * map.element_bytes;
        piece.shared = swizzled(base + linear, map.swizzle) - base;
        piece.linear = linear;
        piece.bytes = step * map.element_bytes;
        piece.outside = !is_inside(place(n));
        piece.global = global + static_cast<std::uint64_t>(place(n) * map.element_bytes);
        pieces.push_back(piece);
      }
    }
  }
  return pieces;
}

} // namespace warpscope::exec
