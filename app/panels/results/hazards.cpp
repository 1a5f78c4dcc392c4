// The Hazards tab: cuts, the order that does damage, a row a hazard.
#include "app/panels/results/hazards.h"

#include "app/language/language.h"
#include "app/language/sentence.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/results/words.h"
#include "imgui.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

/// Draws buttons that restore cut barriers, above the list. Returns their height.
float cuts(PanelContext& c, const Paint& paint, view::Box box, float margin, float y) {
  if (c.session.document().cuts.empty()) return 0;
  const float height = paint.px(32);
  restore_buttons(c, paint, box.x + margin, box.x + box.w - margin, y + paint.px(6), height, paint.size(15));
  return height + paint.px(12);
}

/// Describes a schedule of the warps that does damage, with a button that plays it. Returns its height.
float order(PanelContext& c, const Paint& paint, view::Box box, float margin, float y) {
  // On the command line it stands behind "damage:".
  const std::string said = language::as_sentence(c.session.runs().order_sentence());
  if (said.empty()) return 0;
  const float height = paint.px(40), em = paint.size(15), cy = y + height / 2;
  float right = box.x + box.w - margin;
  const bool plays = c.session.runs().plays_broken_order();
  if (plays || c.session.runs().can_play_broken_order()) {
    const std::string_view label = language::tr(plays ? "hazard.usual_order" : "hazard.play_order");
    right -= text_button_width(paint, label, "", em);
    float x = right;
    if (text_button(paint, "##play_order", x, y + paint.px(4), paint.px(32), label, "", em, !plays))
      c.session.play_broken_order(!plays);
    right -= paint.px(16);
  }
  const float x = box.x + margin;
  paint.mid_fit(x, cy, said, right - x, em, c.theme.t1, view::Font::SemiBold);
  tooltip_at(paint, c.fonts, {x, y, right - x, height}, said);
  return height;
}

/// Nothing was found: says what was searched.
void none(const PanelContext& c, const Paint& paint, view::Box box, float margin, float y) {
  const session::Session& s = c.session;
  if (s.runs().picture() == nullptr || s.runs().stale()) return;
  const std::string_view said = language::tr(
      s.runs().grid_was_searched() || s.runs().picture()->launch.grid.count() == 1 ? "hazard.none_grid"
                                                                                   : "hazard.none_block");
  paint.glyph(Glyph::Check, box.x + margin + paint.px(8), y + paint.px(24), paint.size(14), c.theme.now);
  paint.mid_fit(box.x + margin + paint.px(28), y + paint.px(24), said, box.w - 2 * margin - paint.px(28),
                paint.size(16), c.theme.t2);
}

} // namespace

float restore_buttons(PanelContext& c, const Paint& paint, float x, float right, float y, float height,
                      float em) {
  const float gap = paint.px(10), from = x;
  std::optional<std::uint32_t> restored;
  for (const std::uint32_t line : c.session.document().cuts) {
    const std::string label = std::string(language::tr("cut.restore")),
                      tail = language::trf("cut.of_line", language::arg("line", line));
    if (x + text_button_width(paint, label, tail, em) > right) break;
    if (text_button(paint, ("##restore_" + std::to_string(line)).c_str(), x, y, height, label, tail, em,
                    true))
      restored = line;
    tooltip(paint, c.fonts, language::trf("cut.restore_tip", language::arg("line", line)));
    x += gap;
  }
  if (restored) cut_barrier(c, *restored);
  return x > from ? x - gap : from;
}

