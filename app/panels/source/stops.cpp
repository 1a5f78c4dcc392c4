// Draws breakpoints and takes clicks on line numbers.
#include "app/panels/source/stops.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "app/playback/stops.h"
#include "imgui.h"
#include "imgui_internal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::panels {

namespace {

std::string words_of(const playback::Stop& stop) {
  switch (stop.when) {
  case playback::Stop::When::Conflict:
    return language::trf("stop.conflict", language::arg("line", stop.line));
  case playback::Stop::When::Lane:
    return language::trf("stop.lane", language::arg("line", stop.line), language::arg("lane", stop.lane));
  case playback::Stop::When::Always: break;
  }
  return language::trf("stop.always", language::arg("line", stop.line));
}

/// An octagon always stops, a diamond at conflicts, a square when a lane takes part: the tooltip says which.
/// Hollow: it stops nowhere.
void mark(const Paint& paint, const playback::Stop& stop, bool hollow, float x, float cy, float r) {
  const view::Theme& t = paint.theme();
  const view::Color fill = hollow ? t.bg1 : t.hazard, edge = hollow ? t.hazard : t.t1;
  const auto sides = [&](int count, float turn) {
    std::array<ImVec2, 8> points;
    for (int i = 0; i < count; ++i) {
      const float angle = turn + 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
      points[static_cast<std::size_t>(i)] = {x + r * std::cos(angle), cy + r * std::sin(angle)};
    }
    paint.list()->AddConvexPolyFilled(points.data(), count, rgba(fill));
    paint.list()->AddPolyline(points.data(), count, rgba(edge), ImDrawFlags_Closed, 1.5f);
  };
  if (stop.when == playback::Stop::When::Always) sides(8, .3926991f);
  else if (stop.when == playback::Stop::When::Conflict) sides(4, 0);
  else {
    const view::Box box{x - .8f * r, cy - .8f * r, 1.6f * r, 1.6f * r};
    paint.fill(box, fill, 1);
    paint.outline(box, edge, 1, 1.5f);
  }
}

} // namespace

bool StopMarks::can_stop(const PanelContext& c, std::uint32_t line) {
  const playback::RunPtr run = c.session.runs().run();
  if (run == nullptr || c.session.runs().stale()) return true; // nobody knows yet
  if (run != run_) {
    run_ = run;
    lines_ = playback::lines_to_stop_at(*run);
  }
  return std::binary_search(lines_.begin(), lines_.end(), line);
}

void StopMarks::draw(PanelContext& c, const CodeEditor& editor, const CodeEditor::Look& look) {
  const ImGuiWindow* panel = ImGui::GetCurrentWindow();
  if (panel->DC.ChildWindows.empty()) return;
  const Paint over(panel->DC.ChildWindows.back()->DrawList, c.fonts, c.theme, c.layout.scale);
  const std::vector<playback::Stop> stops = playback::stops_from(c.session.document().stops);
  const float end = editor.text_x() - 2, r = std::max(6.f, std::min(over.px(8), look.line_h / 2 - 2)),
              x = look.box.x + r + 1;
  over.list()->PushClipRect({look.box.x, look.box.y}, {look.box.x + look.box.w, look.box.y + look.box.h});
  for (const playback::Stop& stop : stops) {
    if (stop.line > editor.lines() || !editor.in_sight(stop.line)) continue;
    mark(over, stop, !can_stop(c, stop.line), x, editor.row_y(stop.line) + look.line_h / 2, r);
  }
  over.list()->PopClipRect();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const view::Box numbers{look.box.x, look.box.y, end - look.box.x, look.box.h};
  const std::uint32_t line = numbers.contains({mouse.x, mouse.y}) &&
                                     ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)
                                 ? editor.line_at(mouse.y)
                                 : 0;
  if (line != 0 && line <= editor.lines()) {
    const auto found = std::find_if(stops.begin(), stops.end(),
                                    [&](const playback::Stop& s) { return s.line == line; });
    const view::Box row{look.box.x, editor.row_y(line), end - look.box.x, look.line_h};
    std::string tip = found != stops.end() ? words_of(*found) + "\n" : std::string();
    if (!can_stop(c, line)) tip += std::string(language::tr("stop.nothing_here")) + "\n";
    tooltip_at(over, c.fonts, row,
               tip + std::string(language::tr(found != stops.end() ? "stop.set_tip" : "stop.tip")));
    if (found == stops.end()) {
      playback::Stop faint;
      faint.line = line;
      over.list()->AddCircle({x, row.y + row.h / 2}, r, rgba(c.theme.edge), 8, 1.5f);
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) c.session.edit()->toggle_stop(line);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
      line_ = line;
      lane_ = found != stops.end() ? static_cast<int>(found->lane) : 0;
      ImGui::OpenPopup("##stop");
    }
  }
  choose(c);
}

void StopMarks::choose(PanelContext& c) {
  if (!ImGui::BeginPopup("##stop")) return;
  playback::Stop stop;
  stop.line = line_;
  const auto set = [&](playback::Stop::When when) {
    stop.when = when;
    stop.lane = static_cast<std::uint32_t>(std::clamp(lane_, 0, 31));
    c.session.edit()->set_stop(stop);
  };
  if (ImGui::MenuItem(words_of(stop).c_str())) set(playback::Stop::When::Always);
  stop.when = playback::Stop::When::Conflict;
  if (ImGui::MenuItem(words_of(stop).c_str())) set(playback::Stop::When::Conflict);
  stop.when = playback::Stop::When::Lane;
  stop.lane = static_cast<std::uint32_t>(std::clamp(lane_, 0, 31));
  if (ImGui::MenuItem(words_of(stop).c_str())) set(playback::Stop::When::Lane);
  ImGui::SetNextItemWidth(160);
  ImGui::SliderInt("##lane", &lane_, 0, 31, language::tr("stop.lane_slider").data());
  if (c.session.document().stops.contains(std::to_string(line_)) &&
      ImGui::MenuItem(language::tr("stop.remove").data()))
    c.session.edit()->toggle_stop(line_);
  ImGui::EndPopup();
}

} // namespace warpscope::panels
