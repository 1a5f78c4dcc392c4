// Multiprocessor: its resident warps as rows over cycles, by sub-partition, and the LSU below them. What took
// how long comes from sim/multiprocessor; here it is only drawn.
#include "app/view/scene_multiprocessor.h"

#include "app/language/language.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpscope::view {
namespace {

using playback::Machine;
using playback::MachineState;

constexpr std::uint64_t cycles_at_first = 2400; ///< more are scrolled or zoomed to
constexpr float most_pieces = 12000; ///< in one picture: columns of pixels are widened until it fits
constexpr int most_sentences = 1500;

/// Returns 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10., std::floor(std::log10(std::max(1., least))));
  for (const double times : {1., 2., 5.})
    if (power * times >= least) return power * times;
  return power * 10;
}

/// "sub-partition 0" where there is room for it, else "part 0".
std::string_view partition_key(bool whole) { return whole ? "machine.partition_whole" : "machine.partition"; }

/// "28 % of its slots", else "28 %".
std::string partition_share(double share, bool whole) {
  const std::string says = percent(static_cast<std::uint64_t>(std::llround(1e6 * share)), 1'000'000);
  return whole ? language::trf("machine.partition_slots", language::arg("share", says)) : says;
}

/// A bar in a row so high: most of it, and of a row with much room half of it.
float bar_height(float row, float usual) {
  return std::max(3.F, std::max(std::min(.68F * row, usual), .45F * row));
}

} // namespace

std::string_view machine_state_key(MachineState state) {
  constexpr std::array<std::string_view, playback::machine_states> keys = {
      "machine.issues",     "machine.ready",  "machine.lsu",   "machine.barrier",
      "machine.arithmetic", "machine.memory", "machine.fence", "machine.not_started"};
  return keys[static_cast<std::size_t>(state)];
}

float MachineLayout::x_of(double cycle) const {
  const double share = (cycle - static_cast<double>(first)) /
                       static_cast<double>(std::max<std::uint64_t>(1, end - first));
  return plot.x + static_cast<float>(std::clamp(share, 0., 1.)) * plot.w;
}

double MachineLayout::cycle_at(float x) const {
  const double share = std::clamp(static_cast<double>((x - plot.x) / std::max(1.F, plot.w)), 0., 1.);
  return static_cast<double>(first) + share * static_cast<double>(end - first);
}

const MachineLayout::Row* MachineLayout::row_at(float y) const {
  for (const Row& row : rows)
    if (std::abs(y - row.y) <= row.h / 2) return &row;
  return nullptr;
}

void seek_machine(SceneRequest& request, double cycle) {
  const playback::MachinePtr& machine = request.options.machine.machine;
  if (machine == nullptr) return;
  request.options.machine.cycle = std::clamp(std::floor(cycle), 0.,
                                             static_cast<double>(machine->timeline.cycles));
  const MachineLayout now = machine_layout(request);
  const std::uint64_t shown = std::max<std::uint64_t>(1, now.end - now.first);
  if (now.cycles == 0 || shown >= now.cycles) return;
  const auto at = std::min(static_cast<std::uint64_t>(request.options.machine.cycle), now.cycles - 1);
  request.options.window.first_cycle = at / shown * shown;
  request.options.window.end_cycle = request.options.window.first_cycle + shown;
}

MachineLayout machine_layout(const SceneRequest& request) { return machine_parts(request).layout; }

