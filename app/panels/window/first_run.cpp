// The first three steps: small plates that point at where to type, play and read. Shown once, and again from
// the menu. Doing it (typing, playing) moves on just like the button.
#include "app/language/language.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"
#include "imgui_internal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::panels {

namespace {

struct Step {
  const char* title;
  const char* text;
  view::Box Layout::* place;
};
constexpr std::array<Step, 3> steps = {{
    {"first.type", "first.type_text", &Layout::source},
    {"first.play", "first.play_text", &Layout::timeline},
    {"first.read", "first.read_text", &Layout::stage},
}};

/// Where a plate lies, and what its tip touches.
struct Placed {
  ImVec2 at;
  ImVec2 tip;
};

class FirstRunPanel final : public Panel {
 public:
  bool run(PanelContext& c, const Command& command) override {
    if (asks(command, Ask::FirstSteps)) begin(c, 0);
    return asks(command, Ask::FirstSteps);
  }

  void draw(PanelContext& c) override {
    c.ui.first_steps = step_ >= 0 && !c.ui.presenter;
    if (step_ >= 0 && c.session.course() != nullptr) end(c); // whoever plays a lesson reads there
    if (!c.ui.first_steps || step_ < 0) return; // in the presenter's view: it comes back with the workbench
    // Doing what the plate says needs no button.
    if (step_ == 0 && c.ui.typed && !typed_before_) begin(c, 1);
    if (step_ == 1 && (c.session.time().playing() != playing_before_ ||
                       (!c.session.time().playing() && c.session.time().step() != step_before_)))
      begin(c, 2);

    const Paint over(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    const Step& step = steps[static_cast<std::size_t>(step_)];
    const view::Box place = c.layout.*(step.place);
    if (place.h < 1) return next(c);
    const float em = over.size(18), pad = over.px(18);
    // On the text's side: the class looks at the picture, and reads what stands under it.
    const float room = c.layout.source.w > over.px(300) ? c.layout.source.w : c.layout.width;
    const float width = std::min(over.px(470), room - over.px(28));
    const bool expression = c.session.document().mode == document::SourceMode::Expression;
    const std::string_view said = language::tr(step_ == 0 && !expression    ? "first.type_text_kernel"
                                               : step_ == 1 && !on_banks(c) ? "first.play_text_other"
                                                                            : step.text);
    const float text_h = wrapped_text(Paint(nullptr, c.fonts, c.theme, c.layout.scale), 0, 0, width - 2 * pad,
                                      said, em, c.theme.t1);
    const float head = over.px(34), foot = over.px(44);
    const ImVec2 size{width, pad * 2 + head + text_h + over.px(6) + foot};
    const Placed placed = beside(c, over, size);
    const ImVec2 at = placed.at;

    // Above and below the place: a timeline's words begin at its very edge.
    over.outline({place.x + 2, place.y - 2, place.w - 4, place.h + 4}, c.theme.now, over.px(8), 2.5f);
    point(over, placed, size);
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, vec4(c.theme.bg3));
    ImGui::PushStyleColor(ImGuiCol_Border, vec4(c.theme.now));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, over.px(8));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    bool skip = false, on = false, lesson = false;
    if (ImGui::Begin("first steps", nullptr, flags)) {
      ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
      const float x = at.x + pad;
      float y = at.y + pad + head * .35f;
      const float disc = over.px(13);
      paint.list()->AddCircleFilled({x + disc, y}, disc, rgba(c.theme.now), 24);
      paint.mid_centre(x + disc, y, std::to_string(step_ + 1), over.size(16), c.theme.on_now,
                       view::Font::SemiBold);
      paint.mid_fit(x + disc * 2 + paint.px(10), y, language::tr(step.title), width - 2 * pad - disc * 2,
                    over.size(20), c.theme.t1, view::Font::SemiBold);
      y += head * .65f;
      (void)wrapped_text(paint, x, y, width - 2 * pad, said, em, c.theme.t1);
      const float button_y = at.y + size.y - pad - over.px(36), button_em = over.size(16);
      float bx = x;
      const bool last = step_ + 1 == static_cast<int>(steps.size());
      on = text_button(paint, "##next", bx, button_y, over.px(36),
                       language::tr(last ? "first.done" : "first.next"), language::tr("first.next_key"),
                       button_em, true);
      bx += over.px(12);
      if (last)
        lesson = text_button(paint, "##lesson", bx, button_y, over.px(36), language::tr("first.lesson"),
                             "ctrl+L", button_em);
      if (!last)
        skip = text_button(paint, "##skip", bx, button_y, over.px(36), language::tr("first.skip"),
                           language::tr("first.skip_key"), button_em);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(2);

    const bool typing = ImGui::GetIO().WantTextInput;
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (!popup) {
      // A field of one line has no use of its own for enter; the editor of a kernel has.
      on |= (!typing || expression) &&
            (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false));
      skip |= ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    }
    if (lesson) {
      c.ui.commands.add(PlayLesson{lesson::course_titles().front().id});
      return end(c);
    }
    if (skip) end(c);
    else if (on) next(c);
  }

 private:
  /// The step on the stage is a wavefront of shared memory.
  static bool on_banks(const PanelContext& c) {
    const trace::BlockTrace* trace = c.session.time().playback().trace();
    if (trace == nullptr || c.session.time().track().empty()) return false;
    const trace::BlockTrace::Event& event = trace->event(c.session.time().moment().event);
    return event.kind == trace::StepKind::Access && cost_rule(event.space) == CostRule::Banks;
  }

