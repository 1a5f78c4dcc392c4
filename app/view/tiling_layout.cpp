// Arranges a tiled matrix product: A left of C and B above C, their tiles in the same arrangement around the
// sums. The arrangement depends on the room and the tiles' shapes alone, so that it stays while time passes.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>

namespace warpscope::view::tiling_view {
namespace {

constexpr float matrix_side = 64; ///< of A, B and C at least, in a stage of 720 pixels (SCENES3)

float halves(float cell) { return cell > 4 ? std::floor(cell * 2) / 2 : cell; }

/// The rows of A's tile or the columns of B's that exist; what is beyond them is drawn narrow.
std::int64_t live(std::uint64_t all, std::int64_t from, std::int64_t most) {
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(all) - from, 1, most);
}

/// Shows `count` of the plate's live rows: the page that holds the row `at`.
void show_page(Plate& plate, std::int64_t count, std::int64_t at) {
  const std::int64_t all = plate.live_rows > 0 ? plate.live_rows : plate.rows;
  if (count >= all || count <= 0) return;
  at = std::clamp<std::int64_t>(at, 0, all - 1);
  plate.shown_rows = count;
  plate.first_shown = std::min(at / count * count, all - count);
}

} // namespace

void TilingScene::fold(Plate& plate) const {
  const auto left = last_map(product_->left), above = last_map(product_->above);
  const std::int64_t high = left->transposed ? left->columns : left->rows,
                     wide = above->transposed ? above->rows : above->columns;
  const std::int64_t rows = live(tiling_->buffers()[product_->a].rows(), left->row0, high),
                     columns = live(tiling_->buffers()[product_->b].columns(), above->column0, wide);
  const bool results = plate.of == Plate::Of::Results;
  if (!results && plate.of != Plate::Of::Array) return;
  if (results || plate.index == product_->left)
    (left->transposed && !results ? plate.live_columns : plate.live_rows) = rows;
  if (results || plate.index == product_->above)
    (above->transposed && !results ? plate.live_rows : plate.live_columns) = columns;
}

/// Returns which of the tiles' k is at work, from 0: what the followed thread reads, else what it reads next.
std::int64_t TilingScene::k_in_view() const {
  const auto at = [&](std::uint32_t cell) -> std::optional<std::int64_t> {
    for (const std::uint32_t a : {product_->above, product_->left}) {
      const tiling::TilingArray& array = tiling_->arrays()[a];
      if (cell < array.first_cell || cell - array.first_cell >= array.count) continue;
      const std::uint32_t e = cell - array.first_cell;
      const bool transposed = last_map(a)->transposed;
      return (a == product_->above) != transposed ? e / array.columns : e % array.columns;
    }
    return std::nullopt;
  };
  const trace::BlockTrace::Event& event = *event_at(request_);
  const bool loads = event.kind == trace::StepKind::Access && event.access_kind == AccessKind::Load;
  for (const std::uint32_t cell : lit_.of_thread)
    if (loads)
      if (const auto k = at(cell)) return *k;
  for (const std::uint32_t cell : lit_.cells) { // a store fills rows of B's tile
    const tiling::TilingArray& above = tiling_->arrays()[product_->above];
    if (cell >= above.first_cell && cell - above.first_cell < above.count)
      if (const auto k = at(cell)) return *k;
  }
  if (numbers_.done == 0 || numbers_.done >= numbers_.terms.size()) return 0;
  const auto map = last_map(product_->left);
  return std::max<std::int64_t>(0, numbers_.terms[numbers_.done].k - map->column0);
}