MachineParts machine_parts(const SceneRequest& request) {
  MachineParts parts;
  const playback::MachinePtr& machine = request.options.machine.machine;
  if (machine == nullptr || !machine->problem.empty()) return parts;
  const Frame& frame = request.options.frame;
  const SceneSizes sizes = sizes_for(request);
  const auto text = [&](float size) { return sizes.text(frame.presenter ? 1.4F * size : size); };
  const float f = std::max(.6F, sizes.f), height = sizes.scene_end - sizes.scene_y;
  const float right = frame.width - sizes.margin;

  // From the bottom upwards.
  float y = sizes.scene_end;
  if (height > 110) {
    parts.legend_y = y - .7F * text(16);
    y -= 1.6F * text(16);
    const float bar = height > 240 ? 22 * f : 14 * f;
    parts.shares = {sizes.margin, y - bar, right - sizes.margin, bar};
    y -= bar + 5 * f;
    if (height > 200) {
      parts.shares_title_y = y - .6F * text(15);
      y -= 1.5F * text(15) + 2;
    }
  }
  parts.microseconds = height > 330;
  if (height > 90) {
    y -= (parts.microseconds ? 2.5F : 1.35F) * text(13) + 4 * f;
    parts.axis_y = y + .75F * text(13) + 2 * f;
  }
  parts.lsu_h = std::clamp(.05F * height, 8.F, 22 * f);
  y -= parts.lsu_h + 2;
  parts.lsu_y = y + parts.lsu_h / 2;
  y -= 5 * f;

  parts.head_y = sizes.scene_y + .75F * text(15);
  const float top = sizes.scene_y + (height > 110 ? 1.75F * text(15) : 2);
  const bool curve = machine->curve.size() > 1 && frame.width >= 880 * std::min(1.F, f) && height > 200;
  const float column = curve ? std::clamp(.25F * frame.width, 210 * f, 340 * f) : 0;
  if (curve) parts.curve = {right - column, top, column, y - top + parts.lsu_h};

  MachineLayout& layout = parts.layout;
  const multiprocessor::Timeline& timeline = machine->timeline;
  parts.names_x = sizes.margin;
  const auto names_width = [&](bool whole) {
    const float name = text_width(language::trf(partition_key(whole), language::arg("number", 0)),
                                  Font::SemiBold, text(15));
    const float share = text_width(partition_share(1, whole), Font::Regular, text(15));
    return std::max(name, share) + 26 * f +
           text_width(language::trf("machine.warp", language::arg("warp", 63)), Font::Regular, text(15));
  };
  parts.whole_names = frame.width > 1000 &&
                      right - sizes.margin - column - names_width(true) >= (curve ? 560 : 700) * f;
  const float names = frame.width > 560 ? names_width(parts.whole_names) : 0;
  const float left = sizes.margin + names;
  const float end = curve ? right - column - 32 * f : right - 6 * f;
  layout.plot = {left, top, std::max(8.F, end - left), std::max(8.F, parts.lsu_y + parts.lsu_h / 2 - top)};
  layout.cycles = std::max(timeline.cycles, request.options.beside.axis_steps);
  const Window& window = request.options.window;
  if (window.end_cycle > window.first_cycle && window.first_cycle < layout.cycles) {
    layout.first = window.first_cycle;
    layout.end = std::min(window.end_cycle, std::max<std::uint64_t>(1, layout.cycles));
  } else {
    layout.end = std::clamp<std::uint64_t>(layout.cycles, 1, cycles_at_first);
  }

  std::uint32_t partitions = 0;
  for (const multiprocessor::PlaceRow& row : timeline.rows)
    partitions = std::max(partitions, row.partition + 1);
  std::vector<std::uint32_t> counts(partitions, 0);
  for (const multiprocessor::PlaceRow& row : timeline.rows) ++counts[row.partition];
  std::uint32_t most = 1;
  for (const std::uint32_t count : counts) most = std::max(most, count);
  const float gap = 6 * f, room = std::max(8.F, y - top);
  // Rows lower than this cannot be told apart: sub-partitions are scrolled instead.
  const float least = 4 * f;
  const auto fit = static_cast<std::uint32_t>(
      std::max(1.F, std::floor((room + gap) / (least * static_cast<float>(most) + gap))));
  layout.all_partitions = partitions;
  layout.partitions = std::min(partitions, fit);
  layout.first_partition = std::min(window.first_partition, partitions - layout.partitions);
  if (layout.partitions == 0) return parts;
  // Few rows take the height that is there: a band without anything below them reads as something missing.
  const float tallest = (frame.presenter ? 62 : 40) * f * (most == 1 ? 2.8F : most == 2 ? 1.8F : 1.2F);
  const float pitch = std::min(tallest, (room - gap * static_cast<float>(layout.partitions - 1)) /
                                            static_cast<float>(most * layout.partitions));
  float at = top;
  for (std::uint32_t p = layout.first_partition; p < layout.first_partition + layout.partitions; ++p) {
    for (std::uint32_t i = 0; i < timeline.rows.size(); ++i)
      if (timeline.rows[i].partition == p) {
        layout.rows.push_back({i, at + pitch / 2, pitch});
        at += pitch;
      }
    at += gap;
  }
  // What the rows leave goes below the LSU.
  const float spare = std::max(0.F, y - (at - gap));
  parts.lsu_y -= spare;
  layout.plot.h -= spare;
  if (parts.axis_y > 0) parts.axis_y -= spare;
  parts.curve.h = std::max(parts.curve.h - spare, std::min(parts.curve.h, 250 * f));
  return parts;
}

