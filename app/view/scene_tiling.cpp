// Tiling: the block's global buffers with what the current phase loads of them, its shared arrays filling
// cell by cell, how often each cell is read, and the phases as a slider.
//
// Source of the data movement: sim/tiling/tiling.h. Not modelled: time; cells fill and are read in the
// simulator's schedule, warp by warp.
#include "app/language/language.h"
#include "app/view/tiling_view.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::view {

std::shared_ptr<const tiling::Tiling> tiling_of(const SceneRequest& request) {
  return request.run == nullptr ? nullptr : request.run->tiling(request.options.tiling.row_lengths);
}

namespace tiling_view {

namespace {

/// Events of a phase; all elements of a longer one count as moved.
constexpr std::size_t most_played = 100'000;
constexpr std::size_t most_looked_back = 4096; ///< events to search for a warp's last reads

} // namespace

std::vector<Rectangle> rectangles_of(const std::vector<tiling::ElementRun>& runs, std::uint64_t columns) {
  std::vector<Rectangle> list;
  const auto add = [&](std::uint64_t row, std::uint64_t column, std::uint64_t rows, std::uint64_t width) {
    const Rectangle r{static_cast<std::int64_t>(row), static_cast<std::int64_t>(column),
                      static_cast<std::int64_t>(rows), static_cast<std::int64_t>(width)};
    for (Rectangle& old : list) // few rectangles: a tile's rows join the first one
      if (old.column == r.column && old.columns == r.columns && old.row + old.rows == r.row) {
        old.rows += r.rows;
        return;
      }
    list.push_back(r);
  };
  constexpr std::size_t most = 2000;
  for (const tiling::ElementRun& run : runs) {
    if (list.size() > most) break;
    std::uint64_t first = run.first, left = run.count;
    if (const std::uint64_t column = first % columns; column != 0) {
      const std::uint64_t part = std::min(left, columns - column);
      add(first / columns, column, 1, part);
      first += part, left -= part;
    }
    if (left >= columns) {
      add(first / columns, 0, left / columns, columns);
      first += left / columns * columns, left %= columns;
    }
    if (left > 0) add(first / columns, 0, 1, left);
  }
  return list;
}

TilingScene::TilingScene(const SceneRequest& request)
    : request_(request), theme_(theme_of(request)),
      canvas_(request.options.frame.width, request.options.frame.height, theme_), sizes_(sizes_for(request)),
      tiling_(tiling_of(request)) {
  if (!stages_something()) return;
  phase_ = tiling_->phase_of(request.moment.event);
  state_ = tiling_->state_behind(request.run->trace(), request.moment.event + 1);
  product_ = tiling::find_product(*tiling_, phase_);
  find_used();
  find_moved();
  find_lit();
  find_followed();
  find_numbers();
}

void TilingScene::find_moved() {
  const tiling::TilingPhase& phase = tiling_->phases()[phase_];
  lit_.elements.resize(tiling_->buffers().size());
  if (request_.moment.event - phase.first_event > most_played) {
    for (std::size_t b = 0; b < lit_.elements.size(); ++b)
      for (const auto* runs : {&phase.buffers[b].loaded, &phase.buffers[b].stored})
        for (const tiling::ElementRun& run : *runs)
          for (std::uint64_t e = run.first; e < run.first + run.count; ++e) lit_.elements[b].push_back(e);
    return;
  }
  for (std::size_t e = phase.first_event; e <= request_.moment.event; ++e) {
    const trace::BlockTrace::Event& event = request_.run->trace().event(e);
    if (event.kind != trace::StepKind::Access || event.space != Space::Global) continue;
    const WarpAccess access = request_.run->trace().access(e);
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      if ((access.mask >> lane & 1u) == 0) continue;
      const std::optional<std::uint32_t> b = tiling_->buffer_at(access.offset[lane]);
      if (!b) continue;
      const tiling::TilingBuffer& buffer = tiling_->buffers()[*b];
      for (std::uint32_t byte = 0; byte < access.width; byte += buffer.element_size)
        lit_.elements[*b].push_back((access.offset[lane] + byte - buffer.offset) / buffer.element_size);
    }
  }
}

