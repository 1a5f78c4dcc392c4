// Block: the block's warps as rows over its steps; each access where its warp executes it, each barrier at
// its release, waits at barriers hatched.
//
// Not modelled: time. Steps are work in the simulator's schedule, one warp after another; see block_index.h.
#include "app/view/scene_block.h"

#include "app/language/language.h"
#include "app/view/block_words.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>

namespace warpscope::view {
namespace {

/// Marks in one picture: columns of pixels are widened until there cannot be more.
constexpr float most_marks = 6000;
constexpr int most_sentences = 1200;
constexpr std::uint32_t rows_without_folding = 16;

BlockMark mark_of(const trace::BlockTrace::Event& event) {
  if (cost_rule(event.space) == CostRule::Sectors) return BlockMark::Global;
  if (cost_rule(event.space) != CostRule::Banks) return BlockMark::Other;
  return event.access_kind == AccessKind::Load    ? BlockMark::SharedLoad
         : event.access_kind == AccessKind::Store ? BlockMark::SharedStore
                                                  : BlockMark::SharedAtomic;
}

} // namespace

/// Up to 16 warps have equal rows; with more, the current one and its neighbours stay open and the others
/// fold.
void BlockScene::lay_out_rows(float room) {
  const std::uint32_t all = std::max(1u, index_.warps());
  const float unit = std::max(.8F, f_);
  const float pitch = room / static_cast<float>(all);
  const std::uint32_t middle = focus_.value_or(0);
  if (pitch >= 14 * unit || (all <= rows_without_folding && pitch >= 9)) {
    const float h = std::min(pitch, (request_.options.frame.presenter ? 110 : 92) * unit);
    for (std::uint32_t w = 0; w < all; ++w)
      rows_.push_back({w, top_ + (static_cast<float>(w) + .5F) * h, h, 0});
    bottom_ = top_ + h * static_cast<float>(all);
  } else {
    const float open = std::clamp(.11F * room, std::min(14.F, room), 36 * unit);
    const auto is_open = [&](std::uint32_t w) { return w + 1 >= middle && w <= middle + 1; };
    const auto opened = static_cast<float>(std::min(all, middle == 0 ? 2u : 3u));
    const auto closed = static_cast<float>(all) - opened;
    const float folded = std::max(4.F, std::min(14 * unit, (room - opened * open) / std::max(1.F, closed)));
    // Where even folded rows do not fit, those around the current one are shown.
    const auto fitting = static_cast<std::uint32_t>(std::max(0.F, (room - opened * open) / folded));
    const std::uint32_t shown = std::min(all, fitting + static_cast<std::uint32_t>(opened));
    const std::uint32_t from = std::min(middle - std::min(middle, shown / 2), all - shown);
    hidden_rows_ = all - shown;
    float y = top_;
    for (std::uint32_t w = from; w < from + shown; ++w) {
      const float h = is_open(w) ? open : folded;
      rows_.push_back({w, y + h / 2, h, 0});
      y += h;
    }
    bottom_ = y;
  }
  const bool copies = index_.copy_depth() > 0;
  for (Row& row : rows_) {
    row.bar = std::max(2.F, std::min((request_.options.frame.presenter ? 50 : 38) * unit,
                                     row.h >= 10 ? (copies ? .42F : .58F) * row.h : row.h - 1));
    if (!copies || row.h < 10) continue;
    row.low = (row.h - row.bar) / 2 - .06F * row.h;
    row.y -= row.low;
  }
}

void BlockScene::lay_out() {
  f_ = std::max(.6F, sizes_.f);
  const std::uint64_t all = std::max<std::uint64_t>({1, index_.steps(), request_.options.beside.axis_steps});
  end_ = request_.options.window.end_step > request_.options.window.first_step
             ? std::min(request_.options.window.end_step, all)
             : all;
  first_ = request_.options.window.end_step > request_.options.window.first_step
               ? std::min(request_.options.window.first_step, end_ - 1)
               : 0;
  now_ = step_of_event(request_.run->trace(), index_, request_.moment.event);
  if (event_.kind != trace::StepKind::BarrierRelease) focus_ = event_.warp;

  const float height = std::max(8.F, sizes_.scene_end - sizes_.scene_y);
  const float name = text_width(language::trf("block.warp", language::arg("warp", 31)), Font::SemiBold,
                                text(18));
  const bool named = request_.options.frame.width - 2 * sizes_.margin > 5 * name;
  x0_ = sizes_.margin + (named ? name + 20 * f_ : 0);
  // Leaves room for the last mark.
  x1_ = std::max(x0_ + 1, request_.options.frame.width - sizes_.margin - 22 * f_);
  headed_ = height > 140;
  if (request_.options.told.hazard && block_hazard_row(request_).h > 0) note_ = hazard_values(request_);
  // A hazard's sentence, and room for its arc between that and the barriers' names.
  const Box row = block_hazard_row(request_);
  const float noted = row.h > 0 ? row.h + .3F * text(18) + (has_note() && height > 300 ? 26 * f_ : 4) : 0;
  head_y_ = sizes_.scene_y + noted + .7F * text(18);
  top_ = sizes_.scene_y + noted + (headed_ ? 2.6F * text(18) : 6);
  const float foot = (height > 120 ? 1.9F * text(15) : 0) + (height > 200 ? 2.4F * text(16) : 0);
  lay_out_rows(std::max(4.F, sizes_.scene_end - foot - top_));
  column_ = std::max(1.5F, static_cast<float>(rows_.size()) * (x1_ - x0_) / most_marks);
}

void BlockScene::draw_row_grounds() {
  for (const Row& row : rows_) {
    if (is_focus(row.warp)) {
      const float top = row.y + row.low - row.h / 2;
      canvas_.fill({sizes_.margin - 8, top, request_.options.frame.width - 2 * sizes_.margin + 16, row.h}, 4,
                   theme_.bg2);
      canvas_.fill({sizes_.margin - 8, top, 4, row.h}, 0, theme_.now);
    }
    if (row.h >= 5) canvas_.line({x0_, row.y}, {x1_, row.y}, theme_.line, 1);
  }
}

/// Draws when the warp runs, and when it waits at a barrier.
void BlockScene::draw_phases(const Row& row) {
  const auto phases = index_.phases(row.warp);
  const auto after = [&](float x) {
    const std::uint64_t step = step_at(x);
    return std::lower_bound(phases.begin(), phases.end(), step,
                            [](const playback::WarpPhase& p, std::uint64_t s) { return p.released < s; });
  };
  const Color ran = is_focus(row.warp) ? theme_.bg3 : mix(theme_.bg3, theme_.bg2, .75F);
  const float radius = row.bar >= 10 ? 4.F : 0.F;
  const float y = row.y - row.bar / 2;
  for (auto it = after(x0_); it != phases.end() && it->from < end_;) {
    const float from = x_of(static_cast<double>(it->from));
    const float arrived = x_of(static_cast<double>(it->arrived));
    const float released = x_of(static_cast<double>(it->released));
    if (arrived > from) canvas_.fill({from, y, std::max(1.F, arrived - from), row.bar}, radius, ran);
    const float gap = released - arrived > 6 ? 1.F : 0.F;
    if (it->released > it->arrived && released - arrived >= 1) {
      seen_wait_ = true;
      const Box box{arrived + gap, y, released - arrived - 2 * gap, row.bar};
      canvas_.fill(box, radius, theme_.bg2);
      if (box.w >= 4 && row.bar >= 5) canvas_.hatch(box, radius, {7, 1.5F, with_alpha(theme_.edge, .6F)});
      else canvas_.fill(box, 0, with_alpha(theme_.edge, .3F));
      if (box.w >= 8 && sentences_ < most_sentences) {
        ++sentences_;
        canvas_.hit({box.x, row.y - row.h / 2, box.w, row.h}, HitKind::Text, row.warp,
                    language::trf("block.waits", language::arg("warp", row.warp),
                                  language::arg("steps", language::count_of(it->released - it->arrived,
                                                                            language::Counted::Step))));
      }
    }
    // Skip to the first phase that ends in another column of pixels.
    const float x = std::max(released, x_of(static_cast<double>(it->from))) + column_;
    const auto next = after(x);
    it = next > it ? next : it + 1;
  }
}

void BlockScene::draw_glyph(BlockMark mark, Point at, float s, Color color, Color hole) {
  switch (mark) {
  case BlockMark::SharedStore:
    canvas_.polygon({{at.x - s, at.y - .7F * s}, {at.x + s, at.y - .7F * s}, {at.x, at.y + .85F * s}}, color);
    break;
  case BlockMark::SharedLoad: {
    std::vector<Point> points{
        {at.x - s, at.y + .7F * s}, {at.x + s, at.y + .7F * s}, {at.x, at.y - .85F * s}};
    canvas_.polygon(points, hole);
    canvas_.path(std::move(points), color, std::max(1.25F, .22F * s), true);
    break;
  }
  case BlockMark::SharedAtomic:
    canvas_.polygon({{at.x, at.y - s}, {at.x + s, at.y}, {at.x, at.y + s}, {at.x - s, at.y}}, color);
    break;
  case BlockMark::Global: canvas_.fill({at.x - .44F * s, at.y - s, .88F * s, 2 * s}, 2, color); break;
  case BlockMark::Other: canvas_.disc(at, .5F * s, color); break;
  }
}

void BlockScene::draw_piece(const Row& row, const Piece& piece) {
  const playback::AccessSum sum = index_.sum(row.warp, piece.first, piece.end);
  const std::uint32_t event = index_.accesses(row.warp)[piece.first];
  const float w = std::max(1.5F, piece.x1 - piece.x0);
  const float y = row.y - row.bar / 2;
  const bool conflict = sum.conflicts > 0;
  seen_conflict_ = seen_conflict_ || conflict;
  const bool shared = sum.shared_loads + sum.shared_stores + sum.shared_atomics > 0;
  const bool one = piece.end == piece.first + 1;
  const BlockMark mark = one ? mark_of(request_.run->trace().event(event)) : BlockMark::Other;
  const float glyph = std::min((request_.options.frame.presenter ? 14 : 11) * f_, .36F * row.bar);
  const float centre = piece.x0 + std::min(.5F * w, glyph + 3);
  const bool drawn = one && glyph >= 3.5F && piece.next - piece.x0 >= 2 * glyph + 3 &&
                     centre - glyph >= glyph_end_ + 1;
  const float inset = row.bar >= 12 && w > 6 ? 1.F : 0.F;
  Color below = theme_.bg3;
  if (conflict) {
    below = mix(theme_.conflict, theme_.bg3, .58F);
    canvas_.fill({piece.x0 + (inset > 0 ? .5F : 0), y + inset, std::max(1.5F, w - (w > 4 ? 1.F : 0.F)),
                  row.bar - 2 * inset},
                 row.bar >= 10 && w > 4 ? 2.F : 0.F, below);
  }
  if (drawn) {
    seen_[static_cast<std::size_t>(mark)] = true;
    glyph_end_ = centre + glyph;
    draw_glyph(mark, {centre, row.y}, glyph,
               mark == BlockMark::Global || mark == BlockMark::Other ? theme_.t2 : theme_.t1, below);
  } else if (!conflict) {
    const float h = shared ? row.bar : std::max(2.F, .4F * row.bar);
    const Color color = shared ? mix(theme_.t1, theme_.bg3, one && mark == BlockMark::SharedStore ? .9F : .5F)
                               : theme_.t3;
    const float tick = one && w > 3 && mark != BlockMark::SharedLoad ? 2.F : w > 3 ? w - 1 : w;
    canvas_.fill({piece.x0, row.y - h / 2, tick, h}, 0, color);
  }
  if (one && request_.options.pointed.line != 0) {
    const program::Site* site = site_of(request_, request_.run->trace().event(event));
    if (site != nullptr && site->span.line == request_.options.pointed.line)
      canvas_.outline(
          {piece.x0 - 2, y - 2, std::max(w, drawn ? centre + glyph - piece.x0 : w) + 4, row.bar + 4}, 3,
          theme_.t1, 2);
  }
  const float left = drawn ? std::min(piece.x0, centre - glyph) : piece.x0;
  const float right = drawn ? std::max(piece.x0 + w, centre + glyph) : piece.x0 + w;
  const Box box{left - 1, row.y - row.h / 2, right - left + 2, row.h};
  if (sentences_ >= most_sentences) {
    canvas_.hit(box, HitKind::Event, event);
    return;
  }
  ++sentences_;
  if (one) {
    canvas_.hit(box, HitKind::Event, event, access_sentence(request_, event));
    return;
  }
  canvas_.hit(
      box, HitKind::Event, event,
      language::trf(conflict ? "block.accesses_conflicts" : "block.accesses", language::arg("warp", row.warp),
                    language::arg("accesses", language::count_of(sum.accesses, language::Counted::Access)),
                    language::arg("step", grouped(index_.starts(row.warp)[piece.first] + 1)),
                    language::arg("conflicts", grouped(sum.conflicts))));
}

void BlockScene::draw_accesses(const Row& row) {
  glyph_end_ = 0;
  const auto starts = index_.starts(row.warp);
  auto it = std::lower_bound(starts.begin(), starts.end(), first_);
  // The previous access may extend into the picture.
  if (it != starts.begin()) {
    const auto before = static_cast<std::size_t>(it - starts.begin()) - 1;
    if (starts[before] + index_.steps_of(row.warp, before) > first_) --it;
  }
  const auto all = static_cast<std::size_t>(std::lower_bound(starts.begin(), starts.end(), end_) -
                                            starts.begin());
  for (auto i = static_cast<std::size_t>(it - starts.begin()); i < all;) {
    Piece piece;
    piece.first = i;
    piece.x0 = x_of(static_cast<double>(starts[i]));
    const std::uint64_t limit = std::max(starts[i] + 1, step_at(piece.x0 + column_));
    // Galloping search: columns hold few accesses each.
    std::size_t low = i;
    std::size_t stride = 1;
    while (low + stride < all && starts[low + stride] < limit) {
      low += stride;
      stride *= 2;
    }
    const std::size_t high = std::min(all, low + stride);
    i = static_cast<std::size_t>(std::lower_bound(starts.begin() + static_cast<std::ptrdiff_t>(low + 1),
                                                  starts.begin() + static_cast<std::ptrdiff_t>(high), limit) -
                                 starts.begin());
    // A long access after short ones has a mark of its own.
    if (i > piece.first + 1) {
      const float width = x_of(static_cast<double>(starts[i - 1] + index_.steps_of(row.warp, i - 1))) -
                          x_of(static_cast<double>(starts[i - 1]));
      if (width >= 4 * column_) --i;
    }
    piece.end = i;
    piece.x1 = x_of(static_cast<double>(starts[i - 1] + index_.steps_of(row.warp, i - 1)));
    piece.next = i < all ? x_of(static_cast<double>(starts[i])) : x1_ + 100;
    draw_piece(row, piece);
  }
}

/// Draws the access at the playhead above everything else in its row.
void BlockScene::draw_current(const Row& row) {
  if (event_.kind != trace::StepKind::Access || !is_focus(row.warp)) return;
  const auto list = index_.accesses(row.warp);
  const auto it = std::lower_bound(list.begin(), list.end(), request_.moment.event);
  if (it == list.end() || *it != request_.moment.event) return;
  const auto place = static_cast<std::size_t>(it - list.begin());
  const std::uint64_t start = index_.starts(row.warp)[place];
  const std::uint32_t steps = std::max(1u, index_.steps_of(row.warp, place));
  if (start + steps <= first_ || start >= end_) return;
  const float x = x_of(static_cast<double>(start));
  const float w = std::max(3.F, x_of(static_cast<double>(start + steps)) - x);
  const float y = row.y - row.bar / 2 - 1;
  const float h = row.bar + 2;
  // The part that is done is filled.
  const float done = w * std::min(1.F, static_cast<float>(request_.moment.wavefront + 1) /
                                           static_cast<float>(steps));
  canvas_.fill({x, y, w, h}, 2, mix(theme_.now, theme_.bg1, .3F));
  canvas_.fill({x, y, std::max(2.F, done), h}, 2, theme_.now);
  canvas_.outline({x, y, w, h}, 2, theme_.now, 2);
  const float glyph = std::min((request_.options.frame.presenter ? 14 : 11) * f_, .36F * row.bar);
  if (glyph >= 3.5F && done >= 2 * glyph + 4)
    draw_glyph(mark_of(event_), {x + glyph + 3, row.y}, glyph, theme_.on_now, theme_.now);
}

/// Writes the name above its line; beside it when the playhead is there.
bool BlockScene::name_barrier(float x, const std::string& say, float size) {
  if (say.empty()) return false;
  const float w = text_width(say, Font::SemiBold, size);
  const float left = sizes_.margin;
  const float right = request_.options.frame.width - sizes_.margin;
  for (const float at :
       {std::clamp(x - w / 2, left, std::max(left, right - w)), tab_.x + tab_.w + 10, tab_.x - w - 10}) {
    const bool beside = std::abs(at + w / 2 - x) < w / 2 + tab_.w + 12;
    if (!beside || at < left || at + w > right) continue;
    if (canvas_.defined(definition::line)
            .mid_if_free({at, head_y_}, say, size, theme_.t1, Font::SemiBold, Anchor::Start, 8))
      return true;
  }
  return false;
}

void BlockScene::draw_barriers() {
  const auto releases = index_.releases();
  const auto at_or_after = [&](std::uint64_t step) {
    return std::lower_bound(
        releases.begin(), releases.end(), step,
        [](const playback::BlockIndex::Release& r, std::uint64_t s) { return r.step < s; });
  };
  const auto begin = at_or_after(first_);
  const auto end = at_or_after(end_);
  if (begin == end) return;
  const float pitch = (x1_ - x0_) / static_cast<float>(end - begin);
  const float thick = pitch >= 120  ? std::max(2.F, 4 * std::min(1.F, f_))
                      : pitch >= 40 ? 2.F
                      : pitch >= 12 ? 1.5F
                                    : 1.F;
  const Color color = pitch >= 12 ? theme_.t1 : mix(theme_.t1, theme_.bg1, .55F);
  for (auto it = begin; it != end;) {
    const float x = x_of(static_cast<double>(it->step) + .5);
    const float up = pitch >= 40 && headed_ ? 10 * f_ : 2;
    canvas_.fill({x - thick / 2, top_ - up, thick, bottom_ - top_ + up}, 0, color);
    const std::optional<std::uint32_t> line = line_of_barrier(&request_.run->program(), it->pc);
    if (pitch >= 40 && headed_) {
      const float s = 8 * f_;
      canvas_.polygon({{x - s, top_ - up - s}, {x + s, top_ - up - s}, {x, top_ - up + .25F * s}}, theme_.t1);
      const float size = text(18);
      const std::string full = line ? language::trf("block.barrier_line", language::arg("line", *line))
                                    : std::string(language::tr("block.barrier"));
      const bool airy = it == begin || pitch >= text_width(full, Font::SemiBold, size) + 24;
      for (const std::string& say :
           {airy ? full : std::string(),
            line ? language::trf("block.barrier_short", language::arg("line", *line)) : std::string()}) {
        if (name_barrier(x, say, size)) break;
      }
    }
    if (pitch >= 3)
      canvas_.hit({x - 4, top_ - 12, 8, bottom_ - top_ + 12}, HitKind::Event, it->event,
                  line ? language::trf("block.released_line", language::arg("line", *line),
                                       language::arg("step", grouped(it->step + 1)))
                       : language::trf("block.released_at", language::arg("step", grouped(it->step + 1))));
    const auto next = at_or_after(step_at(x + 3));
    it = next > it ? next : it + 1;
  }
}

void BlockScene::draw_playhead() {
  const std::uint64_t step = now_ + (event_.kind == trace::StepKind::Access ? request_.moment.wavefront : 0);
  const double at = static_cast<double>(step) + (event_.kind == trace::StepKind::BarrierArrive ? 0 : .5);
  if (at < static_cast<double>(first_) || at > static_cast<double>(end_)) return;
  const float moved = static_cast<float>(1 - std::clamp(request_.options.progress, 0.F, 1.F));
  const float x = x_of(std::max(at - static_cast<double>(moved), static_cast<double>(first_)));
  const float size = text(15);
  canvas_.fill({x - 1, top_ - 4, 2, bottom_ - top_ + 8}, 0, theme_.now);
  if (!headed_) return;
  const std::string say = language::trf("block.step", language::arg("step", grouped(step + 1)));
  const float w = text_width(say, Font::SemiBold, size) + 14 * f_;
  const float h = 1.6F * size;
  const float left = std::clamp(x - w / 2, sizes_.margin, std::max(sizes_.margin, x1_ - w));
  const bool below = tab_below();
  const float y = below ? bottom_ + 1.05F * text(15) + 4 : head_y_, tip = below ? -1.F : 1.F;
  canvas_.fill({left, y - h / 2, w, h}, 5, theme_.now);
  canvas_.polygon(
      {{x - 6, y + tip * (h / 2 - 1)}, {x + 6, y + tip * (h / 2 - 1)}, {x, y + tip * (h / 2 + 6)}},
      theme_.now);
  canvas_.defined(definition::step)
      .mid({left + w / 2, y}, say, size, theme_.on_now, Font::SemiBold, Anchor::Middle);
  tab_ = {left, y - h / 2, w, h};
  canvas_.reserve(tab_);
}

void BlockScene::draw_row_names() {
  if (x0_ - sizes_.margin < 30) return;
  const auto say = [&](const Row& row) {
    const bool on = is_focus(row.warp);
    const float size = std::min(text(18), std::max(sizes_.least, std::floor(.8F * row.h)));
    canvas_.defined(definition::warp)
        .mid_if_free({x0_ - 14 * f_, row.y}, language::trf("block.warp", language::arg("warp", row.warp)),
                     size, on ? theme_.t1 : theme_.t2, on ? Font::SemiBold : Font::Regular, Anchor::End);
  };
  // The current one first: folded neighbours give way to it.
  for (const Row& row : rows_)
    if (is_focus(row.warp)) say(row);
  for (const Row& row : rows_)
    if (!is_focus(row.warp)) say(row);
}

void BlockScene::draw_axis() {
  if (sizes_.scene_end - sizes_.scene_y <= 120) return;
  const float size = text(15);
  const float y = bottom_ + 1.05F * size;
  canvas_.defined(definition::step)
      .mid_if_free({x0_, y}, language::trf("block.step", language::arg("step", grouped(first_ + 1))), size,
                   theme_.t3);
  canvas_.defined(end_ < index_.steps() ? definition::of : definition::steps_from)
      .mid_if_free({x1_, y},
                   end_ < index_.steps()
                       ? language::trf("block.of_steps", language::arg("step", grouped(end_)),
                                       language::arg("steps", grouped(index_.steps())))
                       : grouped(end_),
                   size, theme_.t3, Font::Regular, Anchor::End, 12);
  std::string say(language::tr(index_.truncated() && end_ == index_.steps() ? "block.full" : "block.time"));
  if (hidden_rows_ > 0)
    say = language::trf(hidden_rows_ == 1 ? "block.hidden_warp" : "block.hidden_warps",
                        language::arg("count", hidden_rows_));
  canvas_.defined(definition::warp)
      .mid_if_free({(x0_ + x1_) / 2, y}, say, size, theme_.t3, Font::Regular, Anchor::Middle, 12);
}

void BlockScene::draw_legend() {
  if (sizes_.scene_end - sizes_.scene_y <= 200) return;
  const float size = text(16);
  const float y = std::min(sizes_.scene_end - .7F * size, bottom_ + 1.9F * text(15) + 1.3F * size);
  float x = x0_;
  const float s = 9 * f_;
  const auto entry = [&](float w, std::string_view say, const auto& draw) {
    const float at = x + w + .6F * size;
    if (at + text_width(say, Font::Regular, size) > x1_ ||
        !canvas_.fits({at, y}, say, size, Font::Regular, Anchor::Start, 4))
      return;
    draw(Point{x + w / 2, y});
    x = canvas_.mid({at, y}, say, size, theme_.t2) + 1.6F * size;
  };
  const auto glyph = [&](BlockMark mark, std::string_view say) {
    if (!seen_[static_cast<std::size_t>(mark)]) return;
    const bool quiet = mark == BlockMark::Global || mark == BlockMark::Other;
    entry(2 * s, say, [&](Point p) { draw_glyph(mark, p, s, quiet ? theme_.t2 : theme_.t1, theme_.bg1); });
  };
  for (const bool open : {false, true})
    if (open ? seen_open_copy_ : seen_copy_)
      entry(40 * f_, language::tr(open ? "block.mark_copy_open" : "block.mark_copy"), [&](Point p) {
        draw_copy_stroke({p.x - 20 * f_, p.y + .3F * s}, {p.x + 20 * f_, p.y + .3F * s},
                         std::max(3.F, .55F * s), open ? std::nullopt : std::optional(p.y - s));
      });
  glyph(BlockMark::Global, language::tr("block.mark_global"));
  glyph(BlockMark::SharedStore, language::tr("block.mark_store"));
  glyph(BlockMark::SharedLoad, language::tr("block.mark_load"));
  glyph(BlockMark::SharedAtomic, language::tr("block.mark_atomic"));
  glyph(BlockMark::Other, language::tr("block.mark_other"));
  if (seen_conflict_)
    entry(30 * f_, language::tr("block.mark_conflict"), [&](Point p) {
      canvas_.fill({p.x - 15 * f_, p.y - s, 30 * f_, 2 * s}, 2, mix(theme_.conflict, theme_.bg3, .58F));
    });
  if (seen_wait_)
    entry(36 * f_, language::tr("block.mark_waits"), [&](Point p) {
      const Box box{p.x - 18 * f_, p.y - s, 36 * f_, 2 * s};
      canvas_.fill(box, 3, theme_.bg2);
      canvas_.hatch(box, 3, {7, 1.5F, with_alpha(theme_.edge, .6F)});
    });
  if (seen_cut_)
    entry(2 * s, language::tr("hazard.mark_cut"), [&](Point p) {
      canvas_.line({p.x - .35F * s, p.y + s}, {p.x + .35F * s, p.y - s}, theme_.t1,
                   std::max(1.5F, 1.5F * f_));
    });
  if (!index_.releases().empty())
    entry(4, language::tr("block.mark_released"),
          [&](Point p) { canvas_.fill({p.x - 2, p.y - s, 4, 2 * s}, 0, theme_.t1); });
}

Picture BlockScene::build() {
  lay_out();
  draw_headline(canvas_, request_, sizes_, make_headline(request_, SceneKind::Block), std::nullopt);
  draw_row_grounds();
  for (const Row& row : rows_) draw_phases(row);
  for (const Row& row : rows_) draw_accesses(row);
  for (const Row& row : rows_) draw_copies(row);
  draw_note();
  draw_playhead();
  draw_barriers();
  for (const Row& row : rows_) draw_current(row);
  draw_cuts();
  draw_hazard();
  draw_row_names();
  draw_axis();
  draw_scroll_bar(canvas_, {x0_, bottom_ + 2, x1_ - x0_, 5}, false, static_cast<double>(first_),
                  static_cast<double>(end_ - first_),
                  static_cast<double>(std::max(index_.steps(), request_.options.beside.axis_steps)));
  draw_legend();
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

Picture build_block_scene(const SceneRequest& request) { return BlockScene(request).build(); }

} // namespace warpscope::view
