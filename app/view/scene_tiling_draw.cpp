// Draws the scene Tiling: see tiling_view.h.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpscope::view::tiling_view {
namespace {

constexpr float read_share = .42F, waiting_share = .20F; ///< opacity of `now` over the background (TOKENS)
constexpr std::size_t most_cells_drawn_apart = 20'000;
constexpr std::size_t most_tiles_drawn = 64; ///< in a row of the matrix

Hatch fill_hatch(const Theme& theme) { return {7, 1.5F, with_alpha(theme.t3, .55F)}; }

/// Enlarges the box to a visible size.
Box seen(Box box, float least) {
  if (box.w < least) box.x -= (least - box.w) / 2, box.w = least;
  if (box.h < least) box.y -= (least - box.h) / 2, box.h = least;
  return box;
}

} // namespace

bool TilingScene::say(Point at, const std::string& words, float size, Color color, Font font, Anchor anchor,
                      std::string tip) {
  if (words.empty() ||
      !canvas_.defined(definition::phase_counts).mid_if_free(at, words, size, color, font, anchor))
    return false;
  const float w = text_width(words, font, size);
  const float x = anchor == Anchor::Start ? at.x : anchor == Anchor::End ? at.x - w : at.x - w / 2;
  if (!tip.empty() && w > 0)
    canvas_.hit({x, at.y - .7F * size, w, 1.4F * size}, HitKind::Text, 0, std::move(tip));
  return true;
}

void TilingScene::draw_title(const Plate& plate) {
  const float y = plate.room.y + .5F * text(18);
  float x = plate.room.x;
  const float end = plate.room.x + plate.room.w;
  if (plate.of == Plate::Of::Array) {
    const tiling::TilingArray& array = tiling_->arrays()[plate.index];
    if (!say({x, y}, array.name, text(18), theme_.t1, Font::MonoBold, Anchor::Start, {})) return;
    x += text_width(array.name, Font::MonoBold, text(18)) + 10;
    std::string of = array.wrapped
                         ? language::trf("tiling.elements", language::arg("n", grouped(array.count)))
                         : language::trf("tiling.dimension", language::arg("rows", array.rows()),
                                         language::arg("columns", array.columns));
    if (const auto map = crossed_ ? last_map(plate.index) : std::nullopt) {
      // The range along which the phases go.
      const bool left = plate.index == product_->left, columns = left != map->transposed;
      const std::int64_t first = left ? map->column0 : map->row0;
      of = language::trf(left ? "tiling.columns_of" : "tiling.rows_of", language::arg("first", first),
                         language::arg("last", first + (columns ? map->columns : map->rows) - 1),
                         language::arg("name", tiling_->buffers()[map->buffer].name));
    }
    if (x + text_width(of, Font::Regular, text(15)) < end)
      say({x, y}, of, text(15), theme_.t2, Font::Regular, Anchor::Start,
          std::string(language::tr("tiling.shape_tip")));
    return;
  }
  const tiling::TilingBuffer& buffer = tiling_->buffers()[plate.index];
  if (plate.of == Plate::Of::Results) {
    const std::string name(language::tr("tiling.sum")), each(language::tr("tiling.sum_each"));
    if (!say({x, y}, name, text(18), theme_.t1, Font::MonoBold, Anchor::Start, {})) return;
    x += text_width(name, Font::MonoBold, text(18)) + 10;
    if (x + text_width(each, Font::Regular, text(15)) < end)
      say({x, y}, each, text(15), theme_.t2, Font::Regular, Anchor::Start, {});
    return;
  }
  if (!say({x, y}, buffer.name, text(18), theme_.t1, Font::Bold, Anchor::Start, {})) return;
  const float begin = x;
  x += text_width(buffer.name, Font::Bold, text(18)) + 10;
  std::string of = shape_of(buffer);
  if (!buffer.is_matrix() && plate.columns < static_cast<std::int64_t>(buffer.count()))
    of = language::trf(
        "tiling.window", language::arg("first", grouped(static_cast<std::uint64_t>(plate.column0))),
        language::arg("last", grouped(static_cast<std::uint64_t>(plate.column0 + plate.columns - 1))),
        language::arg("n", grouped(buffer.count())));
  const auto row_length = request_.options.tiling.row_lengths.find(buffer.name);
  const bool said = row_length != request_.options.tiling.row_lengths.end() && row_length->second != 0;
  if (const std::string longer = language::trf("tiling.said", language::arg("shape", of));
      said && plate.of == Plate::Of::Buffer && x + text_width(longer, Font::Regular, text(15)) <= end)
    of = longer;
  if (product_ && text_width(of, Font::Regular, text(15)) > end - x) of.clear();
  of = fit_text(of, Font::Regular, text(15), end - x);
  say({x, y}, of, text(15), said ? theme_.t1 : theme_.t2, said ? Font::SemiBold : Font::Regular,
      Anchor::Start, {});
  const float shown = x + text_width(of, Font::Regular, text(15)) - begin;
  canvas_.hit({begin, y - .7F * text(18), shown, 1.4F * text(18)}, HitKind::Rows, plate.index,
              std::string(language::tr(said ? "tiling.said_tip" : "tiling.rows_tip")));
}

