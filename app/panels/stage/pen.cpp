// Takes the pen's strokes from the hand and draws them with their halo.
#include "app/panels/stage/pen.h"

#include "imgui.h"
#include "imgui_internal.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpscope::panels {

namespace {

using Stroke = std::vector<view::Point>;

// The token "pen" of SCENES3: no colour of the data, and round, by hand.
constexpr view::Color on_dark{0xF0, 0xE4, 0x42, 255}, on_light{0x7A, 0x2E, 0x6B, 255};
constexpr float width = 6, halo = 5;
constexpr std::size_t most_points = 20'000; ///< of all strokes
constexpr float least_move = 2;             ///< pixels between two points

} // namespace

view::Color pen_color(const view::Theme& theme) { return theme.dark ? on_dark : on_light; }

void Pen::draw(PanelContext& c, const Paint& paint) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 size = io.DisplaySize;
  if (size.x < 1 || size.y < 1) return;
  std::vector<Stroke>& strokes = c.ui.stage.strokes;
  const bool down = c.ui.stage.pen && takes_mouse(size) && ImGui::IsMousePosValid();
  if (down) {
    if (!down_) strokes.emplace_back();
    std::size_t points = 0;
    for (const Stroke& stroke : strokes) points += stroke.size();
    Stroke& stroke = strokes.back();
    const view::Point at{io.MousePos.x / size.x, io.MousePos.y / size.y};
    const bool moved = stroke.empty() || std::abs(stroke.back().x - at.x) * size.x >= least_move ||
                       std::abs(stroke.back().y - at.y) * size.y >= least_move;
    if (moved && points < most_points) stroke.push_back(at);
  }
  if (!strokes.empty() && strokes.back().empty()) strokes.pop_back(); // all points are used up
  down_ = down && !strokes.empty();
  this->strokes(c, paint, {});
  if (!c.ui.stage.pen || !ImGui::IsMousePosValid()) return;
  // The pen's tip stands for the pointer: what it would touch is not touched.
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  ImDrawList* over = ImGui::GetForegroundDrawList();
  const float line = std::max(2.f, paint.px(width));
  over->AddCircleFilled(io.MousePos, line / 2 + paint.px(halo), rgba(view::with_alpha(c.theme.bg1, .85f)),
                        24);
  over->AddCircleFilled(io.MousePos, line / 2, rgba(pen_color(c.theme)), 24);
}

/// Lays a window without a picture over everything, so that a stroke presses no lane, line or button. True:
/// the left button is held on it.
bool Pen::takes_mouse(ImVec2 size) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                                     ImGuiWindowFlags_NoFocusOnAppearing;
  bool held = false;
  if (ImGui::Begin("pen", nullptr, flags)) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::InvisibleButton("##paper", size);
    held = ImGui::IsItemActive();
  }
  ImGui::End();
  ImGui::PopStyleVar();
  return held;
}

void Pen::strokes(const PanelContext& c, const Paint& paint, const Through& through) const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const auto seen = [&](const view::Point& point) {
    return ImVec2{through.at.x + (point.x * size.x - through.at.x) * through.factor,
                  through.at.y + (point.y * size.y - through.at.y) * through.factor};
  };
  ImDrawList* over = ImGui::GetForegroundDrawList();
  const float line = std::max(2.f, paint.px(width)) * through.factor,
              ring = line + 2 * paint.px(halo) * through.factor;
  for (const bool under : {true, false}) {
    const ImU32 color = rgba(under ? view::with_alpha(c.theme.bg1, .85f) : pen_color(c.theme));
    const float wide = under ? ring : line;
    for (const Stroke& stroke : c.ui.stage.strokes) {
      for (const view::Point& point : stroke) over->PathLineTo(seen(point));
      over->PathStroke(color, ImDrawFlags_None, wide);
      for (const view::Point* end : {&stroke.front(), &stroke.back()})
        over->AddCircleFilled(seen(*end), wide / 2, color, 16);
    }
  }
}

} // namespace warpscope::panels
