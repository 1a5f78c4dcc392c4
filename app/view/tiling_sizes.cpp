// The table of tile sizes beside the scene Tiling: the same product with other tiles, by the formulae of sim/tiling/tile_sizes.h.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"
#include "sim/tiling/tile_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpscope::tiling_view {
namespace {

struct Column {
  std::string_view head, tip; ///< keys
  std::string (*text)(const TileSize& size);
};

/// "14", "7.8", "0.25"
std::string short_number(double x) { return x >= 100 ? grouped(static_cast<std::uint64_t>(x + .5)) : x >= 9.95 ? fmt::format("{:.0f}", x) : fmt::format("{:.1f}", x); }

constexpr std::array columns{
    Column{"tiling.size_tile", "tiling.size_tile_tip", [](const TileSize& s) { return std::to_string(s.tile); }},
    Column{"tiling.size_loads", "tiling.size_loads_tip", [](const TileSize& s) { return grouped(s.loads); }},
    Column{"tiling.size_reuse", "tiling.size_reuse_tip", [](const TileSize& s) { return short_number(s.reuse); }},
    Column{"tiling.size_intensity", "tiling.size_intensity_tip", [](const TileSize& s) { return short_number(s.intensity); }},
    Column{"tiling.size_tflops", "tiling.size_tflops_tip", [](const TileSize& s) { return s.tflops > 0 ? short_number(s.tflops) : std::string("–"); }},
    Column{"tiling.size_occupancy", "tiling.size_occupancy_tip", [](const TileSize& s) { return percent(static_cast<std::uint64_t>(1000 * s.occupancy.fraction + .5), 1000); }},
    Column{"tiling.size_shared", "tiling.size_shared_tip", [](const TileSize& s) { return grouped(s.shared_bytes); }},
};

constexpr float line_share = 1.26F; ///< of the text's size
constexpr float least_lines = 8.1F; ///< head, six sizes, and the run's own where it is another

} // namespace

std::optional<std::pair<ProductShape, std::uint32_t>> TilingScene::product_shape() const {
  if (!product_) return std::nullopt;
  const std::optional<TileMap> left = last_map(product_->left), above = last_map(product_->above);
  const std::uint64_t threads = std::uint64_t{input_.block.x} * input_.block.y * input_.block.z;
  const bool square = left->rows == left->columns && above->rows == left->rows && above->columns == left->rows;
  if (!square || threads != std::uint64_t{left->rows} * left->rows) return std::nullopt; // one thread a result
  const TilingBuffer &a = tiling_->buffers()[product_->a], &b = tiling_->buffers()[product_->b];
  if (a.columns() != b.rows()) return std::nullopt;
  return std::pair(ProductShape{a.rows(), b.columns(), a.columns(), a.element_size}, left->rows);
}

float TilingScene::height_of_sizes() const { return product_shape() && input_.device != nullptr ? least_lines * line_share * text(15) : 0; }

void TilingScene::draw_sizes(Box room) {
  const auto product = product_shape();
  if (!product || input_.device == nullptr) return;
  const float size = text(15), line = line_share * size, between = 1.1F * size;
  const std::vector<TileSize> all = tile_sizes(product->first, *input_.device);
  std::vector<std::uint32_t> tiles{1, 4, 8, 16, 32, 64};
  if (room.h >= (least_lines + 2) * line) tiles.insert(tiles.begin() + 1, 2);
  if (product->second <= all.size() && std::find(tiles.begin(), tiles.end(), product->second) == tiles.end()) tiles.push_back(product->second);
  std::sort(tiles.begin(), tiles.end());
  // As many columns as there is width for.
  std::vector<float> ends;
  float x = room.x;
  for (const Column& column : columns) {
    float w = text_width(tr(column.head), Font::Regular, size);
    for (const std::uint32_t t : tiles)
      if (all[t - 1].illegal.empty()) w = std::max(w, text_width(column.text(all[t - 1]), Font::Mono, size));
    if (x + w > room.x + room.w) break;
    ends.push_back(x + w);
    x += w + between;
  }
  if (ends.size() < 3) return;
  float y = room.y + .7F * line;
  for (std::size_t c = 0; c < ends.size(); ++c)
    say({ends[c], y}, std::string(tr(columns[c].head)), size, theme_.t2, Font::Regular, Anchor::End, std::string(tr(columns[c].tip)));
  for (const std::uint32_t t : tiles) {
    y += line;
    const TileSize& row = all[t - 1];
    const bool now = t == product->second;
    if (now) canvas_.fill({room.x - 6, y - line / 2, ends.back() - room.x + 12, line}, 4, theme_.bg3);
    const Color color = now ? theme_.t1 : theme_.t2;
    const Font font = now ? Font::MonoBold : Font::Mono;
    say({ends[0], y}, columns[0].text(row), size, color, font, Anchor::End,
        trf("tiling.size_row_tip", arg("tile", t), arg("threads", grouped(row.threads)), arg("bytes", grouped(row.shared_bytes))));
    if (!row.illegal.empty()) {
      const float from = ends[0] + between;
      const std::string why = trf("tiling.size_illegal", arg("threads", grouped(row.threads)));
      say({from, y}, fit_text(why, Font::Regular, size, room.x + room.w - from), size, theme_.conflict_text, Font::Regular, Anchor::Start,
          trf("tiling.size_illegal_tip", arg("most", grouped(input_.device->max_threads_per_block))));
      continue;
    }
    for (std::size_t c = 1; c < ends.size(); ++c) say({ends[c], y}, columns[c].text(row), size, color, font, Anchor::End, std::string(tr(columns[c].tip)));
  }
  y += 1.05F * line;
  if (y + line / 2 > room.y + room.h) return;
  const std::string whose = trf("tiling.size_whose", arg("device", input_.device->name));
  say({room.x, y}, fit_text(whose, Font::Regular, size, room.w), size, theme_.t3, Font::Regular, Anchor::Start, std::string(tr("tiling.size_whose_tip")));
}

} // namespace warpscope::tiling_view
