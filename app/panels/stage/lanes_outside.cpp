// Draws the lanes of an access that left its array.
#include "app/panels/stage/lanes_outside.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "sim/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

/// Where elements lie on the screen. The array keeps at least a quarter of the width and what is outside as
/// much, however far away a lane goes.
class Axis {
 public:
  Axis(const results::LanesOutside& found, float x, float w) : end_(static_cast<double>(found.elements)) {
    double low = 0, high = end_;
    for (const results::LaneTarget& lane : found.lanes) {
      if (!lane.known) continue;
      low = std::min(low, static_cast<double>(lane.index));
      high = std::max(high, static_cast<double>(lane.index) + 1);
    }
    const double before = -low, behind = high - end_, all = high - low;
    const float inside = w * static_cast<float>(std::clamp(end_ / std::max(1., all), .3, .7));
    const float left = before + behind > 0 ? (w - inside) * static_cast<float>(before / (before + behind))
                                           : 0;
    low_ = low, high_ = std::max(high, end_ + 1);
    x0_ = x, a_ = x + left, b_ = x + left + inside, x1_ = x + w;
  }
  [[nodiscard]] float begin() const { return a_; }
  [[nodiscard]] float end() const { return b_; }
  /// The middle of an element.
  [[nodiscard]] float at(const results::LaneTarget& lane) const {
    if (!lane.known) return x1_ - 6;
    const double i = static_cast<double>(lane.index) + .5;
    if (i < 0) return x0_ + static_cast<float>((i - low_) / -low_) * (a_ - x0_);
    if (i > end_) return b_ + static_cast<float>((i - end_) / (high_ - end_)) * (x1_ - b_);
    return a_ + static_cast<float>(i / end_) * (b_ - a_);
  }

 private:
  double end_, low_ = 0, high_ = 1;
  float x0_ = 0, a_ = 0, b_ = 0, x1_ = 0;
};

std::string words(const results::LanesOutside& found, const results::LaneTarget& lane) {
  if (!lane.known)
    return language::trf("outside.far", language::arg("lane", lane.lane),
                         language::arg("array", found.array));
  const std::string index = lane.index < 0 ? "−" + grouped(static_cast<std::uint64_t>(-lane.index))
                                           : grouped(static_cast<std::uint64_t>(lane.index));
  return language::trf("outside.lane", language::arg("lane", lane.lane), language::arg("name", lane.name),
                       language::arg("index", index));
}

/// A chip for each lane; those that leave have a triangle above. Returns the y below the chips.
float draw_lanes(const Paint& paint, view::Box row, const results::LanesOutside& found, float col) {
  const view::Theme& t = paint.theme();
  const float number = std::min(paint.size(15), col * .62f);
  std::size_t next = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const view::Box chip{row.x + static_cast<float>(lane) * col + 1, row.y, col - 2, row.h};
    const results::LaneTarget* made = next < found.lanes.size() && found.lanes[next].lane == lane
                                          ? &found.lanes[next++]
                                          : nullptr;
    const bool out = made != nullptr && made->outside;
    if (made != nullptr) paint.fill(chip, out ? t.bg3 : t.bg2, 4);
    if (out) paint.outline(chip, t.hazard, 4, 2);
    else if (made == nullptr) paint.dashed(chip, t.edge, 1.5f, 3);
    if (out) paint.glyph(Glyph::Warning, chip.x + chip.w / 2, chip.y - number * .8f, number * .8f, t.hazard);
    paint.mid_centre(chip.x + chip.w / 2, chip.y + chip.h / 2, std::to_string(lane), number,
                     out ? t.t1 : t.t3, view::Font::Mono);
    if (made != nullptr) tooltip_at(paint, paint.fonts(), chip, words(found, *made));
  }
  return row.y + row.h;
}

/// The elements that were wanted, those that leave only, in columns. `room`: as many as fit.
void draw_list(const Paint& paint, view::Box room, const results::LanesOutside& found) {
  const float em = paint.size(17), line = 1.45f * em;
  std::vector<std::string> list;
  float widest = 0;
  for (const results::LaneTarget& lane : found.lanes)
    if (lane.outside) {
      list.push_back(words(found, lane));
      widest = std::max(widest, paint.width(list.back(), em, view::Font::Mono));
    }
  const auto rows = static_cast<std::size_t>(std::max(0.f, std::floor(room.h / line)));
  const auto columns = static_cast<std::size_t>(
      std::clamp(std::floor((room.w + 2 * em) / (widest + 2 * em)), 1.f, 4.f));
  if (rows == 0) return;
  const bool cut = list.size() > rows * columns;
  const std::size_t shown = cut ? rows * columns - 1 : list.size();
  const std::size_t high = std::max<std::size_t>(1, std::min(rows, (list.size() + columns - 1) / columns));
  const auto place = [&](std::size_t i) {
    return ImVec2{room.x + static_cast<float>(i / high) * (widest + 2 * em),
                  room.y + (static_cast<float>(i % high) + .5f) * line};
  };
  for (std::size_t i = 0; i < shown; ++i)
    paint.mid_fit(place(i).x, place(i).y, list[i], room.w, em, paint.theme().t1, view::Font::Mono);
  if (cut)
    paint.mid(place(shown).x, place(shown).y,
              language::trf("outside.more", language::arg("n", list.size() - shown)), em, paint.theme().t2);
}

} // namespace