void MachineScene::draw_state(State state, Box box, double issues) {
  const float middle = box.y + box.h / 2;
  const bool small = box.w < 5 || box.h < 6;
  switch (state) {
  case State::Issues: canvas_.fill(box, box.w > 6 && box.h > 8 ? 2.F : 0.F, theme_.now); break;
  case State::Ready:
    if (small) {
      canvas_.fill({box.x, box.y, box.w, 1}, 0, theme_.now);
      canvas_.fill({box.x, box.y + box.h - 1, box.w, 1}, 0, theme_.now);
    } else {
      canvas_.outline({box.x + 1, box.y + 1, box.w - 2, box.h - 2}, 1, theme_.now, 2);
    }
    break;
  case State::Lsu: {
    const float edge = box.h >= 9 ? 3.F : 1.5F;
    canvas_.fill({box.x, middle, box.w, box.h / 2}, 0, mix(theme_.conflict, theme_.bg1, .38F));
    canvas_.fill({box.x, middle - edge / 2, box.w, edge}, 0, theme_.conflict);
    break;
  }
  case State::Barrier:
    canvas_.fill(box, 0, theme_.bg3);
    if (!small) canvas_.hatch(box, 0, {7, 1.5F, with_alpha(theme_.edge, .6F)});
    break;
  case State::Arithmetic: {
    const float h = std::max(1.5F, .16F * box.h);
    canvas_.fill({box.x, middle - h / 2, box.w, h}, 0, theme_.edge);
    break;
  }
  case State::Memory: {
    const float dot = std::clamp(.14F * box.h, 1.F, 2.5F);
    if (box.w < 3 * dot) canvas_.fill({box.x, middle - dot / 2, std::min(dot, box.w), dot}, 0, theme_.t2);
    else canvas_.line({box.x + dot, middle}, {box.x + box.w, middle}, theme_.t2, dot, {dot, 2 * dot});
    break;
  }
  case State::Fence: { // pickets on a rail
    canvas_.fill({box.x, middle - .5F, box.w, 1}, 0, theme_.t2);
    const float picket = std::clamp(.12F * box.h, 1.F, 2.F), apart = std::max(4.F, .45F * box.h);
    for (float x = box.x; x + picket <= box.x + box.w; x += apart)
      canvas_.fill({x, box.y + .12F * box.h, picket, .76F * box.h}, 0, theme_.t2);
    break;
  }
  case State::NotStarted: break;
  }
  // A column in which the warp issues now and then: the higher, the more.
  if (issues > 0 && state != State::Issues) {
    const float h = box.h * static_cast<float>(.3 + .7 * std::min(1., issues));
    canvas_.fill(
        {box.x, middle - h / 2, std::min(box.w, std::max(1.F, box.w * static_cast<float>(issues))), h}, 0,
        theme_.now);
  }
}

