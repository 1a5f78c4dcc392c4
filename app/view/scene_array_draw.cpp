// Draws the scene Array: the cells, the touched ones above them, a lane's address in words, the banks.
#include "app/language/language.h"
#include "app/view/array_view.h"
#include "app/view/wording.h"

#include <bit>
#include <cmath>
#include <vector>

namespace warpscope::view::array_view {
namespace {

/// The number of cells with a tooltip of their own; beyond that only touched ones have one.
constexpr std::uint32_t most_told_cells = 1200;

} // namespace

void ArrayScene::draw_header() {
  if (y_ - shift_ - sizes_.scene_y < 20) return;
  const float size = text(20);
  const float middle = sizes_.scene_y + shift_ + .6F * size;
  const float room = request_.options.frame.width - sizes_.margin - x_ -
                     (button_.w > 0 ? button_.w + size : 0);
  const std::string code = fit_text(grid_.declaration, Font::Mono, size, room);
  if (code.empty()) return;
  float x = draw_code(canvas_, {x_, middle + cap_centre * size}, code, size, definition::row_or_column) +
            size;
  const auto range = [](std::string_view key, std::uint32_t first, std::uint32_t count, std::uint32_t all) {
    return language::trf(key, language::arg("first", first), language::arg("last", first + count - 1),
                         language::arg("all", grouped(all)));
  };
  std::string part;
  if (window_.rows < window_.all_rows)
    part = range(grid_.wrapped() ? "array.wrapped_rows" : "array.rows", window_.first_row, window_.rows,
                 window_.all_rows);
  if (window_.columns < window_.all_columns) {
    const std::string columns = range("array.columns", window_.first_column, window_.columns,
                                      window_.all_columns);
    part = part.empty() ? columns
                        : language::trf("array.rows_columns", language::arg("rows", part),
                                        language::arg("columns", columns));
  }
  const Definition part_is = window_.columns < window_.all_columns ? definition::column : definition::row;
  if (!part.empty()) part = language::trf("array.scroll", language::arg("part", part));
  canvas_.defined(part_is).mid_if_free({x, middle}, part, text(15), theme_.t2);
}

void ArrayScene::draw_row_and_column_numbers() {
  const float size = text(14);
  const std::uint32_t focus = access_.offset[focus_lane()];
  const bool inside = grid_.holds(focus) && in_window(grid_.cell_of(focus));
  const std::uint32_t focus_row = inside ? grid_.cell_of(focus) / grid_.columns : ~0u;
  const std::uint32_t focus_column = inside ? grid_.cell_of(focus) % grid_.columns : ~0u;
  if (x_ - sizes_.margin > 20) {
    const auto say = [&](std::uint32_t row, bool on) {
      const float y = y_ + (static_cast<float>(row - window_.first_row) + .5F) * cell_h_;
      canvas_.defined(definition::row_or_column)
          .mid_if_free({x_ - .6F * size, y}, grid_.row_label(row), on ? text(15) : size,
                       on ? theme_.t1 : theme_.t3, on ? Font::MonoBold : Font::Mono, Anchor::End);
    };
    if (inside) say(focus_row, true);
    std::uint32_t step = 4;
    while (static_cast<float>(step) * cell_h_ < 1.5F * size) step *= 2;
    if (cell_h_ >= 1.6F * size && window_.rows <= 12) step = 1;
    const std::uint32_t end = window_.first_row + window_.rows;
    for (std::uint32_t row = (window_.first_row + step - 1) / step * step; row < end; row += step)
      say(row, false);
  }
  if (y_ - shift_ - sizes_.scene_y > 3 * size) {
    const auto say = [&](std::uint32_t column, bool on) {
      const float x = x_ + (static_cast<float>(column - window_.first_column) + .5F) * cell_w_;
      canvas_.defined(definition::row_or_column)
          .mid_if_free({x, y_ - .75F * size}, std::to_string(column), on ? text(15) : size,
                       on ? theme_.t1 : theme_.t3, on ? Font::MonoBold : Font::Mono, Anchor::Middle, 4);
    };
    if (inside) say(focus_column, true);
    std::uint32_t step = 4;
    while (static_cast<float>(step) * cell_w_ < 3 * size) step *= 2;
    const std::uint32_t end = window_.first_column + window_.columns;
    for (std::uint32_t column = (window_.first_column + step - 1) / step * step; column < end; column += step)
      say(column, false);
    canvas_.mid_if_free({x_ - .6F * size, y_ - .75F * size},
                        language::tr(grid_.wrapped() ? "array.element" : "array.row"), size, theme_.t3,
                        Font::Regular, Anchor::End);
  }
}

void ArrayScene::draw_cells() {
  const std::uint32_t words = std::clamp(grid_.element / 4, 1u, 32u);
  const bool striped = words > 1 && cell_w_ >= 3 * static_cast<float>(words);
  const float radius = std::min(cell_w_, cell_h_) >= 12 ? 2.F : 0.F;
  for (std::uint32_t r = 0; r < window_.rows; ++r) {
    for (std::uint32_t c = 0; c < window_.columns; ++c) {
      const std::uint32_t cell = (window_.first_row + r) * grid_.columns + window_.first_column + c;
      if (cell >= grid_.count) return; // the last row of a wrapped array
      const Box box = cell_box(cell);
      const std::uint32_t bank = grid_.bank_of(cell);
      if (!striped) {
        canvas_.fill(box, radius, quiet_[bank]);
        continue;
      }
      const float w = box.w / static_cast<float>(words);
      for (std::uint32_t k = 0; k < words; ++k)
        canvas_.fill({box.x + static_cast<float>(k) * w, box.y, w, box.h}, 0, quiet_[(bank + k) % banks]);
    }
  }
}

void ArrayScene::draw_untouched() {
  if (!untouched_) return;
  const std::uint32_t first = std::max(untouched_->first, window_.first_column);
  const std::uint32_t end = std::min(untouched_->end, window_.first_column + window_.columns);
  if (first >= end) return;
  const Box box{x_ + static_cast<float>(first - window_.first_column) * cell_w_ + gap_ / 2, y_ + gap_ / 2,
                static_cast<float>(end - first) * cell_w_ - gap_,
                static_cast<float>(window_.rows) * cell_h_ - gap_};
  canvas_.fill(box, 0, with_alpha(theme_.bg1, .38F));
  canvas_.hatch(box, 0, {7, 1.75F, with_alpha(theme_.t1, .6F)});
}

void ArrayScene::draw_touched() {
  const bool numbered = number_ >= sizes_.least && !(request_.options.values && has_room_for_values());
  const float least = std::min(cell_w_, cell_h_);
  const float ring = least >= 12 ? 2.F : 1.25F;
  // Lit cells last, so that their rings are on top.
  for (const CellState pass : {CellState::Served, CellState::Waits, CellState::Now}) {
    for (const auto& [cell, touch] : touched_) {
      if (state_of(touch) != pass || !in_window(cell)) continue;
      const Box box = cell_box(cell);
      const std::uint32_t bank = grid_.bank_of(cell);
      const bool now = pass == CellState::Now;
      const Color fill = now ? mix(full_[bank], quiet_[bank], motion_) : quiet_[bank];
      canvas_.fill(box, 3, fill);
      if (now) {
        const float out = box.h >= 15 ? 1.F : 0.F;
        const Color color = conflict_ ? mix(theme_.now, theme_.conflict, motion_) : theme_.now;
        canvas_.outline({box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out}, 3, color,
                        (conflict_ ? 1.5F : 1.F) * ring);
      } else if (numbered && box.h < 15) { // a ring would touch the number
        const Color color = pass == CellState::Waits && conflict_ ? theme_.conflict : theme_.edge;
        canvas_.fill({box.x, box.y, 2.5F, box.h}, 0, color);
        canvas_.fill({box.x + box.w - 2.5F, box.y, 2.5F, box.h}, 0, color);
      } else if (pass == CellState::Waits) {
        canvas_.outline(box, 3, conflict_ ? theme_.conflict : theme_.edge, .8F * ring,
                        least >= 12 ? Dash{4, 3} : Dash{});
      } else {
        canvas_.outline(box, 3, theme_.edge, .6F * ring);
        if (least >= 16) canvas_.fill({box.x + 3, box.y + box.h - 3, box.w - 6, 2}, 0, theme_.edge);
      }
      if ((request_.options.beside.difference.lanes & touch.lanes) != 0 && least >= 10)
        draw_difference_mark(canvas_, {box.x + box.w - 1, box.y + 1}, .12F * least);
      if (!numbered) continue;
      const auto lanes = static_cast<std::uint32_t>(std::popcount(touch.lanes));
      const std::uint32_t shown = touch.now != 0 ? touch.now : touch.lanes;
      const std::string lane = std::to_string(std::countr_zero(shown));
      const Font font = now ? Font::MonoBold : Font::Mono;
      const std::string more = "+" + std::to_string(lanes - 1);
      const Point middle{box.x + box.w / 2, box.y + box.h / 2};
      const auto fits = [&](const std::string& say, float size) {
        return text_width(say, font, size) <= box.w - 3;
      };
      const Color ink = ink_on(fill);
      if (lanes > 1 && fits(lane + more, number_)) {
        canvas_.defined(definition::lane).mid(middle, lane + more, number_, ink, font, Anchor::Middle);
      } else if (lanes > 1 && box.h >= 2.46F * sizes_.least && fits(more, sizes_.least)) {
        canvas_.defined(definition::lane)
            .mid({middle.x, middle.y - .25F * box.h + 1}, lane, sizes_.least, ink, font, Anchor::Middle);
        canvas_.defined(definition::lane)
            .mid({middle.x, middle.y + .25F * box.h - 1}, more, sizes_.least, ink, font, Anchor::Middle);
      } else if (fits(lane, number_)) {
        canvas_.defined(definition::lane).mid(middle, lane, number_, ink, font, Anchor::Middle);
      }
    }
  }
}

void ArrayScene::draw_cell_hits() {
  const auto tell = [&](std::uint32_t cell, const Touch* touch) {
    const std::uint32_t row = cell / grid_.columns;
    const std::uint32_t column = cell % grid_.columns;
    const Box box{x_ + static_cast<float>(column - window_.first_column) * cell_w_,
                  y_ + static_cast<float>(row - window_.first_row) * cell_h_, cell_w_, cell_h_};
    const std::string place = arithmetic(grid_.byte_of(cell));
    if (touch == nullptr) {
      const bool never = untouched_ && column >= untouched_->first && column < untouched_->end;
      canvas_.hit(box, HitKind::Cell, cell,
                  (never ? language::trf("array.never", language::arg("address", place),
                                         language::arg("column", column))
                         : language::trf("array.cell", language::arg("address", place))) +
                      since_text(cell) + values_text(cell));
      return;
    }
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(touch->lanes));
    const bool same = touch->first_wavefront == touch->last_wavefront;
    const std::string when = language::trf(same ? "array.in_wavefront" : "array.in_wavefronts",
                                           language::arg("first", touch->first_wavefront + 1),
                                           language::arg("last", touch->last_wavefront + 1),
                                           language::arg("all", service_.counts.wavefronts));
    const std::string say = std::has_single_bit(touch->lanes)
                                ? language::trf(
                                      "array.lane", language::arg("address", place),
                                      language::arg("lane", lane),
                                      language::arg("thread", thread_name(request_, event_.warp, lane)),
                                      language::arg("when", when))
                                : language::trf("array.lanes", language::arg("address", place),
                                                language::arg("lanes", lane_list(touch->lanes)),
                                                language::arg("when", when));
    canvas_.hit(box, HitKind::Lane, lane, say + since_text(cell) + values_text(cell), touch->lanes);
  };
  if (window_.rows * window_.columns <= most_told_cells) {
    for (std::uint32_t r = 0; r < window_.rows; ++r)
      for (std::uint32_t c = 0; c < window_.columns; ++c) {
        const std::uint32_t cell = (window_.first_row + r) * grid_.columns + window_.first_column + c;
        if (cell < grid_.count && !touched_.contains(cell)) tell(cell, nullptr);
      }
  }
  for (const auto& [cell, touch] : touched_)
    if (in_window(cell)) tell(cell, &touch);
}