void draw_lanes_outside(const Paint& paint, view::Box box, const results::LanesOutside& found) {
  const view::Theme& t = paint.theme();
  const float margin = paint.px(28), x = box.x + margin, w = box.w - 2 * margin;
  float y = box.y + paint.px(40), head = paint.size(42);
  const std::string said = language::trf(
      found.outside == 1 ? "outside.head_one" : "outside.head", language::arg("n", found.outside),
      language::arg("all", found.lanes.size()), language::arg("array", found.array));
  const float glyph = .7f * head;
  while (head > paint.size(20) && paint.width(said, head, view::Font::Bold) > w - glyph * 1.6f) head -= 1;
  paint.glyph(Glyph::Warning, x + glyph / 2, y, glyph, t.hazard);
  paint.mid_fit(x + glyph * 1.5f, y, said, w - glyph * 1.5f, head, t.t1, view::Font::Bold);
  y += .5f * head + paint.px(20);
  paint.mid_fit(x, y,
                language::trf("outside.why", language::arg("shape", found.shape),
                              language::arg("last", grouped(std::max<std::uint64_t>(1, found.elements) - 1)),
                              language::arg("warp", found.warp)),
                w, paint.size(18), t.t2);
  y += paint.px(34);

  const float gutter = std::max(paint.width(language::tr("outside.lanes"), paint.size(15)),
                                paint.width(found.array, paint.size(15), view::Font::Mono)) +
                       paint.px(14);
  const float col = (w - gutter) / static_cast<float>(warp_size), left = x + gutter;
  const float chip_h = std::clamp(.95f * col, 20.f, 48.f);
  paint.mid(x, y + chip_h / 2, language::tr("outside.lanes"), paint.size(15), t.t2);
  const float from = draw_lanes(paint, {left, y, col * static_cast<float>(warp_size), chip_h}, found, col) +
                     4;

  const float bar_h = chip_h, deep = std::clamp(.34f * (box.y + box.h - from), paint.px(40), paint.px(170));
  const float bar_y = from + deep;
  const Axis axis(found, left, w - gutter);
  const view::Box array{axis.begin(), bar_y, axis.end() - axis.begin(), bar_h};
  paint.dashed({left, bar_y, w - gutter, bar_h}, t.hazard, 1.5f, 5);
  paint.fill(array, t.bg3, 3);
  paint.outline(array, t.edge, 3, 1.5f);
  paint.mid(x, bar_y + bar_h / 2, found.array, paint.size(15), t.t1, view::Font::MonoBold);
  paint.mid_fit(array.x + paint.px(8), bar_y + bar_h / 2, found.shape, array.w - paint.px(12), paint.size(15),
                t.t1, view::Font::Mono);
  const float out_x = axis.end() + paint.px(8), out_w = left + w - gutter - out_x;
  if (out_w > paint.width(language::tr("outside.zone"), paint.size(15)))
    paint.mid(out_x, bar_y + bar_h / 2, language::tr("outside.zone"), paint.size(15), t.hazard,
              view::Font::SemiBold);
  for (const results::LaneTarget& lane : found.lanes) {
    const float cx = left + (static_cast<float>(lane.lane) + .5f) * col, to = axis.at(lane);
    const view::Color color = lane.outside ? t.hazard : view::with_alpha(t.edge, .8f);
    paint.list()->AddBezierCubic({cx, from}, {cx, from + deep / 2}, {to, from + deep / 2}, {to, bar_y},
                                 rgba(color), lane.outside ? 2.5f : 1.25f);
    if (lane.outside) paint.fill({to - 2, bar_y, 4, bar_h}, t.hazard, 1);
    else paint.fill({to - 1, bar_y + bar_h - 4, 2, 4}, t.t2);
  }
  const float list_y = bar_y + bar_h + paint.px(14);
  draw_list(paint, {left, list_y, w - gutter, box.y + box.h - list_y - paint.px(8)}, found);
}

} // namespace warpscope::panels