std::string MachineScene::piece_words(const multiprocessor::Life& life,
                                      const multiprocessor::Piece& piece) const {
  const State state = playback::state_of(piece);
  const std::uint32_t line = machine_.line_of(piece.origin), cause = machine_.line_of(piece.cause);
  std::string says(language::tr(machine_state_key(state)));
  if (state == State::Memory || state == State::Lsu || state == State::Fence)
    if (cause != 0 && cause != line)
      says = language::trf("machine.for_line", language::arg("waits", says), language::arg("line", cause));
  const std::string when = language::trf("machine.from_to", language::arg("first", grouped(piece.begin)),
                                         language::arg("last", grouped(piece.end - 1)),
                                         language::arg("cycles", grouped(piece.end - piece.begin)));
  return line == 0 ? language::trf("machine.piece", language::arg("block", grouped(life.block)),
                                   language::arg("warp", life.warp), language::arg("says", says),
                                   language::arg("when", when))
                   : language::trf("machine.piece_line", language::arg("block", grouped(life.block)),
                                   language::arg("warp", life.warp), language::arg("line", line),
                                   language::arg("says", says), language::arg("when", when));
}

void MachineScene::draw_row(const MachineLayout::Row& row) {
  const multiprocessor::PlaceRow& place = machine_.timeline.rows[row.row];
  const float y = row.y - bar_ / 2;
  canvas_.line({layout_.plot.x, row.y}, {layout_.plot.x + layout_.plot.w, row.y}, theme_.line, 1);
  // Pieces narrower than a column are gathered.
  std::array<std::uint64_t, playback::machine_states> sums{};
  float from = 0, to = 0;
  bool open = false;
  const auto flush = [&] {
    if (!open) return;
    open = false;
    std::uint64_t all = 0;
    std::size_t largest = static_cast<std::size_t>(State::NotStarted);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      all += sums[i];
      if (sums[i] > sums[largest]) largest = i;
    }
    if (all > 0)
      draw_state(static_cast<State>(largest), {from, y, std::max(1.F, to - from), bar_},
                 static_cast<double>(sums[0]) / static_cast<double>(all));
    sums = {};
  };
  for (const multiprocessor::Life& life : place.lives) {
    if (life.ended <= layout_.first || life.taken >= layout_.end) continue;
    auto piece = std::upper_bound(
        life.pieces.begin(), life.pieces.end(), layout_.first,
        [](std::uint64_t cycle, const multiprocessor::Piece& p) { return cycle < p.end; });
    for (; piece != life.pieces.end() && piece->begin < layout_.end; ++piece) {
      const State state = playback::state_of(*piece);
      const float x0 = layout_.x_of(static_cast<double>(piece->begin)),
                  x1 = layout_.x_of(static_cast<double>(piece->end));
      if (state == State::NotStarted) {
        flush();
        continue;
      }
      if (x1 - x0 < column_) {
        if (!open || x0 > to + .5F) {
          flush();
          from = x0;
          open = true;
        }
        sums[static_cast<std::size_t>(state)] += piece->end - piece->begin;
        to = x1;
        if (to - from >= column_) flush();
        continue;
      }
      flush();
      draw_state(state, {x0, y, x1 - x0, bar_});
      if (state == State::Barrier && piece->end < layout_.end)
        canvas_.fill({x1 - 1, y, 2, bar_}, 0, theme_.t1);
      if (x1 - x0 >= 5 && sentences_ < most_sentences) {
        ++sentences_;
        canvas_.hit({x0, row.y - row.h / 2, x1 - x0, row.h}, HitKind::Piece, machine_.line_of(piece->cause),
                    piece_words(life, *piece));
      }
    }
  }
  flush();
}