void TilingScene::find_used() {
  for (std::uint32_t b = 0; b < tiling_->buffers().size(); ++b) {
    bool loads = false, stores = false;
    for (const tiling::TilingPhase& phase : tiling_->phases()) {
      loads = loads || phase.buffers[b].loads > 0;
      stores = stores || phase.buffers[b].stores > 0;
    }
    if (loads) loaded_.push_back(b);
    else if (stores) stored_.push_back(b);
  }
}

/// Of a product: a lane in the midst of those whose thread has an element of C, for the first row and column
/// of a matrix are often special.
std::uint32_t TilingScene::lane_to_follow(const trace::BlockTrace::Event& event) const {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::size_t thread = std::size_t{event.warp} * warp_size + lane;
    if ((event.mask >> lane & 1u) != 0 && thread < tiling_->results().size() &&
        tiling_->results()[thread].buffer == product_->c)
      lanes |= 1u << lane;
  }
  if (lanes == 0) lanes = event.mask;
  for (auto skip = static_cast<std::uint32_t>(std::popcount(lanes)) * 11 / warp_size; skip > 0; --skip)
    lanes &= lanes - 1;
  return static_cast<std::uint32_t>(std::countr_zero(lanes));
}

void TilingScene::find_lit() {
  const trace::BlockTrace::Event& event = *event_at(request_);
  if (event.kind != trace::StepKind::Access || event.mask == 0) return;
  const std::uint32_t lit = lit_lanes(request_) & event.mask;
  const auto lane = product_ && lit == 0
                        ? lane_to_follow(event)
                        : static_cast<std::uint32_t>(std::countr_zero(lit != 0 ? lit : event.mask));
  lit_.thread = event.warp * warp_size + lane;
  std::vector<bool> seen(tiling_->arrays().size());
  const auto array_of = [&](std::uint32_t cell) {
    std::size_t a = tiling_->arrays().size() - 1;
    while (a > 0 && tiling_->arrays()[a].first_cell > cell) --a;
    return a;
  };
  /// Adds the access's cells, if it is to an array that was not seen yet.
  const auto add = [&](std::size_t index) {
    const WarpAccess access = request_.run->trace().access(index);
    const std::optional<std::uint32_t> first = tiling_->cell_at(
        access.offset[static_cast<std::uint32_t>(std::countr_zero(access.mask))]);
    if (!first || seen[array_of(*first)]) return;
    seen[array_of(*first)] = true;
    for (std::uint32_t i = 0; i < warp_size; ++i) {
      if ((access.mask >> i & 1u) == 0) continue;
      for (std::uint32_t byte = 0; byte < access.width; byte += std::min(4u, access.width)) {
        const std::optional<std::uint32_t> cell = tiling_->cell_at(access.offset[i] + byte);
        if (!cell) continue;
        if (i == lane && byte == 0) lit_.of_thread.push_back(*cell);
        if (lit_.cells.empty() || lit_.cells.back() != *cell) lit_.cells.push_back(*cell);
      }
    }
  };
  if (event.space != Space::Shared) return;
  add(request_.moment.event);
  if (event.access_kind != AccessKind::Load) return;
  // The other operands of its multiplication or addition: what the warp read last of the other arrays.
  const std::size_t from = tiling_->phases()[phase_].first_event;
  for (std::size_t e = request_.moment.event, n = 0; e-- > from && n < most_looked_back; ++n) {
    const trace::BlockTrace::Event& before = request_.run->trace().event(e);
    if (before.warp != event.warp || before.kind != trace::StepKind::Access ||
        before.space != Space::Shared || before.mask == 0)
      continue;
    if (before.access_kind != AccessKind::Load) break;
    add(e);
  }
}