/// As left of the sums, Bs above them. Where the room is too low for all rows of readable cells, a page of
/// them is shown: around the thread's row of As, around the present k of Bs.
void TilingScene::lay_out_shared(Box room, Plate& as, Plate& bs, Plate& acc) {
  const float f = std::max(.6F, sizes_.f), gap = std::max(10.F, 24 * f), title = title_h();
  const float counts_w = std::max(text_width("000", Font::Mono, text(14)),
                                  text_width(language::tr("tiling.reads_head"), Font::Regular, text(14))) +
                         12;
  const float counts_h = 1.6F * text(13), between = 8 * f;
  const float least = std::ceil(2.2F * std::max(sizes_.least, .9F * text(15))) / 2; // keeps a number readable
  const float most = (request_.options.frame.presenter ? 84 : 30) * std::max(1.F, sizes_.f);
  for (Plate* plate : {&as, &bs, &acc}) {
    const std::int64_t empty = std::max(plate->live_rows > 0 ? plate->rows - plate->live_rows : 0,
                                        plate->live_columns > 0 ? plate->columns - plate->live_columns : 0);
    if (empty > 0) plate->folded = std::min(.27F, 4.4F / static_cast<float>(empty));
  }
  const float wide = as.wide() + std::max(bs.wide(), acc.wide());
  const auto high = [&] { return bs.high() + std::max(as.high(), acc.high()); };
  float cell = halves(
      std::min({(room.h - 2 * title - counts_h) / high(), (.52F * room.w - counts_w - gap) / wide, most}));
  side_names_ = cell < least;
  if (side_names_) {
    const float by_width = (room.w - 2 * matrix_side * f - 3 * gap - counts_w -
                            text_width("As[00]", Font::MonoBold, text(15))) /
                           wide;
    const float all = (room.h - between - 2) / high();
    cell = halves(std::min({std::max(all, least), by_width, most}));
    if (all < cell) { // not all rows fit
      for (Plate* plate : {&as, &bs, &acc}) {
        const std::int64_t empty = std::max(plate->live_rows > 0 ? plate->rows - plate->live_rows : 0,
                                            plate->live_columns > 0 ? plate->columns - plate->live_columns
                                                                    : 0);
        if (empty > 0) plate->folded = std::min(plate->folded, 1.4F / static_cast<float>(empty));
      }
      const auto rows_of = [](const Plate& plate) {
        return plate.live_rows > 0 ? plate.live_rows : plate.rows;
      };
      const std::int64_t left = rows_of(as), above = rows_of(bs);
      const float folds = high() - static_cast<float>(std::max(left, rows_of(acc)) + above);
      const auto fit = std::max<std::int64_t>(
          2, static_cast<std::int64_t>((room.h - between - 2) / std::max(1.F, cell) - folds));
      std::int64_t n = std::clamp<std::int64_t>(fit * 2 / 5, 1, left);
      const std::int64_t m = std::clamp<std::int64_t>(fit - n, 1, above);
      n = std::clamp<std::int64_t>(fit - m, 1, left);
      const auto of_left = last_map(product_->left), of_above = last_map(product_->above);
      const std::int64_t row = followed_ ? followed_->row - of_left->row0 : 0,
                         column = followed_ ? followed_->column - of_above->column0 : 0, k = k_in_view();
      show_page(as, n, of_left->transposed ? k : row);
      show_page(bs, m, of_above->transposed ? column : k);
      show_page(acc, n, row);
    }
  }
  cell = std::max(1.F, cell);
  as.cell_w = as.cell_h = bs.cell_w = bs.cell_h = acc.cell_w = acc.cell_h = cell;
  const float above_bs = side_names_ ? 1 : title, above_as = side_names_ ? between : title;
  const float bs_x = room.x + room.w - counts_w - std::max(bs.box().w, acc.box().w),
              as_x = bs_x - gap - as.box().w;
  bs.at = {bs_x, room.y + above_bs};
  const float as_y = bs.at.y + bs.box().h;
  as.at = {as_x, as_y + above_as};
  acc.at = {bs_x, as_y + above_as};
  bs.room = {bs_x, room.y, bs.box().w + counts_w, above_bs + bs.box().h};
  as.room = {as_x, as_y, as.box().w, above_as + as.box().h};
  acc.room = {bs_x, as_y, acc.box().w + counts_w, above_as + acc.box().h};
}

/// False: the matrices' shapes do not allow the arrangement.
bool TilingScene::lay_out_product(Box room) {
  const float f = std::max(.6F, sizes_.f), gap = std::max(10.F, 24 * f);
  const auto plate_of = [&](Plate::Of of, std::uint32_t index) {
    Plate plate{of, index, {}};
    set_extent(plate);
    fold(plate);
    return plate;
  };
  Plate a = plate_of(Plate::Of::Buffer, product_->a), b = plate_of(Plate::Of::Buffer, product_->b),
        c = plate_of(Plate::Of::Buffer, product_->c), as = plate_of(Plate::Of::Array, product_->left),
        bs = plate_of(Plate::Of::Array, product_->above), acc = plate_of(Plate::Of::Results, product_->c);
  const auto ratio = [](const Plate& plate) {
    return static_cast<float>(plate.columns) / static_cast<float>(plate.rows);
  };
  for (const Plate* plate : {&a, &b, &c})
    if (ratio(*plate) > most_stretch || ratio(*plate) < 1 / most_stretch) return false;
  lay_out_shared(room, as, bs, acc);
  // The matrices: as high as the room, as wide as what is left.
  const float names = side_names_ ? text_width("As[00]", Font::MonoBold, text(15)) + 8 : 0;
  const float end = as.room.x - names - gap; // of what they may take
  const float apart = side_names_ ? std::max(6.F, 12 * f) : 1.2F * gap;
  marks_ = !side_names_;
  const float marks = marks_ ? 1.9F * text(15) : 0;
  const auto units = [](std::int64_t n) { return static_cast<float>(n); };
  const float wide = units(a.columns + c.columns);
  float unit = std::max(.001F, std::min((room.h - apart - marks) / units(b.rows + a.rows),
                                        (end - room.x - apart - marks) / wide));
  // Where the corner above A is too narrow for the table of loads, the matrices leave room beside them.
  if (const float table = width_of_loads() + .5F * gap;
      units(a.columns) * unit + apart - 8 < table && table > .5F * gap && room.h >= height_of_loads()) {
    const float less = (end - room.x - apart - marks - table) / wide;
    if (less < unit && less * units(std::min(a.rows, a.columns)) >= 1.25F * matrix_side * f) unit = less;
  }
  for (Plate* plate : {&a, &b, &c}) plate->cell_w = plate->cell_h = unit;
  const float c_x = room.x + a.box().w + apart, c_y = room.y + b.box().h + apart;
  b.at = {c_x, room.y}, b.room = {c_x, room.y, b.box().w + marks, b.box().h};
  a.at = {room.x, c_y}, a.room = {room.x, c_y, a.box().w, a.box().h + marks};
  c.at = {c_x, c_y}, c.room = c.box();
  const float used = c_x + std::max(b.box().w, c.box().w) + marks;
  global_corner_ = Box{room.x, room.y, a.box().w + apart - 8, b.box().h};
  const float name = side_names_ ? names : 0; // of Bs, at the end of the first line
  shared_corner_ = Box{as.at.x, room.y, bs.at.x - gap - as.at.x - name, as.room.y - room.y};
  middle_ = Box{used + .5F * gap, room.y, std::max(0.F, end - used), room.h};
  plates_ = {a, b, c, as, bs, acc};
  crossed_ = true;
  return true;
}