/// Draws the focused lane's address in words, with a line from its cell.
void ArrayScene::draw_note() {
  const std::uint32_t lane = focus_lane();
  const std::uint32_t byte = access_.offset[lane];
  const std::uint32_t lit = lit_lanes(request_);
  const bool hovered = (lit >> lane & 1u) != 0;
  for (const auto& [cell, touch] : touched_) {
    if ((touch.lanes & lit) == 0 || !in_window(cell)) continue;
    const Box of_lane = cell_box(cell);
    canvas_.outline({of_lane.x - 1, of_lane.y - 1, of_lane.w + 2, of_lane.h + 2}, 3, theme_.t1, 3);
  }
  if (!grid_.holds(byte) || !in_window(grid_.cell_of(byte))) return;
  const Box box = cell_box(grid_.cell_of(byte));
  if (note_w_ <= 0) return;
  const float size = text(20);
  const float small = text(17);
  const float line = 1.55F * small;
  const float height = size + 4.6F * line;
  const float low = y_ + size / 2;
  const float high = std::max(low, sizes_.scene_end - height);
  const float at = box.y + box.h / 2;
  float y = std::clamp(at, low, high);
  const float right = request_.options.frame.width - sizes_.margin;
  const Color color = hovered ? theme_.t1 : theme_.now;
  const float end = note_x_ - 8;
  const float turn = end - 10;
  const float thick = hovered ? 2.F : 1.5F;
  // Beyond the row's other touched cells, whose numbers must stay readable.
  float from = box.x + box.w + 3;
  for (const auto& [cell, touch] : touched_)
    if (cell / grid_.columns == grid_.cell_of(byte) / grid_.columns && in_window(cell))
      from = std::max(from, cell_box(cell).x + box.w + 3);
  if (std::abs(y - at) < 1) {
    canvas_.line({from, at}, {end, at}, color, thick);
  } else {
    canvas_.path({{from, at}, {turn, at}, {turn, y}, {end, y}}, color, thick);
  }
  const Address place = address(byte);
  std::vector<std::pair<std::string, Definition>> lines{{place.name, definition::cell}};
  if (!place.sum.empty()) lines.emplace_back(place.sum, definition::address);
  lines.emplace_back(place_words(place), definition::address);
  const float room = right - note_x_;
  const std::uint32_t sharing = touched_.contains(grid_.cell_of(byte))
                                    ? static_cast<std::uint32_t>(
                                          std::popcount(touched_.at(grid_.cell_of(byte)).lanes)) -
                                          1
                                    : 0;
  const std::string head = sharing > 0 ? language::trf("array.lane_more", language::arg("lane", lane),
                                                       language::arg("more", sharing))
                                       : language::trf("array.lane_alone", language::arg("lane", lane));
  canvas_.defined(definition::lane)
      .mid({note_x_, y}, fit_text(head, Font::SemiBold, size, room), size, theme_.t1, Font::SemiBold);
  y += 1.5F * size;
  for (const auto& [say, is] : lines) {
    const std::string cut = fit_text(say, Font::Mono, small, room);
    if (!cut.empty()) canvas_.defined(is).mid({note_x_, y}, cut, small, theme_.t2, Font::Mono);
    y += line;
  }
  const std::uint32_t first = byte / 4 % banks;
  const std::uint32_t words = std::clamp((byte % 4 + access_.width + 3) / 4, 1u, banks);
  const float chip = 1.2F * size;
  canvas_.fill({note_x_, y - chip / 2, chip, chip}, 3, full_[first]);
  canvas_.outline({note_x_, y - chip / 2, chip, chip}, 3, theme_.t1, 1.5F);
  const std::string bank = words == 1 ? language::trf("array.bank", language::arg("bank", first))
                                      : language::trf("array.banks", language::arg("first", first),
                                                      language::arg("last", (first + words - 1) % banks));
  canvas_.defined(definition::bank)
      .mid({note_x_ + chip + .5F * size, y}, fit_text(bank, Font::SemiBold, size, room - chip - .5F * size),
           size, theme_.t1, Font::SemiBold);
}