/// Sets the rows and columns of the plate: all of a matrix with what overlaps its ends, or a window of a long
/// buffer around what the block touches.
void TilingScene::set_extent(Plate& plate) const {
  if (plate.of == Plate::Of::Array) {
    const tiling::TilingArray& array = tiling_->arrays()[plate.index];
    plate.rows = array.rows(), plate.columns = array.columns;
    return;
  }
  const tiling::TilingBuffer& buffer = tiling_->buffers()[plate.index];
  std::int64_t row = 0, column = 0, row_end = static_cast<std::int64_t>(buffer.rows()),
               column_end = static_cast<std::int64_t>(buffer.columns());
  if (plate.of == Plate::Of::Results) {
    const auto left = last_map(product_->left), above = last_map(product_->above);
    plate.row0 = left->row0, plate.rows = left->transposed ? left->columns : left->rows;
    plate.column0 = above->column0, plate.columns = above->transposed ? above->rows : above->columns;
    return;
  }
  if (!buffer.is_matrix()) {
    std::int64_t low = column_end, high = 0;
    for (const tiling::TilingPhase& phase : tiling_->phases())
      for (const auto* runs : {&phase.buffers[plate.index].loaded, &phase.buffers[plate.index].stored})
        for (const tiling::ElementRun& run : *runs) {
          low = std::min(low, static_cast<std::int64_t>(run.first));
          high = std::max(high, static_cast<std::int64_t>(run.first + run.count));
        }
    const std::int64_t span = std::max<std::int64_t>(8, high - low);
    if (high > low && span * 4 < column_end)
      column = std::max<std::int64_t>(0, low - span / 2), column_end = std::min(column_end, high + span / 2);
  }
  const auto hang_over = [&](const tiling::TileMap& m, bool down, bool across) {
    const std::int64_t r = m.row0 + (m.transposed ? m.first_column : m.first_row),
                       c = m.column0 + (m.transposed ? m.first_row : m.first_column);
    if (down) row = std::min(row, r), row_end = std::max(row_end, r + (m.transposed ? m.columns : m.rows));
    if (across)
      column = std::min(column, c),
      column_end = std::max(column_end, c + (m.transposed ? m.rows : m.columns));
  };
  for (const tiling::TilingPhase& phase : tiling_->phases())
    for (const tiling::ArrayPhase& of : phase.arrays) {
      if (!of.map) continue;
      const bool result = product_ && plate.index == product_->c; // its rows continue A's, its columns B's
      if (result) hang_over(*of.map, of.map->buffer == product_->a, of.map->buffer == product_->b);
      else if (of.map->buffer == plate.index) hang_over(*of.map, true, true);
    }
  plate.row0 = row, plate.rows = row_end - row;
  plate.column0 = column, plate.columns = column_end - column;
}

/// Makes the cells as large as the room allows, with the plate in its upper left corner.
void TilingScene::place(Plate plate, Box room, float largest) {
  set_extent(plate);
  plate.room = room;
  const bool array = plate.of != Plate::Of::Buffer;
  const float counts = plate.of == Plate::Of::Array ? text_width("00–000", Font::Mono, sizes_.least) + 10 : 0;
  const float w = std::max(4.F, room.w - counts), h = std::max(4.F, room.h - title_h());
  plate.at = {room.x, room.y + title_h()};
  if (array && tiling_->arrays()[plate.of == Plate::Of::Array ? plate.index : 0].wrapped &&
      plate.of == Plate::Of::Array) {
    // A row of a wrapped array gets the length that fits best.
    const tiling::TilingArray& of = tiling_->arrays()[plate.index];
    float best = 0;
    for (std::int64_t columns = std::min<std::int64_t>(8, of.columns);
         columns <= std::max<std::int64_t>(of.columns, std::min(512u, of.count)); columns *= 2) {
      const std::int64_t rows = (of.count + columns - 1) / columns;
      const float cell = std::min({w / static_cast<float>(columns), h / static_cast<float>(rows), largest});
      if (cell > best * 1.05F) best = cell, plate.columns = columns, plate.rows = rows;
    }
  }
  plate.cell_w = std::min(w / static_cast<float>(plate.columns), largest);
  plate.cell_h = std::min(h / static_cast<float>(plate.rows), largest);
  if (plate.rows == 1 && plate.of == Plate::Of::Buffer) {
    plate.cell_w = w / static_cast<float>(plate.columns);
    plate.cell_h = std::min(h, (room.w > 500 ? 46.F : 30.F) * std::max(.8F, sizes_.f));
  } else if (array) {
    plate.cell_w = plate.cell_h = std::min(plate.cell_w, plate.cell_h);
    if (plate.cell_w > 4) plate.cell_w = plate.cell_h = std::floor(plate.cell_w * 2) / 2;
  } else {
    const float ratio = plate.cell_w / plate.cell_h;
    const float shape = static_cast<float>(plate.columns) / static_cast<float>(plate.rows);
    if (shape <= most_stretch && shape >= 1 / most_stretch)
      plate.cell_w = plate.cell_h = std::min(plate.cell_w, plate.cell_h);
    else if (ratio > most_stretch) plate.cell_w = plate.cell_h * most_stretch;
    else if (ratio < 1 / most_stretch) plate.cell_h = plate.cell_w * most_stretch;
  }
  plates_.push_back(plate);
}

