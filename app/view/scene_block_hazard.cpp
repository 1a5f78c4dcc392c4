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

/// Marks where each warp passes a removed barrier: a slanted stroke, joined over the rows by a dashed line if
/// each warp passes once.
void BlockScene::draw_cuts() {
  for (const std::uint32_t line : request_.options.told.cuts) {
    std::vector<Point> way;
    bool once = true;
    for (const Row& row : rows_) {
      const std::vector<std::uint64_t> steps = cut_crossings(request_.run->program(), request_.run->trace(),
                                                             index_, row.warp, line);
      once = once && steps.size() == 1;
      float last = -100;
      for (const std::uint64_t step : steps) {
        if (step < first_ || step > end_) continue;
        const float x = x_of(static_cast<double>(step));
        if (x - last < 6) continue;
        last = x;
        seen_cut_ = true;
        const float half = row.bar / 2;
        canvas_.line({x - .35F * half, row.y + half}, {x + .35F * half, row.y - half}, theme_.t1,
                     std::max(1.5F, 1.5F * f_));
        if (once) {
          way.push_back({x, row.y - row.h / 2});
          way.push_back({x, row.y + row.h / 2});
        }
      }
    }
    if (!once || way.size() < 2) continue;
    const Dash dash{5 * f_, 4 * f_};
    const Point start{way.front().x, top_ - (headed_ ? 8 * f_ : 0)};
    canvas_.line(start, way.front(), theme_.t1, 1.5F, dash);
    for (std::size_t i = 0; i + 1 < way.size(); ++i) canvas_.line(way[i], way[i + 1], theme_.t1, 1.5F, dash);
    if (headed_) {
      const std::string say = language::trf("hazard.cut_line", language::arg("line", line));
      const float size = text(16);
      for (const Anchor anchor : {Anchor::Start, Anchor::End})
        if (const float x = start.x + (anchor == Anchor::Start ? 8 : -8) * f_;
            canvas_.defined(definition::line)
                .mid_if_free({x, head_y_}, say, size, theme_.t2, Font::Regular, anchor, 6))
          break;
    }
  }
}

} // namespace warpscope::view