void ArrayScene::draw_bank_bars(float y) {
  const std::uint32_t most = *std::max_element(words_.begin(), words_.end());
  if (most == 0 || bars_h_ <= 0) return;
  const std::uint32_t lit = service_.wavefronts.empty() ? 0 : service_.wavefronts[current_].banks;
  // 32 words are the full height; atomics that share a word may take more wavefronts than that.
  const auto scale = static_cast<float>(std::max(banks, most));
  std::uint32_t worst = banks;
  std::uint32_t used = 0;
  std::uint32_t worst_banks = 0;
  for (std::uint32_t bank = 0; bank < banks; ++bank) {
    if (words_[bank] == 0) continue;
    ++used;
    if (words_[bank] == most) {
      ++worst_banks;
      if (worst == banks) worst = bank;
    }
    const float h = std::max(4.F, bars_h_ * static_cast<float>(words_[bank]) / scale);
    const bool hot = conflict_ && words_[bank] > 1 && words_[bank] == most;
    const Color color = hot ? theme_.conflict : theme_.now;
    const bool now = (lit >> bank & 1u) != 0;
    canvas_.fill({x_ + static_cast<float>(bank) * bank_w_ + .1F * bank_w_, y - 3 - h, .8F * bank_w_, h}, 2,
                 now || hot ? color : mix(color, theme_.bg1, .55F));
  }
  const bool atomics = model::takes_turns(access_, event_.access_kind);
  const std::string count = language::count_of(most,
                                               atomics ? language::Counted::Turn : language::Counted::Word);
  const std::string say = used == 1 ? language::trf("array.in_bank", language::arg("count", count),
                                                    language::arg("bank", worst))
                          : worst_banks == used
                              ? language::trf("array.in_each", language::arg("count", count),
                                              language::arg("banks", used))
                              : language::trf("array.up_to", language::arg("count", count),
                                              language::arg("banks", used));
  const Definition count_is = atomics ? definition::bank : definition::words_in;
  const float size = text(18);
  const float high = bars_h_ * static_cast<float>(most) / scale;
  const Color color = conflict_ ? theme_.conflict_at(size) : praise(request_);
  const float beside = x_ + static_cast<float>(worst + 1) * bank_w_ + .5F * size;
  // Above low bars; beside a single high one, on the side with room.
  if (high + 1.6F * size <= bars_h_ + 14) {
    canvas_.defined(count_is).mid_if_free({x_, y - 3 - high - .9F * size}, say, size, color, Font::SemiBold);
  } else if (used <= 2 && worst < 20) {
    canvas_.defined(count_is).mid_if_free({beside, y - 3 - high + .7F * size}, say, size, color,
                                          Font::SemiBold);
  } else if (used <= 2) {
    canvas_.defined(count_is).mid_if_free(
        {x_ + static_cast<float>(worst) * bank_w_ - .5F * size, y - 3 - high + .7F * size}, say, size, color,
        Font::SemiBold, Anchor::End);
  } else {
    canvas_.defined(count_is).mid_if_free({x_ + banks * bank_w_ + .8F * size, y - .5F * bars_h_}, say, size,
                                          color, Font::SemiBold);
  }
}