/// Long thin plates get a line each, the others share the remaining room.
void TilingScene::lay_out_rows(Box room, const std::vector<Plate>& plates) {
  if (plates.empty()) return;
  const float gap = std::max(8.F, 20 * sizes_.f);
  const float line = title_h() + (room.w > 500 ? 46.F : 30.F) * std::max(.8F, sizes_.f) + 1.5F * gap;
  std::vector<Plate> thin, wide;
  for (Plate plate : plates) {
    set_extent(plate);
    (plate.of == Plate::Of::Buffer && plate.rows == 1 ? thin : wide).push_back(plate);
  }
  const float largest = 40 * std::max(1.F, sizes_.f);
  float y = room.y;
  const float lines = std::min(line, room.h / static_cast<float>(thin.size() + wide.size()));
  for (const Plate& plate : thin) {
    place({plate.of, plate.index, {}}, {room.x, y, room.w, lines - gap / 2}, largest);
    y += lines;
  }
  if (wide.empty()) return;
  const float h = room.y + room.h - y;
  const auto count = static_cast<int>(wide.size());
  // As many columns as give the largest squares.
  int columns = 1;
  float best = 0;
  for (int c = 1; c <= count; ++c) {
    const float side = std::min(room.w / static_cast<float>(c),
                                h / static_cast<float>((count + c - 1) / c) - title_h());
    if (side > best) best = side, columns = c;
  }
  const int rows = (count + columns - 1) / columns;
  const float w = (room.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float each = (h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
  for (int i = 0; i < count; ++i) {
    const Box box{room.x + static_cast<float>(i % columns) * (w + gap),
                  y + static_cast<float>(i / columns) * (each + gap), w, each};
    place({wide[static_cast<std::size_t>(i)].of, wide[static_cast<std::size_t>(i)].index, {}}, box, largest);
  }
}

void TilingScene::lay_out() {
  const float f = std::max(.6F, sizes_.f);
  const float slider = 2.1F * text(15) + 14 * f;
  const float left = sizes_.margin, width = request_.options.frame.width - 2 * sizes_.margin;
  slider_ = {left, sizes_.scene_end - slider, width, slider};
  if (product_ && request_.options.tiling.device)
    square_ = tiling::square_tiles(*tiling_, *product_, phase_, request_.run->block());
  if (square_) { // the slider leaves room for the table's button
    const float w = text_width(language::tr(request_.options.tiling.tile_sizes ? "tiling.sizes_leave"
                                                                               : "tiling.sizes_show"),
                               Font::SemiBold, text(15)) +
                    24 * f;
    button_ = {left + width - w, slider_.y + slider_.h - 2.F * text(15), w, 1.9F * text(15)};
    slider_.w -= w + 16 * f;
  }
  const float height = slider_.y - sizes_.scene_y - 6 * f;
  if (product_ && lay_out_product({left, sizes_.scene_y, width, std::max(8.F, height)})) return;
  legend_ = height > 240 * std::max(1.F, sizes_.f * .8F);
  const float foot = legend_ ? 2.F * text(15) : 0;
  const float gap = std::max(16.F, 44 * f);
  const Box global{left, sizes_.scene_y, (width - gap) / 2, std::max(8.F, height - foot)};
  const Box shared{left + global.w + gap, sizes_.scene_y, global.w, global.h};
  // A heading for each half where there is room.
  const float head = height > 300 ? 2.2F * text(22) : 0;
  if (head > 0) {
    global_corner_ = Box{global.x, global.y, global.w, head};
    shared_corner_ = Box{shared.x, shared.y, shared.w, head};
  }
  std::vector<Plate> buffers, arrays;
  for (const std::uint32_t b : loaded_) buffers.push_back({Plate::Of::Buffer, b, {}});
  for (const std::uint32_t b : stored_) buffers.push_back({Plate::Of::Buffer, b, {}});
  for (std::uint32_t a = 0; a < tiling_->arrays().size(); ++a) arrays.push_back({Plate::Of::Array, a, {}});
  lay_out_rows({global.x, global.y + head, global.w, global.h - head}, buffers);
  lay_out_rows({shared.x, shared.y + head, shared.w, shared.h - head}, arrays);
  float below = global.y; // lower end of the buffers
  for (const Plate& plate : plates_)
    if (plate.of == Plate::Of::Buffer) below = std::max(below, plate.box().y + plate.box().h + gap / 2);
  if (height_of_sizes() > 0 && below + height_of_sizes() <= global.y + global.h) {
    sizes_room_ = Box{global.x, below, global.w, global.y + global.h - below};
    return;
  }
  // The room left below is distributed above as well.
  float bottom = 0;
  for (const Plate& plate : plates_) bottom = std::max(bottom, plate.box().y + plate.box().h);
  const float down = .3F * std::max(0.F, global.y + global.h - bottom);
  for (Plate& plate : plates_) plate.at.y += down, plate.room.y += down, plate.room.h -= down;
  for (std::optional<Box>* corner : {&global_corner_, &shared_corner_})
    if (*corner) (*corner)->y += .5F * down;
}

Picture TilingScene::build() {
  draw_headline(canvas_, request_, sizes_, make_tiling_headline(request_, tiling_.get()), std::nullopt);
  if (!stages_something()) {
    draw_nothing();
    draw_source_lines(canvas_, request_, sizes_);
    return canvas_.take();
  }
  draw_code();
  lay_out();
  if (request_.options.tiling.tile_sizes && square_) {
    draw_sizes({sizes_.margin, sizes_.scene_y, request_.options.frame.width - 2 * sizes_.margin,
                slider_.y - sizes_.scene_y - 6},
               20);
    draw_slider();
    draw_sizes_button();
    draw_source_lines(canvas_, request_, sizes_);
    return canvas_.take();
  }
  if (crossed_) {
    draw_product();
    draw_slider();
    if (square_) draw_sizes_button();
    draw_source_lines(canvas_, request_, sizes_);
    return canvas_.take();
  }
  for (const Plate& plate : plates_) draw_title(plate);
  if (global_corner_) {
    const Box& corner = *global_corner_;
    const float table = height_of_sizes(), title = 1.5F * text(20), figures = 7.6F * text(20);
    const bool fits = fits_sizes(corner);
    // Where both do not fit the table is alone: the line below the headline says what the phase loads.
    const float end = draw_numbers(corner, true, !fits || title + figures + table <= corner.h);
    if (fits) draw_sizes({corner.x, end, corner.w, corner.y + corner.h - end}, 15);
  }
  if (shared_corner_) draw_numbers(*shared_corner_, false, true);
  if (sizes_room_) draw_sizes(*sizes_room_, 15);
  for (const Plate& plate : plates_) {
    if (plate.of == Plate::Of::Buffer) draw_buffer(plate);
    if (plate.of == Plate::Of::Array) draw_array(plate);
  }
  draw_thread();
  draw_slider();
  if (square_) draw_sizes_button();
  if (legend_) draw_legend();
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

} // namespace tiling_view

Picture build_tiling_scene(const SceneRequest& request) { return tiling_view::TilingScene(request).build(); }

} // namespace warpscope::view