/// Draws lines where one tile ends and the next begins.
void TilingScene::draw_tiles(const Plate& plate) {
  const tiling::TilingBuffer& buffer = tiling_->buffers()[plate.index];
  std::optional<tiling::TileMap> map;
  for (std::uint32_t a = 0; a < tiling_->arrays().size() && !map; ++a)
    if (const auto of = last_map(a); of && of->buffer == plate.index) map = of;
  if (product_ && plate.index == product_->c) {
    const auto left = last_map(product_->left), above = last_map(product_->above);
    map = tiling::TileMap{plate.index, false,
                          left->row0,  above->column0,
                          0,           left->transposed ? left->columns : left->rows,
                          0,           above->transposed ? above->rows : above->columns};
  }
  if (!map || !buffer.is_matrix()) return;
  const std::int64_t high = map->transposed ? map->columns : map->rows,
                     wide = map->transposed ? map->rows : map->columns;
  const Box all = plate.box(
      {0, 0, static_cast<std::int64_t>(buffer.rows()), static_cast<std::int64_t>(buffer.columns())});
  const float step_x = static_cast<float>(wide) * plate.cell_w,
              step_y = static_cast<float>(high) * plate.cell_h;
  if (wide > 0 && step_x >= 5 && map->column0 % wide == 0 && all.w / step_x < most_tiles_drawn)
    for (float x = all.x + step_x; x < all.x + all.w - 1; x += step_x)
      canvas_.fill({x - .5F, all.y, 1, all.h}, 0, theme_.bg1);
  if (high > 0 && step_y >= 5 && map->row0 % high == 0 && all.h / step_y < most_tiles_drawn)
    for (float y = all.y + step_y; y < all.y + all.h - 1; y += step_y)
      canvas_.fill({all.x, y - .5F, all.w, 1}, 0, theme_.bg1);
}

void TilingScene::draw_buffer(const Plate& plate) {
  const tiling::TilingBuffer& buffer = tiling_->buffers()[plate.index];
  const std::uint64_t columns = buffer.columns();
  const Box whole = plate.box();
  Rectangle exists{0, 0, static_cast<std::int64_t>(buffer.rows()), static_cast<std::int64_t>(columns)};
  if (!buffer.is_matrix())
    exists.column = std::max<std::int64_t>(0, plate.column0),
    exists.columns = std::min<std::int64_t>(exists.columns, plate.column0 + plate.columns) - exists.column;
  const Box real = plate.box(exists);
  if (whole.w > real.w + 1 || whole.h > real.h + 1)
    canvas_.outline(
        {whole.x + .75F, whole.y + .75F, std::max(1.F, whole.w - 1.5F), std::max(1.F, whole.h - 1.5F)}, 2,
        theme_.edge, 1, {4, 4});
  canvas_.fill(real, 2, theme_.bg2);
  const tiling::TilingPhase& now = tiling_->phases()[phase_];
  for (std::uint32_t p = 0; p < phase_; ++p)
    for (const auto* runs : {&tiling_->phases()[p].buffers[plate.index].loaded,
                             &tiling_->phases()[p].buffers[plate.index].stored}) {
      if (runs->size() > 4096 || phase_ > 512) continue;
      for (const Rectangle& r : rectangles_of(*runs, columns)) {
        const Box box = plate.box(r);
        canvas_.fill(seen(box, 2), 0, theme_.bg3);
        if (std::min(box.w, box.h) >= 14 && !marks_)
          canvas_.icon(Icon::Check, {box.x + box.w / 2, box.y + box.h / 2}, 12, theme_.t1);
      }
    }
  draw_tiles(plate);
  const tiling::BufferPhase& of = now.buffers[plate.index];
  for (const auto* runs : {&of.loaded, &of.stored})
    for (const Rectangle& r : rectangles_of(*runs, columns))
      canvas_.fill(seen(plate.box(r), 2), 0, mix(theme_.now, theme_.bg2, .3F));
  // What has been moved so far.
  std::vector<std::uint64_t> here = lit_.elements[plate.index];
  std::sort(here.begin(), here.end());
  std::vector<tiling::ElementRun> runs;
  for (const std::uint64_t e : here) {
    if (!runs.empty() && e < runs.back().first + runs.back().count) continue;
    if (!runs.empty() && e == runs.back().first + runs.back().count) ++runs.back().count;
    else runs.push_back({e, 1});
  }
  for (const Rectangle& r : rectangles_of(runs, columns)) canvas_.fill(seen(plate.box(r), 2), 0, theme_.now);
  // The whole tile, including the part beyond the end.
  const float unit = std::max(.8F, sizes_.f);
  for (std::uint32_t a = 0; a < tiling_->arrays().size(); ++a) {
    const std::optional<tiling::TileMap>& map = now.arrays[a].map;
    if (!map || map->buffer != plate.index) continue;
    const Rectangle tile = map->transposed
                               ? Rectangle{map->row0 + map->first_column, map->column0 + map->first_row,
                                           map->columns, map->rows}
                               : Rectangle{map->row0 + map->first_row, map->column0 + map->first_column,
                                           map->rows, map->columns};
    const Box box = seen(plate.box(tile), 6);
    const float right = std::max(box.x, real.x + real.w), below = std::max(box.y, real.y + real.h);
    if (box.x + box.w > right + 1)
      canvas_.hatch({right, box.y, box.x + box.w - right, box.h}, 0, fill_hatch(theme_));
    if (box.y + box.h > below + 1)
      canvas_.hatch({box.x, below, std::min(box.w, right - box.x), box.y + box.h - below}, 0,
                    fill_hatch(theme_));
    if (box.x < real.x - 1) canvas_.hatch({box.x, box.y, real.x - box.x, box.h}, 0, fill_hatch(theme_));
    if (box.y < real.y - 1)
      canvas_.hatch({std::max(box.x, real.x), box.y, box.x + box.w - std::max(box.x, real.x), real.y - box.y},
                    0, fill_hatch(theme_));
    canvas_.outline(box, 2, theme_.now, 2.5F * unit);
    if (crossed_) continue; // where the tiles are says which is whose
    const std::string to = language::trf("tiling.to", language::arg("name", tiling_->arrays()[a].name));
    const float size = text(16), w = text_width(to, Font::SemiBold, size);
    const float at_y = box.y + box.h / 2;
    if (box.x + box.w + 8 + w < plate.room.x + plate.room.w)
      canvas_.mid_if_free({box.x + box.w + 8, at_y}, to, size, theme_.now, Font::SemiBold);
    else if (box.y + box.h + size < plate.room.y + plate.room.h)
      canvas_.mid_if_free({box.x + box.w, box.y + box.h + .8F * size}, to, size, theme_.now, Font::SemiBold,
                          Anchor::End);
  }
  if (product_ && plate.index == product_->c) { // where the block's results go
    const auto left = last_map(product_->left), above = last_map(product_->above);
    const Box box = seen(plate.box({left->row0, above->column0, left->transposed ? left->columns : left->rows,
                                    above->transposed ? above->rows : above->columns}),
                         6);
    canvas_.outline(box, 2, theme_.now, 2.F * unit, of.stored.empty() ? Dash{5, 4} : Dash{});
  }
  canvas_.hit(whole, HitKind::Text, 0,
              language::trf("tiling.join", language::arg("one", buffer.name),
                            language::arg("two", shape_of(buffer))));
}