void draw_hazards(PanelContext& c, view::Box box) {
  const float scroll_y = begin_rows("##hazards", box);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const view::Theme& t = c.theme;
  const float margin = table_margin(c, paint), em = paint.size(16), least_h = paint.px(34);
  float y = box.y - scroll_y;
  y += cuts(c, paint, box, margin, y);
  y += order(c, paint, box, margin, y);
  const std::vector<results::HazardRow>& rows = c.session.results().hazards();
  if (rows.empty()) none(c, paint, box, margin, y);
  float lines_w = 0;
  for (const results::HazardRow& row : rows)
    lines_w = std::max(lines_w, paint.width(results::hazard_lines(row), em, view::Font::Mono));
  const float icon = box.x + margin + paint.px(8), lines = icon + paint.px(20),
              said = lines + lines_w + paint.px(20);
  std::optional<std::size_t> clicked;
  float on_top = 0, on_end = 0; // of the selected row
  const float room = box.x + box.w - margin - said;
  const Paint measure(nullptr, c.fonts, t, c.layout.scale);
  float row_h = 0;
  for (std::size_t i = 0; i < rows.size(); ++i, y += row_h) {
    const results::HazardRow& row = rows[i];
    const bool on = c.session.results().selected_hazard() == i;
    const float text_h = wrapped_text(measure, said, 0, room, row.said.message, em, t.t1);
    row_h = std::max(least_h, text_h + paint.px(12));
    const float cy = y + (row_h - text_h) / 2 + em * .675f; // of its first line
    ImGui::SetCursorScreenPos({box.x, y});
    if (pressable(("##hazard_" + std::to_string(i)).c_str(), {box.w, row_h})) clicked = i;
    const bool hot = ImGui::IsItemHovered();
    if (hot) c.ui.hover_line(row.line);
    if (on) {
      on_top = y + scroll_y - box.y, on_end = on_top + row_h;
      paint.fill({box.x, y, box.w, row_h}, t.bg3);
      paint.fill({box.x, y, 4, row_h}, t.hazard);
    } else if (hot) {
      paint.fill({box.x, y, box.w, row_h}, t.bg2);
    }
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)
      paint.outline({box.x, y, box.w, row_h}, t.now, paint.px(4), 2);
    tooltip(paint, c.fonts,
            row.said.message + "\n" +
                std::string(language::tr(rows.size() > 1 ? "hazard.click" : "hazard.click_only")));
    const view::Color loud = row.quiet ? t.t2 : t.hazard;
    paint.glyph(row.quiet ? Glyph::Check : Glyph::Warning, icon, cy, paint.size(15), loud);
    paint.mid(lines, cy, results::hazard_lines(row), em, on ? t.t1 : t.t2, view::Font::Mono);
    (void)wrapped_text(paint, said, cy - em * .675f, room, row.said.message, em, row.quiet ? t.t2 : t.t1);
  }
  // The selected row comes into sight when it is selected or the room changes; then a person may scroll.
  ImGuiStorage* const kept = ImGui::GetStateStorage();
  const ImGuiID selected_key = ImGui::GetID("##selected"), room_key = ImGui::GetID("##room");
  const int selected = static_cast<int>(c.session.results().selected_hazard().value_or(rows.size())),
            size = static_cast<int>(y + scroll_y - box.y) * 4096 + static_cast<int>(box.h);
  if (kept->GetInt(selected_key, -1) != selected || kept->GetInt(room_key, -1) != size) {
    kept->SetInt(selected_key, selected);
    kept->SetInt(room_key, size);
    if (on_end - scroll_y > box.h || on_top < scroll_y)
      ImGui::SetScrollY(std::min(on_top, std::max(0.f, on_end - box.h)));
  }
  end_rows(y + scroll_y - box.y);
  if (!clicked) return;
  const races::HazardStory* story = c.session.results().hazard_story();
  // The only one stays: without its arc the scene would look as if nothing raced.
  const bool again = rows.size() > 1 && c.session.results().selected_hazard() == clicked &&
                     (story == nullptr || (c.ui.scene == view::SceneKind::Block &&
                                           c.session.time().moment().event == story->second.event));
  c.session.select_hazard(again ? std::nullopt : clicked);
  if (!again && c.session.results().hazard_story() != nullptr) c.ui.scene = view::SceneKind::Block;
}

} // namespace warpscope::panels