void MachineScene::draw_names() {
  if (layout_.plot.x - parts_.names_x < 40 || layout_.rows.empty()) return;
  const float size = text(15), end = layout_.plot.x - 10 * sizes_.f;
  std::uint32_t last = ~0u;
  const bool each = layout_.rows.front().h >= size * .95F;
  const float lower = std::max(0.F, .62F * size - layout_.rows.front().h / 2);
  std::size_t first = 0; // row of the sub-partition
  const auto partition_of = [&](std::size_t i) {
    return machine_.timeline.rows[layout_.rows[i].row].partition;
  };
  const auto name_warp = [&](const MachineLayout::Row& row, bool pointed) {
    canvas_.defined(definition::resident)
        .mid_if_free(
            {end, row.y + lower},
            language::trf("machine.warp", language::arg("warp", machine_.timeline.rows[row.row].place)), size,
            pointed ? theme_.t1 : theme_.t2, pointed ? Font::SemiBold : Font::Regular, Anchor::End, 1);
  };
  // The warp under the pointer comes first: of low rows only each fourth has a name else.
  for (const MachineLayout::Row& row : layout_.rows)
    if (request_.options.machine.row == row.row) name_warp(row, true);
  for (std::size_t i = 0; i < layout_.rows.size(); ++i) {
    const MachineLayout::Row& row = layout_.rows[i];
    const multiprocessor::PlaceRow& place = machine_.timeline.rows[row.row];
    if (place.partition != last) {
      last = place.partition;
      first = i;
      std::size_t end_row = i;
      while (end_row < layout_.rows.size() && partition_of(end_row) == last) ++end_row;
      const std::size_t rows = end_row - i;
      // Its share of the slots stands beside the second row; a lone row has both, one above the other. Where
      // neither fits, the share is left out. In rows lower than a word the words begin below the line.
      const bool beside = rows > 1 && row.h >= 1.25F * size;
      const bool stacked = rows == 1 && row.h >= 2.6F * size;
      const bool close = rows > 1 && !beside && static_cast<float>(rows) * row.h > 2.6F * size;
      const float y = stacked ? row.y - .65F * size : row.y + lower;
      canvas_.defined(definition::issue_slots)
          .mid_if_free(
              {parts_.names_x, y},
              language::trf(partition_key(parts_.whole_names), language::arg("number", place.partition)),
              size, theme_.t1, Font::SemiBold);
      if (i > 0)
        canvas_.line({parts_.names_x, row.y - row.h / 2 - 3 * sizes_.f},
                     {layout_.plot.x + layout_.plot.w, row.y - row.h / 2 - 3 * sizes_.f}, theme_.line, 1);
      if ((beside || stacked || close) && place.partition < machine_.issued.size())
        canvas_.defined(definition::issue_slots)
            .mid_if_free({parts_.names_x, beside ? row.y + row.h : y + 1.3F * size},
                         partition_share(machine_.issued[place.partition], parts_.whole_names), size,
                         theme_.t2);
    }
    if ((each || (i - first) % 4 == 0) && request_.options.machine.row != row.row) name_warp(row, false);
  }
}