std::string TilingScene::tip_of(const tiling::TilingArray& array, std::uint32_t element) const {
  const tiling::TilingCell& cell = state_.cells[array.first_cell + element];
  const std::string name = cell_name(array, element);
  switch (cell.origin) {
  case tiling::CellOrigin::Unwritten:
    return cell.read_unwritten ? language::trf("tiling.holds_unwritten", language::arg("cell", name),
                                               language::arg("reads", cell.reads))
                               : language::trf("tiling.holds_nothing", language::arg("cell", name));
  case tiling::CellOrigin::Filled:
    return language::trf(cell.zero ? "tiling.holds_zero" : "tiling.holds_constant",
                         language::arg("cell", name), language::arg("reads", cell.reads));
  case tiling::CellOrigin::Computed:
    return language::trf("tiling.holds_computed", language::arg("cell", name),
                         language::arg("reads", cell.reads));
  case tiling::CellOrigin::Loaded: break;
  }
  return language::trf(cell.changed ? "tiling.holds_changed" : "tiling.holds", language::arg("cell", name),
                       language::arg("element", element_name(tiling_->buffers()[cell.buffer], cell.element)),
                       language::arg("reads", cell.reads));
}

void TilingScene::draw_cell(const Plate& plate, const tiling::TilingArray& array, std::uint32_t element,
                            bool lit) {
  const tiling::TilingCell& cell = state_.cells[array.first_cell + element];
  Box box = plate.box({static_cast<std::int64_t>(element / static_cast<std::uint32_t>(plate.columns)),
                       static_cast<std::int64_t>(element % static_cast<std::uint32_t>(plate.columns)), 1, 1});
  const float gap = plate.cell_w >= 10 ? 1.5F : plate.cell_w >= 5 ? 1.F : plate.cell_w >= 3 ? .5F : 0;
  box = {box.x + gap / 2, box.y + gap / 2, box.w - gap, box.h - gap};
  const float radius = std::min(2.F, box.w / 4);
  const bool old = cell.phase != state_.phase;
  const float share = lit ? 1.F : cell.reads > 0 ? read_share : old ? .7F * waiting_share : waiting_share;
  switch (cell.origin) {
  case tiling::CellOrigin::Unwritten:
    if (cell.read_unwritten) {
      canvas_.fill(box, radius, mix(theme_.hazard, theme_.bg1, lit ? .75F : .42F));
      if (plate.cell_w >= 6)
        canvas_.outline(
            {box.x + .75F, box.y + .75F, std::max(.5F, box.w - 1.5F), std::max(.5F, box.h - 1.5F)}, radius,
            theme_.hazard, 1.5F, {3, 3});
    } else
      canvas_.outline({box.x + .5F, box.y + .5F, std::max(.5F, box.w - 1), std::max(.5F, box.h - 1)}, radius,
                      theme_.line, 1, plate.cell_w >= 8 ? Dash{2, 2} : Dash{});
    break;
  case tiling::CellOrigin::Loaded: canvas_.fill(box, radius, mix(theme_.now, theme_.bg1, share)); break;
  case tiling::CellOrigin::Computed:
    canvas_.fill(box, radius, mix(theme_.broadcast, theme_.bg1, share));
    break;
  case tiling::CellOrigin::Filled:
    canvas_.fill(box, radius, theme_.bg2);
    if (plate.cell_w >= 4) canvas_.hatch(box, radius, fill_hatch(theme_));
    if (lit) canvas_.outline(box, radius, theme_.now, 1.5F);
    break;
  }
}

