// The plate with one sentence, where it covers neither the picture nor the question.
#include "app/panels/window/notice.h"

#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::panels {

void Notices::say(Notice notice) {
  shown_ = std::move(notice);
  until_ = ImGui::GetTime() + (!shown_.button.empty() ? 30 : shown_.error ? 12 : 4);
}

/// A window only so that its button can be pressed; it never takes the focus.
void Notices::draw(PanelContext& c) {
  const Paint over(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
  if (shown_.sentence.empty()) return;
  if (ImGui::GetTime() > until_) {
    shown_ = {};
    return;
  }
  c.ui.wake.by(until_);
  const float em = over.size(17), pad = over.px(12), icon = over.px(32);
  const float button = shown_.button.empty()
                           ? 0
                           : text_button_width(over, shown_.button, {}, over.size(15)) + pad;
  float text_w = 0, text_h = 0, w = 0, h = 0;
  const auto fold = [&](float widest) {
    const float wrap = std::max(em * 6, widest - icon - 2 * pad - button);
    text_w = std::min(std::ceil(over.width(shown_.sentence, em)) + 1, wrap);
    text_h = wrapped_text(Paint(nullptr, c.fonts, c.theme, c.layout.scale), 0, 0, text_w, shown_.sentence, em,
                          c.theme.t1);
    w = text_w + icon + 2 * pad + button;
    h = std::max(text_h + over.px(16), over.px(44));
  };
  // Over the lower end of the rows, else of the text, else of the picture.
  const float gap = over.px(8), widest = std::min(over.px(860), c.layout.width - over.px(16));
  const auto holds = [&](const view::Box& box) { return box.w >= w + 2 * gap && box.h >= h + 2 * gap; };
  view::Box ground{0, 0, c.layout.width, c.layout.timeline.h > 0 ? c.layout.timeline.y : c.layout.height};
  fold(widest);
  if (holds(c.layout.results)) {
    ground = c.layout.results;
  } else {
    view::Box text = c.layout.source;
    // Above the buttons below a kernel's text.
    if (c.session.document().mode == document::SourceMode::Kernel) text.h -= over.px(56);
    fold(std::min(widest, text.w - 2 * gap));
    if (holds(text)) ground = text;
    else fold(widest);
  }
  const view::Box plate{std::round(ground.x + (ground.w - w) / 2),
                        std::round(std::max(0.f, ground.y + ground.h - h - gap)), w, h};
  bool gone = false;
  ImGui::SetNextWindowPos({plate.x, plate.y});
  ImGui::SetNextWindowSize({plate.w, plate.h});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(0, 0, 0, 0));
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                                     ImGuiWindowFlags_NoFocusOnAppearing;
  if (ImGui::Begin("notice", nullptr, flags | (button > 0 ? 0 : ImGuiWindowFlags_NoInputs))) {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Color mark = shown_.error ? c.theme.hazard : c.theme.now;
    paint.fill(plate, c.theme.bg3, paint.px(8));
    paint.outline(plate, shown_.error ? c.theme.hazard : c.theme.edge, paint.px(8), 1.5f);
    paint.glyph(shown_.error ? Glyph::Warning : Glyph::Check, plate.x + pad + em / 2, plate.y + h / 2, em,
                mark);
    wrapped_text(paint, plate.x + pad + icon, plate.y + (h - text_h) / 2, text_w, shown_.sentence, em,
                 c.theme.t1);
    // A notice with a button stays long, and may cover what somebody wants to read: a click dismisses it.
    if (button > 0) {
      ImGui::SetCursorScreenPos({plate.x, plate.y});
      ImGui::SetNextItemAllowOverlap();
      gone = ImGui::InvisibleButton("##dismiss", {plate.w, plate.h});
    }
    float x = plate.x + plate.w - button;
    const float button_h = paint.px(32);
    if (button > 0 && text_button(paint, "##action", x, plate.y + (h - button_h) / 2, button_h, shown_.button,
                                  {}, paint.size(15))) {
      c.ui.commands.add(shown_.wants);
      gone = true;
    }
  }
  ImGui::End();
  ImGui::PopStyleColor();
  if (gone) shown_ = {};
}

} // namespace warpscope::panels
