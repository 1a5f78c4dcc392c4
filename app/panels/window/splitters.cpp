// The lines between the regions.
#include "app/panels/window/splitters.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

void Splitters::draw(PanelContext& c) {
  const Layout& l = c.layout;
  settings::PaneSizes& panes = c.ui.preferences.panes;
  // The size that each region would have by itself, with the others unchanged.
  const auto by_default = [&](float settings::PaneSizes::* factor) {
    settings::PaneSizes one = panes;
    one.*factor = 1;
    return make_layout(l.width, l.height, c.session.settings.zoom,
                       c.session.document().mode == document::SourceMode::Expression, one);
  };
  if (l.source.w > 0 && l.source.h > 0)
    draw_one(c, {"split_source", &settings::PaneSizes::source, true},
             {l.source.w, l.bar.h, 0, l.timeline.y - l.bar.h}, l.source.w,
             by_default(&settings::PaneSizes::source).source.w, 1);
  if (l.timeline.h > 0)
    draw_one(c, {"split_timeline", &settings::PaneSizes::timeline, false}, {0, l.timeline.y, l.width, 0},
             l.timeline.h, by_default(&settings::PaneSizes::timeline).timeline.h, -1);
  if (const float results = l.results_tabs.h + l.results.h; results > 0) {
    const Layout plain = by_default(&settings::PaneSizes::results);
    draw_one(c, {"split_results", &settings::PaneSizes::results, false}, {0, l.results_tabs.y, l.width, 0},
             results, plain.results_tabs.h + plain.results.h, -1);
  }
}

void Splitters::draw_one(PanelContext& c, const Splitter& splitter, view::Box line, float size,
                         float size_by_default, float direction) {
  const Paint scale(nullptr, c.fonts, c.theme, c.layout.scale);
  // More of it is after the line than before it: a scroll bar may end at the line.
  const float before = std::max(2.f, scale.px(2)), behind = std::max(4.f, scale.px(5));
  const view::Box hit = splitter.upright ? view::Box{line.x - before, line.y, before + behind, line.h}
                                         : view::Box{line.x, line.y - before, line.w, before + behind};
  ImGui::SetNextWindowPos({hit.x, hit.y});
  ImGui::SetNextWindowSize({hit.w, hit.h});
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                     ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing |
                                     ImGuiWindowFlags_NoNav;
  if (ImGui::Begin(splitter.window, nullptr, flags)) {
    float& factor = c.ui.preferences.panes.*splitter.factor;
    ImGui::SetCursorScreenPos({hit.x, hit.y});
    ImGui::InvisibleButton("##line", {hit.w, hit.h});
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (ImGui::IsItemActivated()) grabbed_size_ = size;
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      factor = 1;
    } else if (held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2) && size_by_default > 0) {
      const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 2);
      const float wanted = (grabbed_size_ + direction * (splitter.upright ? moved.x : moved.y)) /
                           size_by_default;
      // It snaps to its default size.
      factor = std::abs(wanted - 1) < .015f ? 1 : std::clamp(wanted, .1f, 10.f);
    }
    if (held || hovered)
      ImGui::SetMouseCursor(splitter.upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    if (held || (hovered && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))) {
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
      const float w = 2;
      paint.fill(splitter.upright ? view::Box{line.x - w / 2, line.y, w, line.h}
                                  : view::Box{line.x, line.y - w / 2, line.w, w},
                 held ? c.theme.now : c.theme.edge);
    }
    if (!held) {
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
      tooltip(paint, c.fonts, language::tr("layout.splitter"));
    }
  }
  ImGui::End();
}

} // namespace warpscope::panels