void TilingScene::draw_array(const Plate& plate) {
  const tiling::TilingArray& array = tiling_->arrays()[plate.index];
  std::vector<bool> lit(array.count);
  for (const std::uint32_t cell : lit_.cells)
    if (cell >= array.first_cell && cell - array.first_cell < array.count)
      lit[cell - array.first_cell] = true;
  const auto drawn = static_cast<std::uint32_t>(std::min<std::size_t>(array.count, most_cells_drawn_apart));
  for (std::uint32_t e = 0; e < drawn; ++e)
    if (!plate.folds(e / static_cast<std::uint32_t>(plate.columns),
                     e % static_cast<std::uint32_t>(plate.columns)) &&
        !plate.hides(e / static_cast<std::uint32_t>(plate.columns)))
      draw_cell(plate, array, e, lit[e]);
  draw_folded(plate, array, lit);
  for (std::uint32_t e = 0; e < drawn && plate.cell_w >= 3; ++e)
    if (!plate.hides(e / static_cast<std::uint32_t>(plate.columns)))
      canvas_.hit(plate.box({static_cast<std::int64_t>(e / static_cast<std::uint32_t>(plate.columns)),
                             static_cast<std::int64_t>(e % static_cast<std::uint32_t>(plate.columns)), 1, 1}),
                  HitKind::Cell, e, tip_of(array, e));
  if (product_ && plate.index == product_->left) draw_column_reads(plate, array);
  else draw_row_reads(plate, array);
}

/// Draws the narrow rows or columns beyond the edge as one: zeros, or whatever else they hold.
void TilingScene::draw_folded(const Plate& plate, const tiling::TilingArray& array,
                              const std::vector<bool>& lit) {
  const bool below = plate.live_rows > 0 && plate.live_rows < plate.rows,
             beside = plate.live_columns > 0 && plate.live_columns < plate.columns;
  if (!below && !beside) return;
  const Rectangle part = below ? Rectangle{plate.live_rows, 0, plate.rows - plate.live_rows, plate.columns}
                               : Rectangle{0, plate.live_columns, plate.rows,
                                           plate.columns - plate.live_columns};
  const Box box = plate.box(part);
  bool filled = false;
  for (std::uint32_t e = 0; e < array.count; ++e) {
    const std::int64_t row = e / array.columns, column = e % array.columns;
    if (!plate.folds(row, column)) continue;
    filled = filled || state_.cells[array.first_cell + e].origin == tiling::CellOrigin::Filled;
  }
  canvas_.fill(box, 2, theme_.bg2);
  if (filled) canvas_.hatch(box, 2, fill_hatch(theme_));
  std::vector<Box> read;
  for (std::uint32_t e = 0; e < array.count; ++e) {
    const std::int64_t row = e / array.columns, column = e % array.columns;
    if (!lit[e] || !plate.folds(row, column) || plate.hides(row)) continue;
    const Box at = below ? plate.box({plate.live_rows, column, plate.rows - plate.live_rows, 1})
                         : plate.box({row, plate.live_columns, 1, plate.columns - plate.live_columns});
    if (!read.empty() && read.back() == at) continue; // the same row or column once more
    canvas_.outline(at, 2, theme_.now, 1.5F);
    read.push_back(at);
  }
  if (filled) draw_zero(plate, below, box, read);
}

/// Says on the narrow rows or columns that they are zero, beside what is read of them.
void TilingScene::draw_zero(const Plate& plate, bool below, Box box, const std::vector<Box>& read) {
  const auto map = last_map(plate.index);
  const float size = text(14);
  const auto lines_fit = [&](const std::vector<std::string>& lines) {
    float w = 0;
    for (const std::string& line : lines) w = std::max(w, text_width(line, Font::SemiBold, size));
    w += 10;
    const float h = static_cast<float>(lines.size()) * 1.35F * size;
    if (w + 2 > box.w || h > box.h) return false;
    for (const float share : {.5F, .2F, .8F}) {
      const Box at{box.x + (below ? share : .5F) * (box.w - w), box.y + (below ? .5F : share) * (box.h - h),
                   w, h};
      const bool clear = std::none_of(read.begin(), read.end(), [&](const Box& other) {
        return other.x < at.x + at.w + 2 && at.x < other.x + other.w + 2 && other.y < at.y + at.h + 2 &&
               at.y < other.y + other.h + 2;
      });
      if (!clear) continue;
      canvas_.fill(at, 3, theme_.bg1);
      float y = at.y + .675F * size;
      for (const std::string& line : lines) {
        canvas_.mid_if_free({at.x + w / 2, y}, line, size, theme_.t1, Font::SemiBold, Anchor::Middle, 0);
        y += 1.35F * size;
      }
      return true;
    }
    return false;
  };
  const std::string zero(language::tr("tiling.zero"));
  if (map && !map->transposed) {
    const std::int64_t first = below ? map->row0 + plate.live_rows : map->column0 + plate.live_columns;
    if (below && lines_fit({language::trf("tiling.zero_rows", language::arg("first", first),
                                          language::arg("last", map->row0 + plate.rows - 1))}))
      return;
    if (!below && lines_fit({language::trf("tiling.zero_from", language::arg("first", first)), zero})) return;
  }
  (void)lines_fit({zero});
}