/// Writes the name and the shape in a corner of the matrix that the block's tiles do not pass.
void TilingScene::draw_caption(const Plate& plate) {
  const tiling::TilingBuffer& buffer = tiling_->buffers()[plate.index];
  const auto left = last_map(product_->left), above = last_map(product_->above);
  const Box real = plate.box(
      {0, 0, static_cast<std::int64_t>(buffer.rows()), static_cast<std::int64_t>(buffer.columns())});
  const float small = text(15), size = std::clamp(.1F * real.h, text(16), text(30)), inset = .4F * size;
  const std::string shape = shape_of(buffer);
  const float name_w = text_width(buffer.name, Font::Bold, size),
              shape_w = text_width(shape, Font::Regular, small) + .5F * size;
  if (name_w + 2 * inset > real.w || 1.4F * size > real.h) return;
  const bool with_shape = real.h >= 100 && name_w + shape_w + 2 * inset <= .8F * real.w;
  const float w = name_w + (with_shape ? shape_w : 0), h = 1.2F * size;
  // Where the tiles pass: A's along its rows, B's along its columns.
  const std::int64_t rows = left->transposed ? left->columns : left->rows,
                     columns = above->transposed ? above->rows : above->columns;
  const Box band_down = plate.box({left->row0, 0, rows, 1}),
            band_along = plate.box({0, above->column0, 1, columns});
  const bool by_rows = plate.index != product_->b, by_columns = plate.index != product_->a;
  const bool low = by_rows && band_down.y + band_down.h / 2 < real.y + real.h / 2 &&
                   band_down.y < real.y + h + inset;
  const bool right = by_columns && band_along.x + band_along.w / 2 < real.x + real.w / 2 &&
                     band_along.x < real.x + w + 2 * inset;
  const float x = right ? real.x + real.w - inset - w : real.x + inset,
              y = low ? real.y + real.h - inset - h / 2 : real.y + inset + h / 2;
  canvas_.fill({x - 3, y - h / 2, w + 6, h}, 3, theme_.bg2);
  say({x, y}, buffer.name, size, theme_.t1, Font::Bold, Anchor::Start, {});
  if (with_shape)
    say({x + name_w + .5F * size, y}, shape, small, theme_.t2, Font::Regular, Anchor::Start, {});
  const bool said = request_.options.tiling.row_lengths.contains(buffer.name) &&
                    request_.options.tiling.row_lengths.at(buffer.name) != 0;
  canvas_.hit({x, y - h / 2, w, h}, HitKind::Rows, plate.index,
              std::string(language::tr(said ? "tiling.said_tip" : "tiling.rows_tip")));
}

