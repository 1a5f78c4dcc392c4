// Block: the hazard in focus, and where warps pass a removed barrier.
#include "app/language/language.h"
#include "app/view/block_words.h"
#include "app/view/cut_crossings.h"
#include "app/view/scene_block.h"

#include <algorithm>
#include <cmath>

namespace warpscope::view {

float block_note_size(const SceneRequest& request, const SceneSizes& sizes) {
  return sizes.text(request.options.frame.presenter ? 36 : 18);
}

Box block_hazard_row(const SceneRequest& request) {
  if (!request.options.told.hazard && request.options.frame.corner <= 0) return {};
  const SceneSizes sizes = sizes_for(request);
  if (sizes.scene_end - sizes.scene_y <= 170) return {};
  return {sizes.margin, sizes.scene_y + 2, request.options.frame.width - 2 * sizes.margin,
          1.9F * block_note_size(request, sizes)};
}

/// Writes above everything else what the hazard's two accesses are about.
void BlockScene::draw_note() {
  if (!has_note()) return;
  const races::HazardStory& story = *request_.options.told.hazard;
  const auto x_of_side = [&](const races::HazardStory::Side& side) {
    return x_of(static_cast<double>(step_of_event(request_.run->trace(), index_, side.event)));
  };
  const Box row = block_hazard_row(request_);
  const float left = row.x,
              room = row.w -
                     (request_.options.frame.corner > 0 ? request_.options.frame.corner + 16 * f_ : 0) -
                     32 * f_;
  float size = block_note_size(request_, sizes_);
  if (const float all = text_width(note_, Font::SemiBold, size); all > room)
    size = std::max(text(18), std::floor(size * room / all));
  const std::string say = fit_text(note_, Font::SemiBold, size, room);
  const float w = text_width(say, Font::SemiBold, size) + 32 * f_;
  const float middle = (x_of_side(story.first) + x_of_side(story.second)) / 2;
  note_box_ = {std::clamp(middle - w / 2, left, std::max(left, left + room + 32 * f_ - w)), row.y, w, row.h};
  canvas_.fill(note_box_, 6 * f_, theme_.bg2);
  canvas_.outline(note_box_, 6 * f_, theme_.hazard, 2);
  canvas_.mid({note_box_.x + w / 2, note_box_.y + note_box_.h / 2}, say, size, theme_.t1, Font::SemiBold,
              Anchor::Middle);
  canvas_.reserve(note_box_);
  canvas_.hit(note_box_, HitKind::Event, static_cast<std::uint32_t>(story.second.event), note_);
}

/// Draws a dashed arc between the hazard's two accesses, from the earlier to the later, with a ring around
/// each.
void BlockScene::draw_hazard() {
  if (!request_.options.told.hazard) return;
  const races::HazardStory& story = *request_.options.told.hazard;
  const auto place = [&](const races::HazardStory::Side& side) -> std::optional<Point> {
    const auto row = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const Row& r) { return r.warp == side.warp; });
    const double step = static_cast<double>(step_of_event(request_.run->trace(), index_, side.event));
    if (row == rows_.end() || step < static_cast<double>(first_) || step > static_cast<double>(end_))
      return std::nullopt;
    const float glyph = std::min((request_.options.frame.presenter ? 14 : 11) * f_, .36F * row->bar);
    const float end = x_of(step + 1);
    return Point{x_of(step) + std::min((end - x_of(step)) / 2, glyph + 3), row->y};
  };
  const bool second_first = story.second.event < story.first.event;
  const std::optional<Point> from = place(second_first ? story.second : story.first),
                             to = place(second_first ? story.first : story.second);
  const float ring = std::clamp(.5F * (rows_.empty() ? 20.F : rows_.front().bar), 7.F, 17 * f_);
  for (const std::optional<Point>& at : {from, to})
    if (at)
      canvas_.outline({at->x - ring, at->y - ring, 2 * ring, 2 * ring}, ring, theme_.hazard,
                      std::max(2.F, 2.5F * f_));
  if (!from || !to || story.first.event == story.second.event) return;
  if (from->y != to->y && std::abs(from->x - to->x) < 2 * ring) {
    draw_beside(*from, *to, ring);
    return;
  }
  const float roof = has_note() ? note_box_.y + note_box_.h + 4 : top_ - 6;
  const float lift = std::min(std::min(from->y, to->y) - ring - 14 * f_, roof + 10 * f_);
  const Point start{from->x, from->y - ring};
  const Point end{to->x, to->y - ring - 7 * f_};
  const float bow = lift - .3F * (std::min(start.y, end.y) - lift);
  canvas_.curve({start,
                 {start.x, bow},
                 {end.x, bow},
                 end,
                 std::max(2.F, 3 * f_),
                 theme_.hazard,
                 theme_.hazard,
                 1,
                 {8 * f_, 6 * f_},
                 false});
  const float s = 7 * f_;
  canvas_.polygon({{end.x - s, end.y - s}, {end.x + s, end.y - s}, {end.x, end.y + s}}, theme_.hazard);
}