void ArrayScene::draw_banks() {
  if (banks_h_ <= 0) return;
  const std::uint32_t lit = service_.wavefronts.empty() ? 0 : service_.wavefronts[current_].banks;
  draw_bank_bars(banks_y_);
  const float size = std::max(sizes_.least, std::min(text(15), std::floor(.75F * banks_h_)));
  const std::uint32_t step = text_width("31", Font::MonoBold, size) + 2 <= bank_w_       ? 1
                             : text_width("31", Font::MonoBold, size) + 2 <= 2 * bank_w_ ? 2
                             : text_width("31", Font::MonoBold, size) + 2 <= 4 * bank_w_ ? 4
                                                                                         : 8;
  for (std::uint32_t bank = 0; bank < banks; ++bank) {
    const Box box{x_ + static_cast<float>(bank) * bank_w_ + .5F, banks_y_, std::max(.5F, bank_w_ - 1),
                  banks_h_};
    const bool used = words_[bank] > 0;
    const bool now = (lit >> bank & 1u) != 0;
    const Color fill = used ? full_[bank] : quiet_[bank];
    canvas_.fill(box, 2, fill);
    if (now) canvas_.outline(box, 2, theme_.now, 2);
    std::uint32_t lanes = 0;
    for (const model::BankWavefront& wavefront : service_.wavefronts)
      if ((wavefront.banks >> bank & 1u) != 0) lanes |= wavefront.lanes_of_bank[bank];
    if ((lanes & lit_lanes(request_)) != 0)
      canvas_.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 3, theme_.t1, 3);
    if ((request_.options.beside.difference.banks >> bank & 1u) != 0)
      draw_difference_mark(canvas_, {box.x + box.w / 2, box.y + box.h + 1}, std::min(.22F * bank_w_, 5.F));
    if (step == 1)
      canvas_.defined(definition::bank)
          .mid({box.x + box.w / 2, box.y + box.h / 2}, std::to_string(bank), size, ink_on(fill),
               used ? Font::MonoBold : Font::Mono, Anchor::Middle);
    else if (bank % step == 0)
      canvas_.defined(definition::bank)
          .mid_if_free({box.x + box.w / 2, banks_y_ + banks_h_ + .75F * size}, std::to_string(bank), size,
                       used ? theme_.t1 : theme_.t3, Font::Mono, Anchor::Middle);
    canvas_.hit(
        {box.x, banks_y_ - bars_h_, box.w, bars_h_ + banks_h_}, HitKind::Bank, bank,
        language::trf("array.bank_gives", language::arg("bank", bank),
                      language::arg("count", language::count_of(
                                                 words_[bank], model::takes_turns(access_, event_.access_kind)
                                                                   ? language::Counted::Turn
                                                                   : language::Counted::Word))),
        lanes);
  }
  if (x_ - sizes_.margin > 20)
    canvas_.mid_if_free({x_ - .6F * text(14), banks_y_ + banks_h_ / 2}, language::tr("unit.bank"), text(14),
                        theme_.t2, Font::Regular, Anchor::End);
}