/// Writes below each column how often its cells have been read, where there is room for the numbers.
void TilingScene::draw_column_reads(const Plate& plate, const tiling::TilingArray& array) {
  const float size = text(13);
  if (plate.cell_w < text_width("16", Font::Mono, size) + 1) return;
  const Box all = plate.box();
  const float y = all.y + all.h + .85F * size;
  if (y + .7F * size > slider_.y) return;
  for (std::int64_t column = 0; column < plate.columns; ++column) {
    std::uint32_t least = ~0u, most = 0;
    for (std::int64_t row = 0; row < plate.rows; ++row) {
      if (plate.folds(row, column)) continue;
      const auto element = static_cast<std::uint64_t>(row * plate.columns + column);
      if (element >= array.count) break;
      least = std::min(least, state_.cells[array.first_cell + element].reads);
      most = std::max(most, state_.cells[array.first_cell + element].reads);
    }
    if (least > most) continue;
    const Box cell = plate.box({0, column, 1, 1});
    say({cell.x + cell.w / 2, y}, least == most ? std::to_string(most) : "+", size,
        most > 0 ? theme_.t1 : theme_.t3, Font::Mono, Anchor::Middle,
        std::string(language::tr("tiling.column_reads")));
  }
}

/// Writes beside each row how often its cells have been read: one number where it is the same for all.
void TilingScene::draw_row_reads(const Plate& plate, const tiling::TilingArray& array) {
  const float size = text(14);
  const auto every = static_cast<std::int64_t>(std::ceil(1.05F * size / plate.cell_h));
  const float x = plate.box().x + plate.box().w + 8;
  bool any = false;
  for (std::int64_t row = 0; row < plate.rows; row += std::max<std::int64_t>(1, every)) {
    if (plate.hides(row)) continue;
    std::uint32_t least = ~0u, most = 0;
    for (std::int64_t c = 0; c < plate.columns; ++c) {
      const auto element = static_cast<std::uint64_t>(row * plate.columns + c);
      if (element >= array.count) break;
      const tiling::TilingCell& cell = state_.cells[array.first_cell + element];
      if (cell.origin == tiling::CellOrigin::Unwritten && cell.reads == 0) continue; // padding
      least = std::min(least, cell.reads);
      most = std::max(most, cell.reads);
    }
    if (least > most) continue;
    const std::string words = least == most ? std::to_string(most)
                                            : std::to_string(least) + "–" + std::to_string(most);
    const Box line = plate.box({row, 0, 1, plate.columns});
    const float y = line.y + line.h / 2;
    any |= say({x, y}, words, size, most > 0 ? theme_.t1 : theme_.t3, Font::Mono, Anchor::Start,
               std::string(language::tr("tiling.row_reads")));
  }
  if (any && !side_names_)
    say({x, plate.room.y + .5F * text(18)}, std::string(language::tr("tiling.reads_head")), text(14),
        theme_.t2, Font::Regular, Anchor::Start, std::string(language::tr("tiling.row_reads")));
}

