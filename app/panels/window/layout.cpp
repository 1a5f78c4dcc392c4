// The arithmetic of the regions.
#include "app/panels/window/layout.h"

#include "app/view/theme.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

float mix_heights(float at_720, float at_1080, float t) { return at_720 + (at_1080 - at_720) * t; }

} // namespace

Layout make_layout(float width, float height, float zoom, bool expression, const settings::PaneSizes& panes,
                   bool program, float results_needed) {
  Layout l;
  l.width = std::max(width, 1.f);
  l.height = std::max(height, 1.f);
  l.scale = view::scale_for(l.width, l.height, zoom);
  l.big = l.width >= 1600 * zoom;
  const float t = std::clamp((l.height - 720) / 360, 0.f, 1.f);
  // Beyond 1080p everything grows with the window; the user's zoom multiplies the heights too.
  const float grow = std::max(1.f, std::min(l.width / 1920, l.height / 1080)) * zoom;
  const auto heights = [&](float small, float large) {
    return std::round(mix_heights(small, large, t) * grow);
  };
  float bar = heights(44, 56), tabs = heights(38, 48);
  float timeline = expression ? heights(84, 108) : heights(92, 148);
  float launches = program ? heights(58, 88) : 0;
  float results_tabs = heights(32, 44);
  float results = (expression ? heights(132, 176) : heights(170, 230)) - results_tabs;

  // The picture is the purpose of the window: what is below it shrinks first.
  const float wanted = std::min(300.f * zoom, l.height * .52f);
  // Where the tabs stay when nothing is below them, a click brings it back.
  const bool strip = l.width >= 640 * zoom && l.height >= 600;
  const float least_timeline = 44.f * std::min(zoom, 1.5f);
  const auto main = [&] { return l.height - bar - tabs - launches - timeline - results_tabs - results; };
  if (main() < wanted) {
    results = std::max(0.f, results - (wanted - main()));
    if (results < 60 * zoom) results = 0;
    const float without = main() + timeline - std::min(timeline, least_timeline);
    if (results == 0 && !(strip && without >= l.height * .42f)) results_tabs = 0;
  }
  if (main() < wanted) timeline = std::max(least_timeline, timeline - (wanted - main()));
  if (main() < 120) launches = 0;
  if (main() < 60) {
    bar = std::min(bar, l.height * .12f);
    tabs = std::min(tabs, l.height * .12f);
    timeline = std::min(timeline, l.height * .2f);
  }

  // A tab that was asked for: first the timeline gives way, then the launches, then the stage to a third.
  if (results_needed > results && strip) {
    const float third = std::max(l.height * .34f, 120.f * std::min(zoom, 1.5f));
    if (results_tabs == 0) results_tabs = heights(32, 44);
    const auto missing = [&] { return results_needed - results - (main() - third); };
    if (missing() > 0) timeline = std::min(timeline, std::max(least_timeline, timeline - missing()));
    if (missing() > 0) launches = 0;
    results = std::round(std::min(results_needed, results + std::max(0.f, main() - third)));
  }

  // What the person wants, as long as the picture keeps a quarter of the height.
  const float least = std::min(main(), std::max(l.height * .25f, 120.f * std::min(zoom, 1.5f)));
  const auto room_for = [&](float now) { return std::max(now, now + main() - least); };
  if (!panes.show_timeline) timeline = launches = 0;
  else if (panes.timeline != 1)
    timeline = std::round(
        std::clamp(timeline * panes.timeline, std::min(timeline, 40.f), room_for(timeline)));
  if (!panes.show_results) results = results_tabs = 0;
  else if (const float both = results + results_tabs; panes.results != 1 && both > 0)
    results = std::round(
                  std::clamp(both * panes.results, std::min(both, results_tabs + 24), room_for(both))) -
              results_tabs;

  const float main_y = bar;
  const float timeline_y = l.height - timeline - results_tabs - results, launches_y = timeline_y - launches;
  // Code and the costs of both accesses of a line fit beside each other in a small window, too; in a tiny one
  // the stage needs the width.
  const float share = expression || l.big || width / zoom < 800 ? .38f : .39f;
  const float split = !panes.show_source
                          ? 0
                          : std::round(std::clamp(share * panes.source, std::min(share, 120 / l.width), .7f) *
                                       l.width);
  const float body_y = main_y + tabs, body_h = std::max(0.f, launches_y - body_y);
  l.bar = {0, 0, l.width, bar};
  l.source_tabs = {0, main_y, split, tabs};
  l.source = {0, body_y, split, body_h};
  l.stage_tabs = {split, main_y, l.width - split, tabs};
  l.stage = {split, body_y, l.width - split, body_h};
  if (launches > 0) l.launches = {0, launches_y, l.width, launches};
  l.timeline = {0, timeline_y, l.width, timeline};
  l.results_tabs = {0, timeline_y + timeline, l.width, results_tabs};
  l.results = {0, timeline_y + timeline + results_tabs, l.width, results};
  return l;
}

void make_room_for_launches(Layout& layout, float height) {
  if (height <= 0 || layout.stage.h < 3 * height) return;
  layout.stage.h -= height;
  layout.launches = {0, layout.stage.y + layout.stage.h, layout.width, height};
}

void make_room_for_lesson(Layout& layout, float height) {
  const float left = layout.stage.h - height;
  layout.lesson = {};
  // The picture matters more than the question, which Q asks too; but a person's zoom is no reason to hide
  // it.
  const float least = std::min(260 * std::max(1.f, layout.scale), std::max(240.f, .3f * layout.height));
  if (height <= 0 || left < least) return;
  layout.stage.h = left;
  layout.lesson = {layout.stage.x, layout.stage.y + left, layout.stage.w, height};
}

} // namespace warpscope::panels