/// Draws the arc of two accesses that are above each other: around their right side, or the left one at the
/// picture's edge.
void BlockScene::draw_beside(Point from, Point to, float ring) {
  const float bow = ring + std::clamp(.6F * std::abs(to.y - from.y), 30 * f_, 110 * f_);
  const float side = std::max(from.x, to.x) + bow < x1_ ? 1.F : -1.F;
  const float s = 7 * f_, out = side > 0 ? std::max(from.x, to.x) + bow : std::min(from.x, to.x) - bow;
  const Point start{from.x + side * ring, from.y}, end{to.x + side * (ring + s), to.y};
  canvas_.curve({start,
                 {out, start.y},
                 {out, end.y},
                 end,
                 std::max(2.F, 3 * f_),
                 theme_.hazard,
                 theme_.hazard,
                 1,
                 {8 * f_, 6 * f_},
                 false});
  canvas_.polygon({{end.x + side * s, end.y - s}, {end.x + side * s, end.y + s}, {end.x - side * s, end.y}},
                  theme_.hazard);
}

/// Marks where each warp passes a removed barrier: a slanted stroke on its bar. Where all warps pass it as
/// often, the strokes of each time are joined over the rows by a dotted seam, as far as seams have room.
void BlockScene::draw_cuts() {
  for (const std::uint32_t line : request_.options.told.cuts) {
    std::vector<std::vector<std::uint64_t>> steps; // of each row
    for (const Row& row : rows_) {
      steps.push_back(cut_crossings(request_.run->program(), request_.run->trace(), index_, row.warp, line));
      float last = -100;
      for (const std::uint64_t step : steps.back()) {
        if (step < first_ || step > end_) continue;
        const float x = x_of(static_cast<double>(step));
        if (x - last < 6) continue;
        last = x;
        seen_cut_ = true;
        const float half = row.bar / 2;
        canvas_.line({x - .35F * half, row.y + half}, {x + .35F * half, row.y - half}, theme_.t1,
                     std::max(1.5F, 1.5F * f_));
      }
    }
    const std::size_t times = steps.empty() ? 0 : steps.front().size();
    const bool alike = std::all_of(steps.begin(), steps.end(),
                                   [&](const auto& of) { return of.size() == times; });
    constexpr float least = 24; // pixels from one seam to the next
    if (!alike || rows_.size() < 2 || times == 0 || (x1_ - x0_) / static_cast<float>(times) < least * f_)
      continue;
    for (std::size_t time = 0; time < times; ++time) draw_seam(steps, time, line);
  }
}

void BlockScene::draw_seam(const std::vector<std::vector<std::uint64_t>>& steps, std::size_t time,
                           std::uint32_t line) {
  std::vector<Point> way;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const std::uint64_t step = steps[r][time];
    if (step < first_ || step > end_) return;
    const float x = x_of(static_cast<double>(step));
    way.push_back({x, rows_[r].y - rows_[r].h / 2});
    way.push_back({x, rows_[r].y + rows_[r].h / 2});
  }
  const Dash dash{4 * f_, 4 * f_};
  const float thick = std::max(1.5F, 2 * f_);
  const Point start{way.front().x, top_ - (headed_ ? 8 * f_ : 0)};
  canvas_.line(start, way.front(), theme_.t1, thick, dash);
  for (std::size_t i = 0; i + 1 < way.size(); ++i) canvas_.line(way[i], way[i + 1], theme_.t1, thick, dash);
  if (!headed_ || time > 0) return;
  // "line 44" is struck through, as in the text.
  const std::string name = language::trf("hazard.cut_name", language::arg("line", line)),
                    say = language::trf("hazard.cut_line", language::arg("line", line));
  const float size = text(16), w = text_width(say, Font::Regular, size);
  float right = start.x + 8 * f_; // beside the arc, if that begins here
  if (request_.options.told.hazard) {
    const races::HazardStory& story = *request_.options.told.hazard;
    float low = x1_, high = x0_;
    for (const races::HazardStory::Side& side : {story.first, story.second}) {
      const float x = x_of(static_cast<double>(step_of_event(request_.run->trace(), index_, side.event)));
      low = std::min(low, x - 20 * f_), high = std::max(high, x + 28 * f_);
    }
    if (right + w > low && right < high) right = high;
  }
  for (const Anchor anchor : {Anchor::Start, Anchor::End}) {
    const float x = anchor == Anchor::Start ? right : start.x - 8 * f_;
    if (!canvas_.defined(definition::line)
             .mid_if_free({x, head_y_}, say, size, theme_.t2, Font::Regular, anchor, 6))
      continue;
    const float left = anchor == Anchor::Start ? x : x - w;
    canvas_.line({left, head_y_}, {left + text_width(name, Font::Regular, size), head_y_}, theme_.t1,
                 std::max(1.5F, 1.5F * f_));
    break;
  }
}

} // namespace warpscope::view
