// Heads, rows and filter of the results' tables.
#include "app/panels/results/table.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "app/results/table.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>

namespace warpscope::panels {

float table_margin(const PanelContext& c, const Paint& paint) { return paint.px(c.layout.big ? 24 : 18); }

std::optional<int> table_heads(const PanelContext& c, const Paint& paint, const std::vector<TableHead>& heads,
                               std::optional<int> sorted, bool descending, float cy, float em) {
  std::optional<int> clicked;
  for (const TableHead& head : heads) {
    const bool on = sorted == head.column, strong = on || head.strong;
    const view::Font font = strong ? view::Font::SemiBold : view::Font::Regular;
    const float w = paint.width(head.label, em, font), x = head.right ? head.x - w : head.x,
                arrow = paint.px(14);
    const view::Box box{x - paint.px(6), cy - paint.px(13), w + paint.px(12), paint.px(26)};
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::PushID(head.column);
    if (pressable("##head", {box.w, box.h})) clicked = head.column;
    ImGui::PopID();
    const bool hot = ImGui::IsItemHovered();
    if (hot) paint.fill(box, c.theme.bg2, paint.px(4));
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, c.theme.now, paint.px(4), 2);
    paint.mid(x, cy, head.label, em, on ? c.theme.now : strong || hot ? c.theme.t1 : c.theme.t2, font);
    if (on)
      paint.glyph(descending ? Glyph::Down : Glyph::Up, head.right ? x - arrow * .7f : x + w + arrow * .7f,
                  cy, paint.size(12), c.theme.now);
    tooltip(paint, c.fonts, head.tip + "\n" + std::string(language::tr("results.sort_tip")));
  }
  return clicked;
}

float begin_rows(const char* id, view::Box box) {
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::BeginChild(id, {box.w, box.h}, ImGuiChildFlags_None, ImGuiWindowFlags_None);
  return ImGui::GetScrollY();
}

void end_rows(float height) {
  ImGui::SetCursorPos({0, std::max(0.f, height - 1)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

float table_filter(const PanelContext& c, const Paint& paint, std::string& filter, const std::string& problem,
                   float right, float width, float cy, float height) {
  const float em = paint.size(15), x = right - width;
  ImGui::SetCursorScreenPos({x, cy - height / 2});
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(c.fonts[view::Font::Regular], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(10), std::max(0.f, (height - em) / 2)});
  ImGui::InputTextWithHint("##filter", language::tr("results.filter_hint").data(), &filter,
                           ImGuiInputTextFlags_EscapeClearsAll);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const view::Box box{x, cy - height / 2, width, height};
  if (!problem.empty()) paint.outline(box, c.theme.hazard, paint.px(6), 2);
  else if (!filter.empty()) paint.outline(box, c.theme.now, paint.px(6), 1.5f);
  tooltip(paint, c.fonts,
          problem.empty() ? std::string(results::filter_help())
                          : problem + "\n" + std::string(results::filter_help()));
  return x;
}

} // namespace warpscope::panels