/// Draws what the threads finally store, when their sums are computed from the tiles at the left and above.
void TilingScene::draw_results(const Plate& plate) {
  const tiling::TilingBuffer& buffer = tiling_->buffers()[plate.index];
  const float gap = plate.cell_w >= 10 ? 1.5F : plate.cell_w >= 5 ? 1.F : .5F;
  const Box all = plate.box();
  canvas_.outline({all.x + .5F, all.y + .5F, std::max(1.F, all.w - 1), std::max(1.F, all.h - 1)}, 2,
                  theme_.edge, 1, {3, 4});
  if (static_cast<std::size_t>(plate.rows * plate.columns) > most_cells_drawn_apart) return;
  const tiling::TilingPhase& phase = tiling_->phases()[phase_];
  std::vector<std::uint64_t> moved = lit_.elements[plate.index];
  std::sort(moved.begin(), moved.end());
  float right = all.x, bottom = all.y; // of what is stored
  for (const tiling::ElementRun& run : tiling_->phases().back().buffers[plate.index].stored)
    for (std::uint64_t e = run.first; e < run.first + run.count; ++e) {
      if (plate.hides(static_cast<std::int64_t>(e / buffer.row_length))) continue;
      Box box = plate.box({static_cast<std::int64_t>(e / buffer.row_length),
                           static_cast<std::int64_t>(e % buffer.row_length), 1, 1});
      right = std::max(right, box.x + box.w);
      bottom = std::max(bottom, box.y + box.h);
      const bool stored = std::binary_search(moved.begin(), moved.end(), e);
      canvas_.fill({box.x + gap / 2, box.y + gap / 2, box.w - gap, box.h - gap}, 2,
                   mix(theme_.now, theme_.bg1,
                       stored                                      ? 1.F
                       : phase.buffers[plate.index].stored.empty() ? waiting_share
                                                                   : read_share));
    }
  const std::string_view says = language::tr("tiling.not_stored");
  if (const float free = all.y + all.h - bottom, size = text(14);
      free > 1.6F * size && right - all.x > text_width(says, Font::Regular, size) + 8)
    canvas_.mid_if_free({(all.x + right) / 2, bottom + free / 2}, says, size, theme_.t2, Font::Regular,
                        Anchor::Middle);
  for (std::size_t t = 0; t < tiling_->results().size() && plate.cell_w >= 3; ++t) {
    const tiling::ThreadResult& result = tiling_->results()[t];
    if (!result.buffer || *result.buffer != plate.index ||
        plate.hides(static_cast<std::int64_t>(result.element / buffer.row_length)))
      continue;
    const Box box = plate.box({static_cast<std::int64_t>(result.element / buffer.row_length),
                               static_cast<std::int64_t>(result.element % buffer.row_length), 1, 1});
    const auto warp = static_cast<std::uint32_t>(t / warp_size),
               lane = static_cast<std::uint32_t>(t % warp_size);
    const trace::BlockTrace::Event& event = *event_at(request_);
    const bool here = event.kind == trace::StepKind::Access && event.warp == warp;
    canvas_.hit(box, here ? HitKind::Lane : HitKind::Text, lane,
                language::trf("tiling.result", language::arg("element", element_name(buffer, result.element)),
                              language::arg("thread", thread_name(request_, warp, lane))),
                here ? 1u << lane : 0);
  }
}

std::optional<Box> TilingScene::box_of_cell(std::uint32_t cell) const {
  for (const Plate& plate : plates_) {
    if (plate.of != Plate::Of::Array) continue;
    const tiling::TilingArray& array = tiling_->arrays()[plate.index];
    if (cell < array.first_cell || cell - array.first_cell >= array.count) continue;
    const std::uint32_t e = cell - array.first_cell;
    const std::int64_t row = e / static_cast<std::uint32_t>(plate.columns),
                       column = e % static_cast<std::uint32_t>(plate.columns);
    if (plate.hides(row) || plate.folds(row, column)) return std::nullopt;
    return plate.box({static_cast<std::int64_t>(e / static_cast<std::uint32_t>(plate.columns)),
                      static_cast<std::int64_t>(e % static_cast<std::uint32_t>(plate.columns)), 1, 1});
  }
  return std::nullopt;
}

/// Marks the cells of the followed thread and connects them to its result.
void TilingScene::draw_thread() {
  if (!lit_.thread || *lit_.thread >= tiling_->results().size()) return;
  const tiling::ThreadResult& result = tiling_->results()[*lit_.thread];
  const float unit = std::max(.8F, sizes_.f), ring = 2.F * unit;
  std::optional<Box> end;
  for (const Plate& plate : plates_)
    if (plate.of == Plate::Of::Results && result.buffer && *result.buffer == plate.index) {
      const std::uint64_t length = tiling_->buffers()[plate.index].row_length;
      end = plate.box({static_cast<std::int64_t>(result.element / length),
                       static_cast<std::int64_t>(result.element % length), 1, 1});
    }
  const auto middle = [](Box b) { return Point{b.x + b.w / 2, b.y + b.h / 2}; };
  for (const std::uint32_t cell : lit_.of_thread) {
    const std::optional<Box> box = box_of_cell(cell);
    if (!box || !end) continue;
    // From the tile's edge, not over the numbers between the cell and the edge.
    Point from = middle(*box), to = middle(*end);
    for (const Plate& plate : plates_) {
      const Box all = plate.box();
      if (plate.of != Plate::Of::Array || !crossed_ || box->x < all.x - 1 || box->x > all.x + all.w ||
          box->y < all.y - 1 || box->y > all.y + all.h)
        continue;
      if (std::abs(from.y - to.y) < 1) from.x = all.x + all.w, to.x = end->x;
      else if (std::abs(from.x - to.x) < 1) from.y = all.y + all.h, to.y = end->y;
    }
    canvas_.line(from, to, theme_.t1, 1.75F * unit);
  }
  for (const std::uint32_t cell : lit_.of_thread)
    if (const std::optional<Box> box = box_of_cell(cell)) canvas_.outline(seen(*box, 6), 3, theme_.t1, ring);
  if (!end) return;
  canvas_.fill(seen(*end, 6), 3, mix(theme_.now, theme_.bg1, read_share));
  canvas_.outline(seen(*end, 6), 3, theme_.t1, ring);
}