  void begin(PanelContext& c, int step) {
    step_ = step;
    typed_before_ = c.ui.typed;
    playing_before_ = c.session.time().playing();
    step_before_ = c.session.time().step();
  }
  void next(PanelContext& c) {
    if (step_ + 1 < static_cast<int>(steps.size())) begin(c, step_ + 1);
    else end(c);
  }
  void end(PanelContext& c) {
    step_ = -1;
    c.ui.preferences.first_run_seen = true;
  }

  /// The middle of the headline's left end, in the window.
  static ImVec2 headline(const PanelContext& c) {
    const view::Box stage = c.layout.stage;
    ImVec2 at{stage.x + stage.w * .03f, stage.y + stage.h * .1f};
    float largest = 0;
    if (c.ui.stage.picture == nullptr) return at;
    for (const view::Shape& shape : c.ui.stage.picture->shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape); text != nullptr && text->size > largest) {
        largest = text->size;
        at = {stage.x + text->at.x, stage.y + text->at.y - .36f * text->size};
      }
    return at;
  }

  /// In the text's pane: below the field, above the timeline, beside the headline.
  Placed beside(const PanelContext& c, const Paint& paint, ImVec2 size) const {
    const view::Box source = c.layout.source;
    const bool expression = c.session.document().mode == document::SourceMode::Expression;
    const float gap = paint.px(22), edge = paint.px(8);
    const float below = source.y + source.h - size.y - paint.px(12);
    Placed p;
    // A low stage has no room for the cures: they stand below the fields, and the plate below them.
    const bool cures_here = expression && !c.ui.stage.cures && !c.session.remedies().empty();
    if (step_ == 0 && cures_here) {
      p.tip = {source.x + source.w - paint.px(34), source.y + field_end(paint, source)};
      p.at = {source.x + source.w - size.x - paint.px(14), below};
    } else if (step_ == 0 && expression) {
      p.tip = {source.x + paint.px(70), source.y + field_end(paint, source)};
      p.at = {source.x + paint.px(14), p.tip.y + .6f * gap}; // over the hint, which says the same
    } else if (step_ == 0) {                                 // the buttons below the text stay free
      p.at = {source.x + source.w - size.x - paint.px(14), below - paint.px(60)};
      p.tip = {p.at.x + paint.px(56), p.at.y - paint.px(18)};
    } else if (step_ == 1 && expression) {
      p.at = {source.x + paint.px(14), c.layout.timeline.y - size.y - (cures_here ? paint.px(4) : gap)};
      p.tip = {c.layout.timeline.x + paint.px(110), c.layout.timeline.y + paint.px(4)};
    } else if (step_ == 1) {
      p.at = {source.x + source.w - size.x - paint.px(14), below - paint.px(60)};
      p.tip = {source.x + source.w - paint.px(40), c.layout.timeline.y + paint.px(4)};
    } else {
      const ImVec2 head = headline(c);
      p.at = {source.x + source.w - size.x - paint.px(12), cures_here ? below : source.y + paint.px(6)};
      p.tip = {head.x - paint.px(3), head.y};
    }
    p.at.x = std::floor(std::clamp(p.at.x, edge, std::max(edge, c.layout.width - size.x - edge)));
    p.at.y = std::floor(std::clamp(p.at.y, edge, std::max(edge, c.layout.height - size.y - edge)));
    return p;
  }

  /// The lower end of the expression's field below the pane's beginning: see expression.cpp.
  static float field_end(const Paint& paint, view::Box source) {
    const bool tight = source.h < paint.px(400);
    return paint.px(tight ? 6 : 14) + (tight ? 0 : paint.size(16) * 1.4f + paint.px(4)) +
           paint.px(tight ? 40 : 56) + 1;
  }

  /// A line with a tip from the plate to what it speaks of.
  static void point(const Paint& paint, const Placed& placed, ImVec2 size) {
    const float h = paint.px(9), thick = std::max(2.f, paint.px(3));
    const ImVec2 at = placed.at, tip = placed.tip;
    const view::Color now = paint.theme().now;
    ImDrawList* list = paint.list();
    if (tip.x > at.x + size.x) { // at the right, around the corner where it is higher
      const float from = at.x + size.x, y = std::clamp(tip.y, at.y + h, at.y + size.y - h);
      const float turn = y == tip.y ? tip.x : std::min(from + paint.px(14), tip.x - 2 * h);
      paint.fill({from, y - thick / 2, turn - from, thick}, now);
      if (turn < tip.x) {
        paint.fill({turn - thick / 2, tip.y - thick / 2, thick, y - tip.y + thick}, now);
        paint.fill({turn, tip.y - thick / 2, tip.x - turn, thick}, now);
      }
      list->AddTriangleFilled({tip.x, tip.y}, {tip.x - 1.5f * h, tip.y - h}, {tip.x - 1.5f * h, tip.y + h},
                              rgba(now));
      paint.fill({tip.x - 1, tip.y - 1, 2, 2}, now);
      return;
    }
    const bool up = tip.y < at.y;
    const float from = up ? at.y : at.y + size.y, back = up ? 1.5f * h : -1.5f * h;
    paint.fill({tip.x - thick / 2, std::min(from, tip.y), thick, std::abs(from - tip.y)}, now);
    list->AddTriangleFilled({tip.x, tip.y}, {tip.x - h, tip.y + back}, {tip.x + h, tip.y + back}, rgba(now));
    paint.fill({tip.x - 1, tip.y - 1, 2, 2}, now);
  }

  int step_ = -1; ///< -1: not shown
  bool typed_before_ = false, playing_before_ = false;
  std::uint64_t step_before_ = 0;
};

} // namespace

std::unique_ptr<Panel> make_first_run_panel() { return std::make_unique<FirstRunPanel>(); }

} // namespace warpscope::panels
