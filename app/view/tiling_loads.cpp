// Counts and draws how many loads from global memory a product's tiles save: this block, a block without
// edges, the whole product.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"

#include <algorithm>
#include <array>

namespace warpscope::view::tiling_view {
namespace {

/// Rows and columns of a tile as its matrix has them.
struct TileShape {
  std::uint64_t rows = 0, columns = 0;
};
TileShape shape_of_tile(const tiling::TileMap& map) {
  return map.transposed ? TileShape{map.columns, map.rows} : TileShape{map.rows, map.columns};
}

std::uint64_t parts(std::uint64_t whole, std::uint64_t part) { return (whole + part - 1) / part; }

} // namespace

std::optional<Loads> loads_here(const tiling::Tiling& tiling, std::uint32_t phase) {
  const std::optional<tiling::TiledProduct> product = tiling::find_product(tiling, phase);
  if (!product) return std::nullopt;
  const std::optional<tiling::TileMap> left = tiling::last_map(tiling, phase, product->left);
  const auto columns = static_cast<std::int64_t>(tiling.buffers()[product->a].columns());
  const std::int64_t first = left->column0,
                     end = std::min<std::int64_t>(columns,
                                                  first + (left->transposed ? left->rows : left->columns));
  const std::uint64_t results = tiling::BufferPhase::count(tiling.phases().back().buffers[product->c].stored);
  const Loads loads{tiling.phases()[phase].loads(),
                    2 * results * static_cast<std::uint64_t>(std::max<std::int64_t>(0, end - first))};
  if (loads.with == 0 || loads.without <= loads.with) return std::nullopt;
  return loads;
}

std::optional<ProductLoads> product_loads(const tiling::Tiling& tiling, std::uint32_t phase,
                                          const tiling::TiledProduct& product) {
  const std::optional<Loads> here = loads_here(tiling, phase);
  const std::optional<tiling::TileMap> left = tiling::last_map(tiling, phase, product.left),
                                       above = tiling::last_map(tiling, phase, product.above);
  if (!here || !left || !above) return std::nullopt;
  const tiling::TilingBuffer &a = tiling.buffers()[product.a], &b = tiling.buffers()[product.b];
  const TileShape as = shape_of_tile(*left), bs = shape_of_tile(*above);
  if (as.rows == 0 || as.columns == 0 || bs.columns == 0 || a.columns() != b.rows()) return std::nullopt;
  ProductLoads loads;
  loads.here = *here;
  loads.inner = {as.rows * as.columns + as.columns * bs.columns, 2 * as.rows * bs.columns * as.columns};
  loads.whole = {a.rows() * a.columns() * parts(b.columns(), bs.columns) +
                     b.rows() * b.columns() * parts(a.rows(), as.rows),
                 2 * a.rows() * b.columns() * a.columns()};
  return loads;
}

std::string times_fewer(const Loads& loads) {
  const std::uint64_t tenths = (10 * loads.without + loads.with / 2) / loads.with;
  return tenths % 10 == 0 || tenths >= 100 ? grouped((tenths + 5) / 10)
                                           : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

namespace {

struct Row {
  std::string name, fewer, with, without, tip;
  Loads loads;
};
std::vector<Row> rows_of(const ProductLoads& loads) {
  std::vector<Row> rows;
  const auto add = [&](std::string_view name, std::string_view tip, const Loads& of) {
    rows.push_back({std::string(language::tr(name)),
                    language::trf("tiling.loads_fewer", language::arg("times", times_fewer(of))),
                    language::trf("tiling.loads_with", language::arg("n", grouped(of.with))),
                    language::trf("tiling.loads_without", language::arg("n", grouped(of.without))),
                    std::string(language::tr(tip)), of});
  };
  add("tiling.loads_here", "tiling.loads_here_tip", loads.here);
  add("tiling.loads_inner", "tiling.loads_inner_tip", loads.inner);
  add("tiling.loads_whole", "tiling.loads_whole_tip", loads.whole);
  return rows;
}

float width_of(const std::vector<Row>& rows, float size) {
  float w = 0;
  for (const Row& row : rows)
    w = std::max(
        {w, text_width(row.name, Font::SemiBold, size) + size + text_width(row.fewer, Font::SemiBold, size),
         text_width(row.with, Font::SemiBold, size) + size + text_width(row.without, Font::Regular, size)});
  return w;
}

} // namespace

float TilingScene::width_of_loads() const {
  const std::optional<ProductLoads> loads = product_loads(*tiling_, phase_, *product_);
  if (!loads) return 0;
  return std::max(width_of(rows_of(*loads), sizes_.least),
                  text_width(language::tr("tiling.loads_head"), Font::SemiBold, text(20)));
}

float TilingScene::height_of_loads() const {
  return 1.6F * text(20) + 3 * (3.1F * sizes_.least + std::max(5.F, .6F * sizes_.least));
}

bool TilingScene::draw_loads(Box room) {
  const std::optional<ProductLoads> loads = product_loads(*tiling_, phase_, *product_);
  if (!loads || width_of_loads() > room.w) return false;
  const std::string head(language::tr("tiling.loads_head"));
  const float title = text(20);
  const std::vector<Row> rows = rows_of(*loads);
  // The text shrinks a little before the table is left out.
  float size = text(15);
  while (size > sizes_.least && width_of(rows, size) > room.w) size -= 1;
  const float bar = std::max(5.F, .6F * size), least = 3.1F * size + bar;
  if (1.6F * title + 3 * least > room.h) return false;
  const float pitch = std::min((room.h - 1.6F * title) / 3, 1.5F * least), w = std::min(room.w, 24 * size);
  float y = room.y + .6F * title;
  say({room.x, y}, head, title, theme_.t1, Font::SemiBold, Anchor::Start, {});
  y += 1.5F * title;
  for (std::size_t r = 0; r < rows.size(); ++r, y += pitch) {
    const Row& row = rows[r];
    const bool first = r == 0;
    say({room.x, y}, row.name, size, first ? theme_.t1 : theme_.t2, first ? Font::SemiBold : Font::Regular,
        Anchor::Start, row.tip);
    say({room.x + w, y}, row.fewer, size, first ? praise(request_) : theme_.t1, Font::SemiBold, Anchor::End,
        row.tip);
    const Box track{room.x, y + .8F * size, w, bar};
    canvas_.outline(track, 1, theme_.edge, 1);
    const float share = static_cast<float>(
        static_cast<double>(row.loads.with) /
        static_cast<double>(std::max<std::uint64_t>(1, row.loads.without)));
    canvas_.fill({track.x, track.y, std::max(2.F, track.w * std::min(1.F, share)), track.h}, 1, theme_.now);
    const float below = track.y + bar + .85F * size;
    say({room.x, below}, row.with, size, praise(request_), Font::SemiBold, Anchor::Start, row.tip);
    say({room.x + w, below}, row.without, size, theme_.t2, Font::Regular, Anchor::End, row.tip);
  }
  return true;
}

} // namespace warpscope::view::tiling_view