void MachineScene::draw_lsu() {
  const Box row{layout_.plot.x, parts_.lsu_y - parts_.lsu_h / 2, layout_.plot.w, parts_.lsu_h};
  canvas_.line({parts_.names_x, row.y - 3}, {row.x + row.w, row.y - 3}, theme_.edge, 1);
  canvas_.fill(row, 2, theme_.bg2);
  const auto& lsu = machine_.timeline.lsu;
  auto piece = std::upper_bound(
      lsu.begin(), lsu.end(), layout_.first,
      [](std::uint64_t cycle, const multiprocessor::LsuPiece& p) { return cycle < p.end; });
  float drawn = row.x - 10;
  for (; piece != lsu.end() && piece->begin < layout_.end; ++piece) {
    const float x0 = layout_.x_of(static_cast<double>(piece->begin)),
                x1 = layout_.x_of(static_cast<double>(piece->end));
    const bool conflict = machine_.is_conflict(*piece);
    if (x1 - x0 < 1.5F && x0 < drawn + .75F) continue; // a mark is there already
    drawn = std::max(x0 + 1, x1);
    const float w = std::max(1.F, x1 - x0), h = conflict ? row.h : .5F * row.h;
    canvas_.fill({x0, parts_.lsu_y - h / 2, w, h}, 0, conflict ? theme_.conflict : theme_.t3);
    // A cut for every wavefront, or for every fourth.
    const float cycle = w / static_cast<float>(std::max<std::uint64_t>(1, piece->end - piece->begin));
    const std::uint64_t every = cycle >= 3 ? 1 : cycle >= .9F ? 4 : 0;
    if (conflict && every > 0)
      for (std::uint64_t at = every; at < piece->wavefronts; at += every)
        canvas_.fill({x0 + cycle * static_cast<float>(at) - .5F, row.y, 1, row.h}, 0, theme_.bg2);
    if (w >= 4 && sentences_ < most_sentences) {
      ++sentences_;
      const std::uint32_t line = machine_.line_of(piece->origin);
      const std::uint32_t place = machine_.timeline.rows[piece->row].place;
      canvas_.hit({x0, row.y, w, row.h}, HitKind::Piece, line,
                  language::trf(conflict ? "machine.lsu_conflict" : "machine.lsu_access",
                                language::arg("warp", place), language::arg("line", line),
                                language::arg("wavefronts", language::count_of(piece->wavefronts,
                                                                               language::Counted::Wavefront)),
                                language::arg("first", grouped(piece->begin)),
                                language::arg("last", grouped(piece->end - 1))));
    }
  }
  if (layout_.plot.x - parts_.names_x < 40) return;
  const float size = std::min(text(15), std::max(sizes_.least, 1.1F * row.h));
  canvas_.mid_if_free({parts_.names_x, parts_.lsu_y}, language::tr("machine.lsu_row"), size, theme_.t1,
                      Font::SemiBold);
  const std::string busy = percent(static_cast<std::uint64_t>(std::llround(1e6 * machine_.lsu_busy)),
                                   1'000'000);
  canvas_.defined(definition::lsu_busy)
      .mid_if_free({row.x - 10 * sizes_.f, parts_.lsu_y},
                   parts_.whole_names ? language::trf("machine.lsu_share", language::arg("share", busy))
                                      : busy,
                   size, theme_.t2, Font::Regular, Anchor::End);
}

void MachineScene::draw_axis() {
  if (parts_.axis_y == 0) return;
  const float size = text(13), y = parts_.axis_y;
  const std::uint64_t all = machine_.timeline.cycles;
  const bool at_end = layout_.end >= all;
  const float right = layout_.plot.x + layout_.plot.w;
  std::string end = language::trf("machine.of_cycles", language::arg("cycle", grouped(layout_.end)),
                                  language::arg("cycles", grouped(all)));
  if (at_end)
    end = language::trf(
        "machine.all_cycles", language::arg("cycles", grouped(all)),
        language::arg("us", microseconds_text(machine_.microseconds(static_cast<double>(all)))));
  if (at_end && machine_.blocks > machine_.blocks_shown) {
    const auto rounds = [&](std::uint64_t blocks) {
      return (blocks + machine_.resident - 1) / std::max(1u, machine_.resident);
    };
    end = language::trf("machine.rounds_repeat", language::arg("all", end),
                        language::arg("shown", rounds(machine_.blocks_shown)),
                        language::arg("rounds", grouped(rounds(machine_.blocks))));
  }
  if (machine_.times_as_long > 1)
    end = language::trf("machine.beginning_alone", language::arg("all", end),
                        language::arg("times", fmt::format("{:.3g}", machine_.times_as_long)));
  canvas_.defined(definition::cycle)
      .mid_if_free({right, y}, end, size, theme_.t1, Font::SemiBold, Anchor::End, 6);
  if (layout_.plot.x - parts_.names_x > 40) {
    canvas_.mid_if_free({parts_.names_x, y}, language::tr("machine.cycles"), size, theme_.t2);
    if (parts_.microseconds)
      canvas_.mid_if_free({parts_.names_x, y + 1.2F * size}, language::tr("machine.microseconds"), size,
                          theme_.t3);
  }
  if (machine_.worst_conflict > 1 && parts_.microseconds && !conflict_key_below_curve())
    draw_conflict_key({right - conflict_key_width(), y + 1.2F * size}, conflict_key_width());
  const double cycles = static_cast<double>(layout_.end - layout_.first);
  const double step = round_step(
      cycles / std::max(2., std::floor(static_cast<double>(layout_.plot.w / (110 * sizes_.f)))));
  for (double at = std::ceil(static_cast<double>(layout_.first) / step) * step;
       at <= static_cast<double>(layout_.end); at += step) {
    const float x = layout_.x_of(at);
    canvas_.fill({x - .5F, parts_.lsu_y + parts_.lsu_h / 2, 1, 4}, 0, theme_.edge);
    if (canvas_.defined(definition::cycle)
            .mid_if_free({x, y}, grouped(static_cast<std::uint64_t>(at)), size, theme_.t2, Font::Mono,
                         Anchor::Middle, 8) &&
        parts_.microseconds)
      canvas_.defined(definition::cycle)
          .mid_if_free({x, y + 1.2F * size}, microseconds_text(machine_.microseconds(at)), size, theme_.t3,
                       Font::Mono, Anchor::Middle, 2);
  }
  if (layout_.end - layout_.first < all)
    draw_scroll_bar(canvas_, {layout_.plot.x, parts_.lsu_y + parts_.lsu_h / 2 + 1, layout_.plot.w, 4}, false,
                    static_cast<double>(layout_.first), cycles, static_cast<double>(all));
}

