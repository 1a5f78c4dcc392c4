// Recognises tiled matrix products.
#include "sim/tiling/product.h"

#include <vector>

namespace warpscope::tiling {

std::optional<TileMap> last_map(const Tiling& tiling, std::uint32_t phase, std::uint32_t array) {
  for (std::uint32_t p = phase + 1; p-- > 0;)
    if (tiling.phases()[p].arrays[array].map) return tiling.phases()[p].arrays[array].map;
  return std::nullopt;
}

std::optional<TiledProduct> find_product(const Tiling& tiling, std::uint32_t phase) {
  // Buffers that some phase loads; buffers that are stored and never loaded.
  std::vector<std::uint32_t> loaded, stored;
  for (std::uint32_t b = 0; b < tiling.buffers().size(); ++b) {
    bool loads = false, stores = false;
    for (const TilingPhase& p : tiling.phases()) {
      loads = loads || p.buffers[b].loads > 0;
      stores = stores || p.buffers[b].stores > 0;
    }
    if (loads) loaded.push_back(b);
    else if (stores) stored.push_back(b);
  }
  if (loaded.size() != 2 || stored.size() != 1 || tiling.arrays().size() != 2) return std::nullopt;
  TiledProduct product;
  product.c = stored[0];
  bool has_a = false, has_b = false;
  std::int64_t row = 0, column = 0, rows = 0, columns = 0;
  for (std::uint32_t a = 0; a < 2; ++a) {
    const std::optional<TileMap> map = last_map(tiling, phase, a);
    if (!map || !tiling.buffers()[map->buffer].is_matrix()) return std::nullopt;
    const std::int64_t high = map->transposed ? map->columns : map->rows,
                       wide = map->transposed ? map->rows : map->columns;
    if (map->buffer == loaded[0])
      product.left = a, product.a = map->buffer, has_a = true, row = map->row0, rows = high;
    else product.above = a, product.b = map->buffer, has_b = true, column = map->column0, columns = wide;
    if (tiling.arrays()[a].rows() > map->rows + map->first_row || map->first_row != 0)
      return std::nullopt; // a double buffer shows its two halves
  }
  const TilingBuffer& c = tiling.buffers()[product.c];
  if (!has_a || !has_b || !c.is_matrix()) return std::nullopt;
  for (const ThreadResult& result : tiling.results()) {
    if (!result.buffer || *result.buffer != product.c) continue;
    const auto r = static_cast<std::int64_t>(result.element / c.row_length),
               k = static_cast<std::int64_t>(result.element % c.row_length);
    if (r < row || r >= row + rows || k < column || k >= column + columns) return std::nullopt;
  }
  return product;
}

std::optional<SquareTiles> square_tiles(const Tiling& tiling, const TiledProduct& product,
                                        std::uint32_t phase, Dim3 block) {
  const std::optional<TileMap> left = last_map(tiling, phase, product.left),
                               above = last_map(tiling, phase, product.above);
  if (!left || !above) return std::nullopt;
  const bool square = left->rows == left->columns && above->rows == left->rows &&
                      above->columns == left->rows;
  if (!square || block.count() != std::uint64_t{left->rows} * left->rows)
    return std::nullopt; // one thread a result
  const TilingBuffer &a = tiling.buffers()[product.a], &b = tiling.buffers()[product.b];
  if (a.columns() != b.rows()) return std::nullopt;
  return SquareTiles{{a.rows(), b.columns(), a.columns(), a.element_size}, left->rows};
}

} // namespace warpscope::tiling