float TilingScene::draw_numbers(Box corner, bool global, bool with_figures) {
  const tiling::TilingPhase& now = tiling_->phases()[phase_];
  const float title = text(20), big = text(30), small = text(15);
  float y = corner.y + .6F * title;
  const auto fits = [&](const std::string& words, Font font, float size) {
    return text_width(words, font, size) <= corner.w;
  };
  std::uint64_t in_all = 0;
  for (const tiling::TilingPhase& phase : tiling_->phases()) in_all += phase.loaded();
  struct Figure {
    std::string number, words, tip;
    Color color;
  };
  std::vector<Figure> figures;
  if (global) {
    figures.push_back({grouped(now.loaded()), std::string(language::tr("tiling.loaded_now")),
                       std::string(language::tr("tiling.loaded_tip")), theme_.now});
    if (tiling_->phases().size() > 1)
      figures.push_back({grouped(in_all), std::string(language::tr("tiling.loaded_all")),
                         std::string(language::tr("tiling.loaded_all_tip")), theme_.t1});
  } else {
    figures.push_back({grouped(now.reads()), std::string(language::tr("tiling.reads_now")),
                       std::string(language::tr("tiling.reads_tip")), theme_.now});
    if (now.loads() > 0 && now.reads() >= now.loads()) {
      const std::uint64_t tenths = 10 * now.reads() / now.loads();
      figures.push_back({tenths % 10 == 0 || tenths >= 1000
                             ? grouped(tenths / 10)
                             : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10),
                         std::string(language::tr("tiling.each_used")),
                         std::string(language::tr("tiling.used_tip")), theme_.t1});
    }
  }
  const std::string head(language::tr(global ? "tiling.global" : "tiling.shared"));
  if (!fits(head, Font::SemiBold, title)) return corner.y;
  say({corner.x, y}, head, title, theme_.t1, Font::SemiBold, Anchor::Start, {});
  if (corner.h < 3.2F * title) { // a single line: the first figure is beside the name
    float x = corner.x + text_width(head, Font::SemiBold, title) + 18;
    for (const Figure& figure : figures) {
      const float end = x + text_width(figure.number, Font::Bold, title) + 6 +
                        text_width(figure.words, Font::Regular, small);
      if (end > corner.x + corner.w) break;
      say({x, y}, figure.number, title, figure.color, Font::Bold, Anchor::Start, figure.tip);
      say({x + text_width(figure.number, Font::Bold, title) + 6, y}, figure.words, small, theme_.t2,
          Font::Regular, Anchor::Start, figure.tip);
      x = end + 18;
    }
    return y + title;
  }
  if (!with_figures) return y + .9F * title;
  y += .6F * title + .9F * big;
  for (const Figure& figure : figures) {
    if (y + .9F * big + .6F * small > corner.y + corner.h || !fits(figure.number, Font::Bold, big)) break;
    say({corner.x, y}, figure.number, big, figure.color, Font::Bold, Anchor::Start, figure.tip);
    y += .62F * big + .6F * small;
    say({corner.x, y}, fit_text(figure.words, Font::Regular, small, corner.w), small, theme_.t2,
        Font::Regular, Anchor::Start, figure.tip);
    y += .8F * small + .9F * big;
  }
  return y - .5F * big;
}

/// "K = 48…63": the columns of A whose products the phase adds; `whole`: and that the rest of the tile is
/// zero.
std::string TilingScene::summed_range(std::size_t phase, bool whole) const {
  if (!product_) return {};
  const std::optional<tiling::TileMap>& map = tiling_->phases()[phase].arrays[product_->left].map;
  if (!map || map->buffer != product_->a) return {};
  const std::int64_t columns = map->transposed ? map->rows : map->columns,
                     length = static_cast<std::int64_t>(tiling_->buffers()[product_->a].row_length);
  const std::int64_t first = map->column0, end = std::min(first + columns, std::max(length, first + 1));
  return language::trf(whole && end < first + columns ? "tiling.summed_rest_zero" : "tiling.summed",
                       language::arg("first", first), language::arg("last", end - 1));
}