/// Shows the visible part of a larger array, at its right and lower edges.
void ArrayScene::draw_scroll_bars() {
  const float w = cell_w_ * static_cast<float>(window_.columns);
  const float h = cell_h_ * static_cast<float>(window_.rows);
  draw_scroll_bar(canvas_, {x_ + w + 5, y_, 5, h}, true, window_.first_row, window_.rows, window_.all_rows);
  draw_scroll_bar(canvas_, {x_, y_ + h + 5, w, 5}, false, window_.first_column, window_.columns,
                  window_.all_columns);
}

void ArrayScene::draw_legend() {
  if (sizes_.scene_end - sizes_.scene_y < 200) return;
  const float size = text(16);
  const float box = 1.25F * size;
  std::array<bool, 3> has{};
  for (const auto& [cell, touch] : touched_) has[static_cast<std::size_t>(state_of(touch))] = true;
  const float right = request_.options.frame.width - sizes_.margin;
  // Below the banks where there is room, else in the corner beside them.
  const bool below = sizes_.scene_end - foot_y_ > 2.4F * size;
  if (!below && note_w_ <= 0) return;
  float y = below ? foot_y_ + 1.7F * size : banks_y_ + banks_h_ - box / 2;
  float x = below ? x_ : note_x_;
  const auto entry = [&](std::string_view say, const auto& draw) {
    const float at = x + box + .6F * size;
    const float w = text_width(say, Font::Regular, size);
    if (at + w > right || !canvas_.is_free({x, y - box / 2, at + w - x, box}, 0)) return;
    draw(Box{x, y - box / 2, box, box});
    canvas_.mid({at, y}, say, size, theme_.t2);
    if (below) x = at + w + 1.8F * size;
    else y -= 1.75F * size;
  };
  entry(language::tr("array.now"), [&](Box b) { canvas_.outline(b, 3, theme_.now, 2.5F); });
  if (has[static_cast<std::size_t>(CellState::Waits)])
    entry(language::tr("picture.waits"),
          [&](Box b) { canvas_.outline(b, 3, conflict_ ? theme_.conflict : theme_.edge, 1.6F, {4, 3}); });
  if (has[static_cast<std::size_t>(CellState::Served)])
    entry(language::tr("picture.served"), [&](Box b) {
      canvas_.outline(b, 3, theme_.edge, 1.25F);
      canvas_.fill({b.x + 3, b.y + b.h - 3, b.w - 6, 2}, 0, theme_.edge);
    });
  if (request_.options.values) {
    entry(language::tr(has_room_for_values() ? "array.not_written" : "array.too_small"), [&](Box b) {
      canvas_.outline(b, 1, theme_.t3, 1, {2, 3});
      canvas_.mid({b.x + b.w / 2, b.y + b.h / 2}, "–", size, theme_.t2, Font::Mono, Anchor::Middle);
    });
  }
  if (untouched_)
    entry(language::tr("array.never_touched"), [&](Box b) {
      canvas_.fill(b, 2, theme_.bg2);
      canvas_.hatch(b, 2, {7, 1.75F, with_alpha(theme_.t1, .6F)});
    });
}

} // namespace warpscope::view::array_view