/// The name at the left of the array's first row; with the rows' numbers where not all are shown.
void TilingScene::draw_side_name(const Plate& plate) {
  const tiling::TilingArray& array = tiling_->arrays()[plate.index];
  const float size = text(15), x = plate.at.x - 7, half = plate.cell_h / 2;
  const auto row_y = [&](std::int64_t shown) {
    return plate.at.y + static_cast<float>(shown) * plate.cell_h + half;
  };
  if (plate.shown_rows == 0) {
    say({x, row_y(0)}, array.name, size, theme_.t1, Font::MonoBold, Anchor::End, {});
    return;
  }
  const std::string tip = language::trf("tiling.shown_rows", language::arg("first", plate.first_shown),
                                        language::arg("last", plate.first_shown + plate.shown_rows - 1),
                                        language::arg("of", plate.rows));
  const auto number = [](std::int64_t row) { return "[" + std::to_string(row) + "]"; };
  say({x, row_y(0)}, array.name + number(plate.first_shown), size, theme_.t1, Font::MonoBold, Anchor::End,
      tip);
  if (plate.shown_rows > 1)
    say({x, row_y(plate.shown_rows - 1)}, number(plate.first_shown + plate.shown_rows - 1), size, theme_.t3,
        Font::Mono, Anchor::End, tip);
}

/// Marks at A's lower or B's right edge which phase takes which tile: ticks, the present one, numbers.
void TilingScene::draw_phase_marks(const Plate& plate, bool below) {
  const std::uint32_t array = below ? product_->left : product_->above;
  const float size = text(14), unit = std::max(.8F, sizes_.f);
  const Box all = plate.box();
  std::vector<float> taken;
  const auto mark = [&](std::uint32_t p) {
    const std::optional<tiling::TileMap>& map = tiling_->phases()[p].arrays[array].map;
    if (!map || map->buffer != plate.index) return;
    const std::int64_t rows = map->transposed ? map->columns : map->rows,
                       columns = map->transposed ? map->rows : map->columns;
    const Box tile = plate.box({map->row0, map->column0, rows, columns});
    const float along = below ? tile.x + tile.w / 2 : tile.y + tile.h / 2;
    const std::string words = std::to_string(p + 1);
    const float w = std::max(below ? text_width(words, Font::Mono, size) : size,
                             p == phase_ ? 1.5F * size : 0.F);
    for (const float other : taken)
      if (std::abs(other - along) < w + 3) return;
    taken.push_back(along);
    const Point at = below ? Point{along, all.y + all.h + 1.05F * size}
                           : Point{all.x + all.w + 1.2F * size, along};
    if (p == phase_) {
      const float wide = std::max(1.5F * size, text_width(words, Font::MonoBold, size) + .7F * size);
      canvas_.fill({at.x - wide / 2, at.y - .75F * size, wide, 1.5F * size}, .75F * size, theme_.now);
      canvas_.defined(definition::phase_counts)
          .mid(at, words, size, theme_.on_now, Font::MonoBold, Anchor::Middle);
    } else if (p < phase_) canvas_.icon(Icon::Check, at, 13 * unit, theme_.t1);
    else say(at, words, size, theme_.t3, Font::Mono, Anchor::Middle, {});
  };
  mark(phase_);
  constexpr std::uint32_t most = 256;
  const auto count = static_cast<std::uint32_t>(tiling_->phases().size());
  for (std::uint32_t p = 0; p < count && count <= most; ++p)
    if (p != phase_) mark(p);
}

void TilingScene::draw_product() {
  const Plate *a = nullptr, *b = nullptr;
  for (const Plate& plate : plates_) {
    switch (plate.of) {
    case Plate::Of::Buffer:
      draw_buffer(plate);
      if (plate.index == product_->a) a = &plate;
      if (plate.index == product_->b) b = &plate;
      break;
    case Plate::Of::Array:
      if (side_names_) draw_side_name(plate);
      else draw_title(plate);
      draw_array(plate);
      draw_values(plate);
      break;
    case Plate::Of::Results:
      if (!side_names_) draw_title(plate);
      else
        say({plate.box().x + plate.box().w + 7, plate.at.y + plate.cell_h / 2},
            std::string(language::tr("tiling.sum")), text(15), theme_.t1, Font::MonoBold, Anchor::Start,
            std::string(language::tr("tiling.sum_tip")));
      draw_results(plate);
      break;
    }
  }
  draw_crossing();
  for (const Plate& plate : plates_)
    if (plate.of == Plate::Of::Buffer) draw_caption(plate);
  if (marks_ && a != nullptr && b != nullptr) draw_phase_marks(*a, true), draw_phase_marks(*b, false);
  const bool between = !draw_loads(*global_corner_) && middle_->w > 0 && draw_loads(*middle_);
  const float end = draw_sum(*shared_corner_, between ? 0 : std::max(0.F, middle_->w));
  const float below = shared_corner_->y + shared_corner_->h - end;
  const float high = std::min(below - 4, 180 * std::max(.6F, sizes_.f));
  // The staircase stands on As where there is more room than it takes.
  draw_stairs({shared_corner_->x, shared_corner_->y + shared_corner_->h - 4 - high, shared_corner_->w, high});
  draw_thread();
}

} // namespace warpscope::view::tiling_view