/// What was not simulated: the chart is torn off there.
void MachineScene::draw_torn_edge() {
  const bool cut = machine_.blocks > machine_.blocks_shown || !machine_.timeline.complete;
  if (!cut || layout_.end < machine_.timeline.cycles) return;
  const float x = layout_.plot.x + layout_.plot.w, tooth = 7 * sizes_.f;
  std::vector<Point> edge{{x + 2, layout_.plot.y}};
  const auto teeth = static_cast<int>(std::max(2.F, layout_.plot.h / tooth));
  std::vector<Point> line;
  for (int i = 0; i <= teeth; ++i)
    line.push_back({x - (i % 2 == 0 ? 0 : tooth * .7F),
                    layout_.plot.y + layout_.plot.h * static_cast<float>(i) / static_cast<float>(teeth)});
  edge.insert(edge.end(), line.begin(), line.end());
  edge.push_back({x + 2, layout_.plot.y + layout_.plot.h});
  canvas_.polygon(std::move(edge), theme_.bg1);
  canvas_.path(std::move(line), theme_.edge, 1.5F);
}

void MachineScene::draw_playhead() {
  const double cycle = std::clamp(request_.options.machine.cycle, 0.,
                                  static_cast<double>(machine_.timeline.cycles));
  if (cycle < static_cast<double>(layout_.first) || cycle > static_cast<double>(layout_.end)) return;
  const float x = layout_.x_of(cycle), size = text(15);
  const bool plate = layout_.plot.y - sizes_.scene_y > 1.2F * size;
  const float top = plate ? parts_.head_y : layout_.plot.y;
  canvas_.fill({x - 1, top, 2, layout_.plot.y + layout_.plot.h - top}, 0, theme_.t1);
  if (!plate) return;
  const std::string says = language::trf(
      "machine.at", language::arg("cycle", grouped(static_cast<std::uint64_t>(cycle))),
      language::arg("us", microseconds_text(machine_.microseconds(cycle))));
  const float w = text_width(says, Font::SemiBold, size) + 18 * sizes_.f, h = 1.45F * size;
  const float most = std::max(sizes_.margin, pills_left_ - w - 8);
  const float left = std::clamp(x - w / 2, sizes_.margin, most);
  canvas_.fill({left, parts_.head_y - h / 2, w, h}, h / 2, theme_.t1);
  canvas_.defined(definition::cycle)
      .mid({left + w / 2, parts_.head_y}, says, size, theme_.bg1, Font::SemiBold, Anchor::Middle);
  canvas_.reserve({left, parts_.head_y - h / 2, w, h});
}