void TilingScene::draw_slider() {
  const std::vector<tiling::TilingPhase>& phases = tiling_->phases();
  const auto count = static_cast<float>(phases.size());
  const float unit = std::max(.6F, sizes_.f), gap = slider_.w / count > 12  ? 4.F
                                                    : slider_.w / count > 3 ? 1.F
                                                                            : 0;
  const float bar = std::max(4.F, 6 * unit), y = slider_.y + slider_.h - bar - 6 * unit, size = text(15);
  const float step = slider_.w / count;
  const float label = text_width(language::trf("tiling.phase", language::arg("n", phases.size())),
                                 Font::Regular, size) +
                      10;
  const auto every = static_cast<std::size_t>(std::max(1.F, std::ceil(label / step)));
  const auto name = [&](std::size_t p) {
    const float x = slider_.x + static_cast<float>(p) * step;
    const std::string words = language::trf("tiling.phase", language::arg("n", p + 1));
    const bool now = p == phase_;
    const float w = text_width(words, now ? Font::SemiBold : Font::Regular, size);
    canvas_.defined(definition::phase_counts)
        .mid_if_free({std::min(x, slider_.x + slider_.w - w), slider_.y + .7F * size}, words, size,
                     now ? theme_.t1 : theme_.t2, now ? Font::SemiBold : Font::Regular, Anchor::Start, 4);
    const float small = text(13), room = step - w - 18;
    for (const bool whole : {true, false})
      if (const std::string range = summed_range(p, whole);
          !range.empty() && text_width(range, Font::Regular, small) <= room) {
        canvas_.defined(definition::phase_counts)
            .mid_if_free({x + w + 8, slider_.y + .7F * size}, range, small, theme_.t2, Font::Regular,
                         Anchor::Start, 4);
        break;
      }
  };
  name(phase_);
  for (std::size_t p = 0; p < phases.size(); p += every)
    if (p != phase_) name(p);
  const std::size_t merged = static_cast<std::size_t>(
      std::max(1.F, std::ceil(1.5F / std::max(.01F, step)))); // thousands of phases: several per pixel
  for (std::size_t p = 0; p < phases.size(); p += merged) {
    const float x = slider_.x + static_cast<float>(p) * step,
                w = std::max(1.F, static_cast<float>(merged) * step - gap);
    canvas_.fill({x, y, w, bar}, bar / 2, p < phase_ ? mix(theme_.now, theme_.bg1, .6F) : theme_.bg3);
    canvas_.hit({x, slider_.y, std::max(1.F, static_cast<float>(merged) * step), slider_.h}, HitKind::Event,
                static_cast<std::uint32_t>(phases[p].first_event),
                language::trf("tiling.phase_tip", language::arg("number", p + 1),
                              language::arg("what", phase_sentence(phases[p]))));
  }
  const tiling::TilingPhase& now = phases[phase_];
  const float share = static_cast<float>(request_.moment.event + 1 - now.first_event) /
                      static_cast<float>(std::max<std::size_t>(1, now.end_event - now.first_event));
  const float x = slider_.x + static_cast<float>(phase_) * step,
              w = std::max(2.F, step - gap) * std::clamp(share, 0.F, 1.F);
  canvas_.fill({x, y, w, bar}, bar / 2, theme_.now);
  canvas_.disc({std::min(x + w, slider_.x + slider_.w - 2), y + bar / 2}, std::max(5.F, 8 * unit), theme_.t1);
}

void TilingScene::draw_legend() {
  const float size = text(15), y = slider_.y - .9F * size, s = .55F * size;
  float x = slider_.x + (slider_.w + std::max(16.F, 44 * std::max(.6F, sizes_.f))) / 2;
  std::map<tiling::CellOrigin, bool> has;
  bool read = false, unwritten = false, zeros = true;
  for (const tiling::TilingCell& cell : state_.cells) {
    has[cell.origin] = true;
    zeros = zeros && (cell.origin != tiling::CellOrigin::Filled || cell.zero);
    read = read || (cell.reads > 0 && cell.origin == tiling::CellOrigin::Loaded);
    unwritten = unwritten || (cell.read_unwritten && cell.origin == tiling::CellOrigin::Unwritten);
  }
  const auto entry = [&](bool shown, Color fill, bool hatched, std::string_view words) {
    const float w = text_width(words, Font::Regular, size);
    if (!shown || x + 2 * s + 6 + w > slider_.x + slider_.w ||
        !canvas_.fits({x + 2 * s + 6, y}, words, size, Font::Regular, Anchor::Start))
      return;
    const Box box{x, y - s, 2 * s, 2 * s};
    canvas_.fill(box, 2, fill);
    if (hatched) canvas_.hatch(box, 2, fill_hatch(theme_));
    x = canvas_.mid({x + 2 * s + 6, y}, words, size, theme_.t2) + 1.3F * size;
  };
  entry(has[tiling::CellOrigin::Loaded], mix(theme_.now, theme_.bg1, waiting_share), false,
        language::tr("tiling.legend_loaded"));
  entry(read, mix(theme_.now, theme_.bg1, read_share), false, language::tr("tiling.legend_read"));
  entry(!lit_.cells.empty(), theme_.now, false, language::tr("tiling.legend_now"));
  entry(has[tiling::CellOrigin::Filled], theme_.bg2, true,
        language::tr(zeros ? "tiling.legend_zero" : "tiling.legend_filled"));
  entry(has[tiling::CellOrigin::Computed], mix(theme_.broadcast, theme_.bg1, read_share), false,
        language::tr("tiling.legend_computed"));
  entry(unwritten, mix(theme_.hazard, theme_.bg1, read_share), false,
        language::tr("tiling.legend_unwritten"));
}

void TilingScene::draw_nothing() {
  const float size = sizes_.text(20), room = request_.options.frame.width - 2 * sizes_.margin;
  const float y = (sizes_.scene_y + sizes_.scene_end) / 2;
  canvas_.mid_if_free({request_.options.frame.width / 2, y},
                      fit_text(language::tr("tiling.none_do"), Font::Regular, size, room), size, theme_.t2,
                      Font::Regular, Anchor::Middle);
  canvas_.mid_if_free({request_.options.frame.width / 2, y + 1.6F * size},
                      fit_text(language::tr("tiling.none_more"), Font::Regular, size, room), size, theme_.t3,
                      Font::Regular, Anchor::Middle);
}

} // namespace warpscope::view::tiling_view
