// Draws what all rows of time have in common, and handles the pointer on them.
#include "app/panels/stage/time_row.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

void TimeRow::set(Edges edges, std::uint64_t steps, std::uint64_t now) {
  edges_ = edges;
  axis_.set_steps(steps);
  if (now != now_) axis_.follow(now);
  now_ = now;
}

float TimeRow::x_of(double step) const {
  return edges_.from + static_cast<float>(axis_.share_of(step) * static_cast<double>(edges_.width()));
}

double TimeRow::share_of_mouse() const {
  return static_cast<double>((ImGui::GetIO().MousePos.x - edges_.from) / edges_.width());
}

bool TimeRow::scrub(float top, float bottom) {
  ImGui::SetCursorScreenPos({edges_.from, top});
  ImGui::InvisibleButton("##scrub", {std::max(1.f, edges_.width()), std::max(1.f, bottom - top)},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
  zoom_and_pan();
  if (!ImGui::IsItemActive()) return false;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Middle)) return true;
  axis_.pan(-static_cast<double>(ImGui::GetIO().MouseDelta.x / edges_.width()) * axis_.span());
  return false;
}

void TimeRow::zoom_and_pan() {
  if (!ImGui::IsItemHovered()) return;
  const ImGuiIO& io = ImGui::GetIO();
  const double share = std::clamp(share_of_mouse(), 0.0, 1.0);
  if (io.MouseWheel != 0 && !io.KeyShift)
    axis_.zoom(share, std::exp2(static_cast<double>(io.MouseWheel) * .5));
  const float sideways = io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0);
  if (sideways != 0) axis_.pan(-static_cast<double>(sideways) * .1 * axis_.span());
}

void TimeRow::playhead(const Paint& paint, double step, float top, float bottom) const {
  const float x = x_of(step), h = paint.px(6);
  if (x < edges_.from - 1 || x > edges_.to + 1) return;
  const view::Color now = paint.theme().now;
  paint.fill({x - 1, top, 2, bottom - top}, now);
  const ImVec2 shape[] = {{x - h, top - h * 1.6f},
                          {x + h, top - h * 1.6f},
                          {x + h, top - h * .8f},
                          {x, top + h * .3f},
                          {x - h, top - h * .8f}};
  paint.list()->AddConvexPolyFilled(shape, 5, rgba(now));
}

void TimeRow::range_bar(const Paint& paint, const Fonts& fonts, view::Box box) {
  if (!axis_.zoomed()) return;
  const view::Theme& t = paint.theme();
  const float h = paint.px(6);
  const view::Box bar{edges_.from, box.y + box.h - h - 2, edges_.width(), h};
  ImGui::SetCursorScreenPos({bar.x, bar.y - 2});
  ImGui::InvisibleButton("##range", {std::max(1.f, bar.w), bar.h + 4});
  const double steps = static_cast<double>(axis_.steps());
  if (ImGui::IsItemActive())
    axis_.pan(std::clamp(share_of_mouse(), 0.0, 1.0) * steps - (axis_.first() + axis_.end()) / 2);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  zoom_and_pan();
  tooltip(paint, fonts, language::tr("timeline.range"));
  const auto x = [&](double step) { return bar.x + static_cast<float>(step / steps) * bar.w; };
  paint.fill(bar, t.bg2, h / 2);
  const float x0 = x(axis_.first()), w = std::max(paint.px(14), x(axis_.end()) - x0);
  paint.fill({std::min(x0, bar.x + bar.w - w), bar.y, w, h}, hot ? t.t2 : t.edge, h / 2);
  paint.fill({x(static_cast<double>(now_)) - 1, bar.y - 1, 2, h + 2}, t.now);
}

} // namespace warpscope::panels