/// Which code, and whose figures.
void MachineScene::draw_pills() {
  const float size = text(13), h = 1.55F * size;
  float right = request_.options.frame.width - sizes_.margin;
  pills_left_ = right;
  if (layout_.plot.y - sizes_.scene_y <= 1.2F * size) return;
  const auto pill = [&](std::string_view says, const std::string& why, Color color) {
    const float w = text_width(says, Font::SemiBold, size) + 16 * sizes_.f;
    if (right - w < sizes_.margin + 160 * sizes_.f) return;
    const Box box{right - w, parts_.head_y - h / 2, w, h};
    canvas_.outline(box, h / 2, theme_.edge, 1.5F);
    canvas_.mid({box.x + w / 2, parts_.head_y}, says, size, color, Font::SemiBold, Anchor::Middle);
    canvas_.hit(box, HitKind::Text, 0, why);
    right -= w + 8 * sizes_.f;
    pills_left_ = right;
  };
  if (!machine_.borrowed_from.empty())
    pill(language::trf("machine.borrowed", language::arg("from", machine_.borrowed_from)),
         language::trf("machine.borrowed_tip", language::arg("device", machine_.device),
                       language::arg("from", machine_.borrowed_from)),
         theme_.t1);
  else
    pill(machine_.latencies_known
             ? language::trf("machine.measured", language::arg("device", machine_.device))
             : std::string(language::tr("machine.estimated")),
         language::trf(machine_.latencies_known ? "machine.measured_tip" : "machine.estimated_tip",
                       language::arg("device", machine_.device)),
         theme_.t2);
  std::string why(language::tr(machine_.read        ? "machine.read_tip"
                               : machine_.predicted ? "machine.predicted_tip"
                                                    : "machine.as_written_tip"));
  if (!machine_.read && !machine_.predicted && !machine_.why_as_written.empty())
    why = language::trf("machine.as_written_why", language::arg("why", machine_.why_as_written));
  if (!machine_.why_not_read.empty())
    why += "\n" + language::trf("machine.not_read", language::arg("why", machine_.why_not_read));
  pill(language::tr(machine_.read        ? "machine.read"
                    : machine_.predicted ? "machine.predicted"
                                         : "machine.as_written"),
       why, theme_.t2);
}

Picture MachineScene::build() {
  bar_ = layout_.rows.empty()
             ? 4
             : bar_height(layout_.rows.front().h,
                          (request_.options.frame.presenter ? 40 : 24) * std::max(.6F, sizes_.f));
  column_ = std::max(2.F, static_cast<float>(layout_.rows.size()) * layout_.plot.w / most_pieces);
  draw_headline(canvas_, request_, sizes_, multiprocessor_headline(request_, SceneKind::Multiprocessor),
                std::nullopt);
  draw_pills();
  for (const MachineLayout::Row& row : layout_.rows) draw_row(row);
  draw_lsu();
  draw_torn_edge();
  draw_playhead();
  draw_names();
  draw_axis();
  draw_shares();
  draw_curve();
  draw_source_lines(canvas_, request_, sizes_);
  if (request_.options.machine.stale)
    canvas_.fill({0, 0, request_.options.frame.width, request_.options.frame.height}, 0,
                 with_alpha(theme_.bg1, .55F));
  return canvas_.take();
}

Picture build_multiprocessor_scene(const SceneRequest& request) {
  const playback::MachinePtr& machine = request.options.machine.machine;
  if (machine != nullptr && machine->problem.empty()) return MachineScene(request).build();
  const Theme& theme = theme_of(request);
  const SceneSizes sizes = sizes_for(request);
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme);
  draw_headline(canvas, request, sizes, multiprocessor_headline(request, SceneKind::Multiprocessor),
                std::nullopt);
  const float size = std::max(sizes.least, sizes.text(20)),
              room = request.options.frame.width - 2 * sizes.margin;
  const float y = (sizes.scene_y + sizes.scene_end) / 2;
  const std::string says = machine == nullptr ? std::string(language::tr("machine.computing"))
                                              : machine->problem;
  canvas.mid({request.options.frame.width / 2, y}, fit_text(says, Font::Regular, size, room), size, theme.t2,
             Font::Regular, Anchor::Middle);
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
