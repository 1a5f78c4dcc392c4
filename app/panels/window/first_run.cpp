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

enum class Side : std::uint8_t { Left, Down, Up }; ///< where the plate's tip is

struct Step {
  const char* title;
  const char* text;
  view::Box Layout::* place;
  Side side;
};
constexpr std::array<Step, 3> steps = {{
    {"first.type", "first.type_text", &Layout::source, Side::Left},
    {"first.play", "first.play_text", &Layout::timeline, Side::Down},
    {"first.read", "first.read_text", &Layout::stage, Side::Up},
}};

class FirstRunPanel final : public Panel {
 public:
  bool run(PanelContext& c, const Command& command) override {
    if (asks(command, Ask::FirstSteps)) begin(c, 0);
    return asks(command, Ask::FirstSteps);
  }

  void draw(PanelContext& c) override {
    c.ui.first_steps = step_ >= 0 && !c.ui.presenter;
    if (!c.ui.first_steps) return; // in the presenter's view: it comes back with the workbench
    // Doing what the plate says needs no button.
    if (step_ == 0 && c.ui.typed && !typed_before_) begin(c, 1);
    if (step_ == 1 && (c.session.time().playing() != playing_before_ ||
                       (!c.session.time().playing() && c.session.time().step() != step_before_)))
      begin(c, 2);

    const Paint over(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    const Step& step = steps[static_cast<std::size_t>(step_)];
    const view::Box place = c.layout.*(step.place);
    if (place.h < 1) return next(c);
    const float em = over.size(18), pad = over.px(18),
                width = std::min(over.px(430), c.layout.width - over.px(40));
    const bool expression = c.session.document().mode == document::SourceMode::Expression;
    const std::string_view said = language::tr(step_ == 0 && !expression    ? "first.type_text_kernel"
                                               : step_ == 1 && !on_banks(c) ? "first.play_text_other"
                                                                            : step.text);
    const float text_h = wrapped_text(Paint(nullptr, c.fonts, c.theme, c.layout.scale), 0, 0, width - 2 * pad,
                                      said, em, c.theme.t1);
    const float head = over.px(34), foot = over.px(44);
    const ImVec2 size{width, pad * 2 + head + text_h + over.px(6) + foot};
    const ImVec2 at = corner(c, over, place, step.side, size);

    over.outline({place.x + 2, place.y + 2, place.w - 4, place.h - 4}, c.theme.now, over.px(8), 2.5f);
    point(over, step.side, at, size);
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, vec4(c.theme.bg3));
    ImGui::PushStyleColor(ImGuiCol_Border, vec4(c.theme.now));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, over.px(8));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    bool skip = false, on = false;
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

  static ImVec2 corner(const PanelContext& c, const Paint& paint, view::Box place, Side side, ImVec2 size) {
    const float gap = paint.px(22);
    ImVec2 at;
    // Below the lanes: the class looks at them.
    if (side == Side::Left) at = {place.x + place.w + gap, place.y + place.h - size.y - paint.px(12)};
    else if (side == Side::Down) at = {place.x + paint.px(60), place.y - size.y - gap};
    else at = {place.x + place.w / 2 - size.x / 2, place.y + place.h - size.y - paint.px(12)};
    const float edge = paint.px(8);
    at.x = std::floor(std::clamp(at.x, edge, std::max(edge, c.layout.width - size.x - edge)));
    at.y = std::floor(std::clamp(at.y, edge, std::max(edge, c.layout.height - size.y - edge)));
    return at;
  }

  static void point(const Paint& paint, Side side, ImVec2 at, ImVec2 size) {
    const float h = paint.px(11), far = paint.px(16);
    const ImU32 color = rgba(paint.theme().now);
    ImDrawList* list = paint.list();
    if (side == Side::Left)
      list->AddTriangleFilled({at.x - far, at.y + 3 * h}, {at.x + 1, at.y + 2 * h}, {at.x + 1, at.y + 4 * h},
                              color);
    else if (side == Side::Down)
      list->AddTriangleFilled({at.x + 4 * h, at.y + size.y + far}, {at.x + 5 * h, at.y + size.y - 1},
                              {at.x + 3 * h, at.y + size.y - 1}, color);
    else
      list->AddTriangleFilled({at.x + size.x / 2, at.y - far}, {at.x + size.x / 2 - h, at.y + 1},
                              {at.x + size.x / 2 + h, at.y + 1}, color);
  }

  int step_ = -1; ///< -1: not shown
  bool typed_before_ = false, playing_before_ = false;
  std::uint64_t step_before_ = 0;
};

} // namespace

std::unique_ptr<Panel> make_first_run_panel() { return std::make_unique<FirstRunPanel>(); }

} // namespace warpscope::panels
