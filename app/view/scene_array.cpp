// Array: the __shared__ array of the access as rows and columns, each cell in the colour of its bank; the
// touched cells have rings with their lane; below them the 32 banks with the words that each supplies.
//
// Source of the counts: sim/model/banks.h. Which word goes first in a bank is our convention.
#include "app/language/language.h"
#include "app/view/array_view.h"

#include <bit>
#include <cmath>

namespace warpscope::view {
namespace array_view {
namespace {

/// A cell that leaves a lane's number readable within its ring; a row of it where all rows fit so.
constexpr float numbered_width = 20, numbered_height = 18, tight_height = 16;
/// More cells than this take longer to draw than a frame may: the window then shows a part.
constexpr float most_cells = 6000;

} // namespace

void ArrayScene::read_access() {
  const auto lowest = static_cast<std::uint32_t>(std::countr_zero(access_.mask));
  grid_ = array_grid(&request_.run->program(), site_, access_.offset[lowest], index_);
  untouched_ = untouched_columns(grid_, index_);
  const auto all = static_cast<std::uint32_t>(service_.wavefronts.size());
  current_ = std::min(request_.moment.wavefront, std::max(1u, all) - 1);
  conflict_ = model::lanes_wait(service_.counts);
  motion_ = ease(request_.options.progress);
  for (std::uint32_t k = 0; k < all; ++k) {
    const model::BankWavefront& wavefront = service_.wavefronts[k];
    for (std::uint32_t bank = 0; bank < banks; ++bank) {
      if ((wavefront.banks >> bank & 1u) == 0) continue;
      words_[bank] += wavefront.again ? 0 : 1;
      const std::uint32_t word = wavefront.word[bank] * 4;
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((wavefront.lanes_of_bank[bank] >> lane & 1u) == 0) continue;
        // The lane's bytes in this word; a cell smaller than a word may contain only some of them.
        const std::uint64_t from = std::max(word, access_.offset[lane]);
        const std::uint64_t end = std::min(std::uint64_t{word} + 4,
                                           std::uint64_t{access_.offset[lane]} + access_.width);
        for (std::uint64_t byte = from; byte < end; ++byte) {
          if (!grid_.holds(static_cast<std::uint32_t>(byte))) continue;
          Touch& touch = touched_[grid_.cell_of(static_cast<std::uint32_t>(byte))];
          touch.lanes |= 1u << lane;
          if (k == current_) touch.now |= 1u << lane;
          touch.first_wavefront = std::min(touch.first_wavefront, k);
          touch.last_wavefront = std::max(touch.last_wavefront, k);
        }
      }
    }
  }
  for (std::uint32_t bank = 0; bank < banks; ++bank) {
    full_[bank] = bank_color(theme_, bank);
    quiet_[bank] = mix(full_[bank], theme_.bg1, .72F);
  }
}

Address ArrayScene::address(std::uint32_t byte) const {
  return address_of(request_.run->program(), shared_site_, byte);
}

std::string ArrayScene::arithmetic(std::uint32_t byte) const {
  return address_arithmetic(request_.run->program(), shared_site_, byte);
}

/// Chooses the cells' size and the part of the array that is shown.
void ArrayScene::lay_out_window(float room_w, float room_h) {
  const float unit = std::max(.8F, sizes_.f);
  const float roomy = grid_.rows <= 4 ? 64 : grid_.rows <= 16 ? 46 : 32;
  const float zoom = std::clamp(request_.options.window.zoom, .25F, 8.F);
  const float largest = (request_.options.frame.presenter ? 1.4F : 1.F) * roomy * unit * std::max(1.F, zoom);
  std::uint32_t low_row = grid_.rows;
  std::uint32_t high_row = 0;
  std::uint32_t low_column = grid_.columns;
  std::uint32_t high_column = 0;
  for (const auto& [cell, touch] : touched_) {
    low_row = std::min(low_row, cell / grid_.columns);
    high_row = std::max(high_row, cell / grid_.columns);
    low_column = std::min(low_column, cell % grid_.columns);
    high_column = std::max(high_column, cell % grid_.columns);
  }
  if (touched_.empty()) low_row = low_column = 0;
  // All of the array where its cells are large enough; else what is touched, as far as it fits.
  const auto size_for = [&](std::uint32_t all, std::uint32_t span, float room, float least) {
    const auto whole = static_cast<float>(std::max(1u, all));
    if (room / whole >= least) return std::floor(room / whole);
    const auto part = static_cast<float>(std::min(all, span + 2));
    return std::max(least, std::floor(room / std::max(1.F, part)));
  };
  const bool values = request_.options.values;
  const auto span = [](std::uint32_t low, std::uint32_t high) { return high - std::min(low, high) + 1; };
  // Rows out of view are scrolled to as they are served; columns only give way where the access fits.
  const auto touched_columns = static_cast<float>(std::min(grid_.columns, span(low_column, high_column) + 2));
  const float wide = numbered_width * touched_columns <= room_w ? numbered_width : 8 * unit;
  const float least_w = values ? std::min(value_width(), room_w) : wide;
  // A ring of two pixels leaves something of the cell, or of the value in it.
  const bool all_rows = room_h >= tight_height * static_cast<float>(grid_.rows);
  const float least_h = std::min(values     ? 1.45F * value_size()
                                 : all_rows ? tight_height
                                            : numbered_height,
                                 room_h);
  const float w = size_for(grid_.columns, span(low_column, high_column), room_w, least_w);
  const float h = size_for(grid_.rows, span(low_row, high_row), room_h, least_h);
  cell_h_ = std::clamp(h, 1.F, largest);
  cell_w_ = std::clamp(w, 1.F, std::max(least_w, 2.1F * std::max(cell_h_, 18 * unit)));
  cell_h_ = std::min(cell_h_, 1.3F * std::max(cell_w_, 14 * unit));
  if (zoom != 1) {
    cell_w_ = std::clamp(std::floor(cell_w_ * zoom), 3.F, std::max(3.F, .5F * room_w));
    cell_h_ = std::clamp(std::floor(cell_h_ * zoom), 3.F, std::max(3.F, .5F * room_h));
  }
  if (request_.options.beside.most_cell_width > 0)
    cell_w_ = std::min(cell_w_, request_.options.beside.most_cell_width);
  if (request_.options.beside.most_cell_height > 0)
    cell_h_ = std::min(cell_h_, request_.options.beside.most_cell_height);
  const auto fits = [](float room, float size, std::uint32_t all) {
    return std::clamp(static_cast<std::uint32_t>(std::max(1.F, std::floor(room / size))), 1u,
                      std::max(1u, all));
  };
  window_.all_rows = grid_.rows;
  window_.all_columns = grid_.columns;
  window_.columns = fits(room_w, cell_w_, grid_.columns);
  window_.rows = fits(room_h, cell_h_, grid_.rows);
  const auto bound = static_cast<std::uint32_t>(most_cells / static_cast<float>(window_.columns));
  window_.rows = std::min(window_.rows, std::max(1u, bound));
  // Around the middle of what is touched; if that does not fit, around what is served now.
  std::uint32_t now_row = low_row, now_column = low_column;
  for (bool found = false; const auto& [cell, touch] : touched_) {
    if (touch.now == 0) continue;
    now_row = found ? std::min(now_row, cell / grid_.columns) : cell / grid_.columns;
    now_column = found ? std::min(now_column, cell % grid_.columns) : cell % grid_.columns;
    found = true;
  }
  const auto first = [](std::uint32_t low, std::uint32_t high, std::uint32_t now, std::uint32_t shown,
                        std::uint32_t all, std::optional<std::uint32_t> wanted) {
    const std::uint32_t last = all - std::min(all, shown);
    if (wanted) return std::min(*wanted, last);
    const std::uint32_t count = high >= low ? high - low + 1 : 1;
    if (count <= shown) return std::min(low - std::min(low, (shown - count) / 2), last);
    // In steps of half a window, so that the picture stands still for some wavefronts.
    const std::uint32_t step = std::max(1u, shown / 2);
    const std::uint32_t from = low + (now - low) / step * step;
    return std::min(from - std::min(from - low, shown / 4), last);
  };
  window_.first_row = first(low_row, high_row, now_row, window_.rows, grid_.rows,
                            request_.options.window.row);
  window_.first_column = first(low_column, high_column, now_column, window_.columns, grid_.columns,
                               request_.options.window.column);
  window_.cell_width = cell_w_;
  window_.cell_height = cell_h_;
  window_.low_row = low_row;
  window_.high_row = high_row;
  window_.low_column = low_column;
  window_.high_column = high_column;
  const std::uint32_t byte = access_.offset[focus_lane()];
  window_.shows_focus = !grid_.holds(byte) || in_window(grid_.cell_of(byte));
}

void ArrayScene::lay_out() {
  const float f = std::max(.6F, sizes_.f);
  const float width = request_.options.frame.width - 2 * sizes_.margin;
  const float height = std::max(8.F, sizes_.scene_end - sizes_.scene_y);
  const float header = height > 130 ? 2.1F * text(18) + (height > 220 ? 1.3F * text(14) : 0) : 0;
  y_ = sizes_.scene_y + header;
  banks_h_ = height > 150 ? std::max(18.F, 22 * f) : 0;
  bars_h_ = height > 200 ? std::clamp(.13F * height, 24.F, 72 * std::max(1.F, f)) : 0;
  const float foot = banks_h_ + bars_h_ + (bars_h_ > 0 ? 22 * f : banks_h_ > 0 ? 10 * f : 0);

  float label_w = text_width(language::tr(grid_.wrapped() ? "array.element" : "array.row"), Font::Regular,
                             text(14));
  for (const std::uint32_t row : {0u, grid_.rows - 1})
    label_w = std::max(label_w, text_width(grid_.row_label(row), Font::Mono, text(15)));
  label_w = std::max(label_w, text_width(language::tr("unit.bank"), Font::Regular, text(14))) + 12 * f;
  if (width < 300) label_w = 0;
  // As many digits as any lane's arithmetic can have.
  const Address widest = address(grid_.byte_of(grid_.count - 1));
  const std::string& sum = widest.sum.empty() ? widest.name : widest.sum;
  float note = std::max(text_width(sum, Font::Mono, text(17)),
                        text_width(language::tr("array.now"), Font::Regular, text(16)) + 1.9F * text(16)) +
               34 * f;
  if (width - label_w - note < 8 * 30 * f || height < 130) note = 0;
  if (request_.options.values && width - label_w - note < value_width() * static_cast<float>(grid_.columns))
    note = 0; // the cells need the room; a cell's tooltip has its address
  // Cells that hold a lane's number go before the note, whose words a cell's tooltip has too.
  const float numbered = numbered_width * static_cast<float>(grid_.columns);
  if (width - label_w - note < numbered && width - label_w >= numbered) note = 0;
  x_ = sizes_.margin + label_w;
  lay_out_window(std::max(4.F, width - label_w - note), std::max(4.F, height - header - foot));
  gap_ = std::min(cell_w_, cell_h_) >= 10 ? 1.F : std::min(cell_w_, cell_h_) >= 5 ? .5F : 0.F;
  const float array_w = cell_w_ * static_cast<float>(window_.columns);
  const float array_h = cell_h_ * static_cast<float>(window_.rows);
  shift_ = .3F * std::max(0.F, height - header - foot - array_h);
  y_ += shift_;
  note_w_ = note;
  const float room = std::max(banks * 1.F, request_.options.frame.width - sizes_.margin - x_ - note);
  bank_w_ = std::floor(std::clamp(array_w / banks, std::min(room / banks, 24 * f), room / banks));
  bank_w_ = std::max(1.F, bank_w_);
  note_x_ = x_ + std::max(array_w, banks * bank_w_) + 34 * f;
  banks_y_ = y_ + array_h + (bars_h_ > 0 ? 14 * f : 6 * f) + bars_h_;
  foot_y_ = banks_y_ + banks_h_;

  std::uint32_t digits = 1;
  for (const auto& [cell, touch] : touched_)
    if (touch.lanes >> 10 != 0) digits = 2;
  number_ = std::min({text(20), std::floor((cell_w_ - 4) / (digits == 2 ? 1.2F : .6F)), std::floor(cell_h_)});
  if (cell_h_ >= tight_height)
    number_ = std::min(number_, std::max(sizes_.least, std::floor((cell_h_ >= 20 ? .66F : .8F) * cell_h_)));
}

bool ArrayScene::in_window(std::uint32_t cell) const {
  const std::uint32_t row = cell / grid_.columns;
  const std::uint32_t column = cell % grid_.columns;
  return row >= window_.first_row && row - window_.first_row < window_.rows &&
         column >= window_.first_column && column - window_.first_column < window_.columns;
}

Box ArrayScene::cell_box(std::uint32_t cell) const {
  const auto row = static_cast<float>(cell / grid_.columns - window_.first_row);
  const auto column = static_cast<float>(cell % grid_.columns - window_.first_column);
  return {x_ + column * cell_w_ + gap_ / 2, y_ + row * cell_h_ + gap_ / 2, cell_w_ - gap_, cell_h_ - gap_};
}

Color ArrayScene::ink_on(Color fill) const {
  constexpr Color white{255, 255, 255, 255};
  constexpr Color black{0x0A, 0x0D, 0x12, 255};
  return contrast(white, fill) >= contrast(black, fill) ? white : black;
}

/// Returns the lane under the pointer, else the lowest lane in the current wavefront.
std::uint32_t ArrayScene::focus_lane() const {
  if (request_.options.pointed.lane && *request_.options.pointed.lane < warp_size &&
      (access_.mask >> *request_.options.pointed.lane & 1u) != 0)
    return *request_.options.pointed.lane;
  const std::uint32_t lit = service_.wavefronts.empty() ? 0 : service_.wavefronts[current_].lanes;
  return static_cast<std::uint32_t>(std::countr_zero(lit != 0 ? lit : access_.mask));
}

Picture ArrayScene::build() {
  PipRow pips{service_.counts.wavefronts, current_ + 1, theme_.now, {}}; // as in the scene Banks
  pips.tooltip = language::tr("array.pips");
  draw_headline(canvas_, request_, sizes_, make_headline(request_, SceneKind::Array), pips);
  draw_values_button();
  draw_header();
  draw_row_and_column_numbers();
  draw_cells();
  draw_untouched();
  draw_touched();
  draw_values();
  draw_since();
  draw_cell_hits();
  draw_banks();
  draw_note();
  draw_legend();
  draw_stale();
  draw_scroll_bars();
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

} // namespace array_view

Picture build_array_scene(const SceneRequest& request) { return array_view::ArrayScene(request).build(); }

ArrayWindow array_window(const SceneRequest& request) {
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr || !scene_can_show(SceneKind::Array, *event)) return {};
  if (!(request.options.frame.width >= 1 && request.options.frame.height >= 1 &&
        request.options.frame.scale > 0))
    return {};
  return array_view::ArrayScene(request).window();
}

} // namespace warpscope::view
