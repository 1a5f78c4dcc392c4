// Finds products whose tiles hang over the matrices' edges.
#include "app/results/telling_block.h"

#include "app/playback/run.h"
#include "sim/tiling/product.h"

namespace warpscope::results {

std::optional<std::uint64_t> telling_block(const std::shared_ptr<const run::Result>& result) {
  constexpr std::size_t most_events = 200'000; // of a block that is searched for tiles
  const std::uint64_t blocks = result->launch.grid.count();
  if (blocks < 2 || result->status != run::Status::Done || result->program == nullptr ||
      result->trace == nullptr || result->trace->size() == 0 || result->trace->size() > most_events ||
      result->trace->block() + 1 == blocks || !result->hazards.empty())
    return std::nullopt;
  const std::shared_ptr<const tiling::Tiling> tiling = playback::Run::of(result)->tiling();
  if (tiling == nullptr || tiling->phases().empty()) return std::nullopt;
  const auto last = static_cast<std::uint32_t>(tiling->phases().size() - 1);
  const std::optional<tiling::TiledProduct> product = tiling::find_product(*tiling, last);
  if (!product) return std::nullopt;
  const auto hangs_over = [&](std::uint32_t array, bool of_rows) {
    const std::optional<tiling::TileMap> map = tiling::last_map(*tiling, last, array);
    const tiling::TilingBuffer& buffer = tiling->buffers()[map->buffer];
    const std::uint64_t all = of_rows ? buffer.rows() : buffer.columns();
    const std::uint32_t tile = of_rows != map->transposed ? map->rows : map->columns;
    return tile != 0 && all % tile != 0;
  };
  if (!hangs_over(product->left, true) && !hangs_over(product->above, false)) return std::nullopt;
  return blocks - 1;
}

} // namespace warpscope::results
