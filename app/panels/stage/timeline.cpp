// The timeline: what plays and how fast on the left, the steps themselves (timeline_rows.h) on the right.
#include "app/language/language.h"
#include "app/panels/stage/fragment_pane.h"
#include "app/panels/stage/machine_rows.h"
#include "app/panels/stage/machine_time.h"
#include "app/panels/stage/timeline_rows.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "app/results/launches.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

class TimelinePanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Box box = c.layout.timeline;
    const bool roomy = box.h >= paint.px(72) && box.w >= 700;
    const float left = box.x + paint.px(c.layout.big ? 24 : 18);
    const float buttons_end = transport(c, paint, box, left, roomy);
    const float from = roomy ? std::max(box.x + std::round(paint.px(c.layout.big ? 384 : 340)),
                                        buttons_end + paint.px(86))
                             : buttons_end + paint.px(20);
    const float to = box.x + box.w - paint.px(c.layout.big ? 24 : 18);
    if (c.session.time().track().empty() || to - from < 40) return;
    if (const std::optional<MachineClock> clock = machine_clock(c)) // the scene has a time of its own
      return machine_rows_.draw(c, paint, box, from, to, roomy, *clock);
    rows_.draw(c, paint, box, from, to, roomy);
  }

 private:
  float transport(PanelContext& c, const Paint& paint, view::Box box, float left, bool roomy) {
    session::Session& s = c.session;
    const view::Theme& t = c.theme;
    const float cy = roomy ? box.y + std::min(paint.px(34), box.h * .28f) : box.y + box.h / 2;
    const float step = paint.px(36), hit = paint.px(34), size = paint.size(15);
    float x = left + hit / 2;
    if (icon_button(paint, "##home", x, cy, hit, Glyph::Backward, size, t.t1, language::tr("timeline.home")))
      if (!machine_end(c, false)) s.time().go_home();
    x += step;
    if (icon_button(paint, "##previous", x, cy, hit, Glyph::Previous, size, t.t1,
                    language::tr("timeline.previous")))
      if (!machine_step(c, false) && !fragment_step(c, false)) go(s, false);
    x += step + paint.px(3);
    const float r = paint.px(18);
    ImGui::SetCursorScreenPos({x - r, cy - r});
    if (pressable("##play", {2 * r, 2 * r})) s.play(!s.time().playing());
    paint.list()->AddCircleFilled({x, cy}, r,
                                  rgba(ImGui::IsItemHovered() ? view::mix(t.now, t.t1, .8f) : t.now), 32);
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)
      paint.list()->AddCircle({x, cy}, r + 3, rgba(t.now), 32, 2);
    const bool plays = s.time().playing() || machine_plays(c);
    paint.glyph(plays ? Glyph::Pause : Glyph::Play, x, cy, size, t.on_now);
    tooltip(paint, c.fonts, language::tr(plays ? "timeline.pause" : "timeline.play"));
    x += step + paint.px(3);
    if (icon_button(paint, "##next", x, cy, hit, Glyph::Next, size, t.t1, language::tr("timeline.next")))
      if (!machine_step(c, true) && !fragment_step(c, true)) go(s, true);
    x += step;
    if (icon_button(paint, "##end", x, cy, hit, Glyph::Forward, size, t.t1, language::tr("timeline.end")))
      if (!machine_end(c, true)) s.time().go_end();
    x += step;
    if (!roomy && box.w < 760) return x - step + hit / 2;

    const std::optional<MachineClock> clock = machine_clock(c);
    if (clock) x += 3 * step - paint.px(6); // marks and the question belong to the trace's time
    if (clock) return below_buttons(c, paint, box, left, x - step + hit / 2, cy, roomy, clock);
    // Marks and the question, in the accent colour when switched on.
    if (icon_button(paint, "##loop", x, cy, hit, Glyph::Loop, size, s.time().marks().looping ? t.now : t.t2,
                    language::tr("timeline.loop")))
      s.time().switch_loop();
    if (s.time().marks().looping) paint.fill({x - size / 2, cy + hit / 2 - 3, size, 2}, t.now);
    x += step - paint.px(3);
    const bool pinned = s.time().marks().pin.has_value();
    if (icon_button(paint, "##pin", x, cy, hit, Glyph::Pin, size, pinned ? t.broadcast : t.t2,
                    language::tr(pinned ? "timeline.unpin" : "timeline.pin")))
      pinned ? s.time().unpin_moment() : s.time().pin_moment();
    if (pinned) paint.fill({x - size / 2, cy + hit / 2 - 3, size, 2}, t.broadcast);
    x += step - paint.px(3);
    if (icon_button(paint, "##predict", x, cy, hit, Glyph::Ask, size, s.counts_hidden() ? t.now : t.t2,
                    language::tr("timeline.predict")))
      s.counts_hidden() ? s.reveal() : s.ask();
    return below_buttons(c, paint, box, left, x + hit / 2, cy, roomy, clock);
  }

  /// The step, the launch and the speed. Returns the end of all.
  float below_buttons(PanelContext& c, const Paint& paint, view::Box box, float left, float end, float cy,
                      bool roomy, const std::optional<MachineClock>& clock) {
    if (!roomy) return end;
    const float em = paint.size(16);
    const float y2 = cy + paint.px(36);
    if (y2 + em / 2 > box.y + box.h) return end;
    const bool third = y2 + paint.px(28) + em / 2 <= box.y + box.h - 4;
    if (third && clock) machine_position(c, paint, left, end, y2, em, *clock);
    else if (third) position(c, paint, left, end, y2, em);
    float y = third ? y2 + paint.px(28) : y2;
    if (third && y + paint.px(28) + em / 2 <= box.y + box.h - 4 && launch(c, paint, left, end, y, em))
      y += paint.px(28);
    speed(c, paint, left, y, em);
    return end;
  }

  /// Of a whole program: which launch and block. False: it is none.
  static bool launch(const PanelContext& c, const Paint& paint, float left, float right, float y, float em) {
    const jobs::Programs& programs = c.session.programs();
    if (!c.session.is_program() || !programs.looked_into() || !programs.record() ||
        c.session.time().playback().trace() == nullptr)
      return false;
    const std::uint64_t block = c.session.time().playback().trace()->block();
    std::string text = results::launch_position(*programs.record(), *programs.looked_into(), block, false);
    if (paint.width(text, em) > right - left)
      text = results::launch_position(*programs.record(), *programs.looked_into(), block, true);
    if (text.empty()) return false;
    paint.mid_fit(left, y, text, right - left, em, c.theme.t2);
    return true;
  }

  /// What the buttons step by; the keys have one for each.
  void go(session::Session& s, bool on) const {
    if (stride_ == playback::Stride::Barrier) on ? s.time().next_barrier() : s.time().previous_barrier();
    else if (stride_ == playback::Stride::Access) on ? s.time().next_access() : s.time().previous_access();
    else on ? s.step_forward() : s.step_back();
  }

  void position(const PanelContext& c, const Paint& paint, float left, float right, float y, float em) {
    const session::Session& s = c.session;
    const view::Theme& t = c.theme;
    constexpr playback::Stride strides[] = {playback::Stride::Step, playback::Stride::Access,
                                            playback::Stride::Barrier};
    const std::vector<ComboItem> items = {{std::string(language::tr("timeline.by_step")), {}, {}},
                                          {std::string(language::tr("timeline.by_access")), {}, {}},
                                          {std::string(language::tr("timeline.by_barrier")), {}, {}}};
    const int current = static_cast<int>(std::find(std::begin(strides), std::end(strides), stride_) -
                                         std::begin(strides));
    const float small = paint.size(14);
    float width = 0;
    for (const ComboItem& item : items) width = std::max(width, paint.width(item.label, small));
    width += paint.px(56);
    const float h = paint.px(26);
    const int chosen = combo(paint, c.fonts, "##stride", {right - width, y - h / 2, width, h},
                             items[static_cast<std::size_t>(current)].label, items, current, small);
    if (chosen >= 0) stride_ = strides[chosen];
    tooltip(paint, c.fonts, language::tr("timeline.stride"));
    // A step's number would reveal the wavefronts.
    const std::string now = s.counts_hidden() ? "?"
                                              : grouped(s.time().track().empty() ? 0 : s.time().step() + 1),
                      all = s.counts_hidden() ? "?" : grouped(s.time().track().steps());
    const float room = right - width - left - paint.px(8);
    const std::string label = std::string(language::tr("timeline.step")) + " ",
                      of = " " + language::trf("timeline.of", language::arg("steps", all));
    if (paint.width(label + now + of, em) < room)
      paint.runs(left, y, {{label, t.t2}, {now, t.t1, view::Font::MonoBold}, {of, t.t2}}, em);
    else if (paint.width(now + of, em) < room)
      paint.runs(left, y, {{now, t.t1, view::Font::MonoBold}, {of, t.t2}}, em);
    else paint.mid_fit(left, y, now, room, em, t.t1, view::Font::MonoBold);
  }

  static void machine_position(const PanelContext& c, const Paint& paint, float left, float right, float y,
                               float em, const MachineClock& clock) {
    const view::Theme& t = c.theme;
    // Accesses are counted from 1, cycles are where time stands.
    const std::string now = grouped(clock.now + (clock.accesses ? 1 : 0)),
                      all = grouped(clock.steps - (clock.accesses ? 0 : 1));
    const std::string label = std::string(language::tr(clock.accesses ? "timeline.machine_access"
                                                                      : "timeline.machine_cycle")) +
                              " ",
                      of = " " + language::trf("timeline.of", language::arg("steps", all));
    if (!clock.accesses) {
      const std::string us = view::microseconds_text(
          clock.machine->microseconds(static_cast<double>(clock.now)));
      const std::string of_us = " " + language::trf("timeline.machine_of", language::arg("cycles", all),
                                                    language::arg("us", us));
      if (paint.width(label + now + of_us, em) < right - left)
        return void(
            paint.runs(left, y, {{label, t.t2}, {now, t.t1, view::Font::MonoBold}, {of_us, t.t2}}, em));
    }
    if (paint.width(label + now + of, em) < right - left)
      paint.runs(left, y, {{label, t.t2}, {now, t.t1, view::Font::MonoBold}, {of, t.t2}}, em);
    else paint.mid_fit(left, y, now, right - left, em, t.t1, view::Font::MonoBold);
  }

  /// Logarithmic from 1 to 64 steps a second.
  static void speed(PanelContext& c, const Paint& paint, float left, float cy, float em) {
    const view::Theme& t = c.theme;
    const float x = paint.mid(left, cy, language::tr("timeline.speed"), em, t.t2) + paint.px(12);
    const float width = paint.px(100), high = paint.px(24);
    ImGui::SetCursorScreenPos({x - paint.px(6), cy - high / 2});
    ImGui::InvisibleButton("##speed", {width + paint.px(12), high});
    double& speed = c.session.settings.speed;
    if (ImGui::IsItemActive()) {
      const float share = std::clamp((ImGui::GetIO().MousePos.x - x) / width, 0.f, 1.f);
      speed = std::round(std::exp2(share * 6.f));
    }
    if (ImGui::IsItemHovered() && ImGui::GetIO().MouseWheel != 0)
      speed = std::clamp(std::round(speed * std::exp2(ImGui::GetIO().MouseWheel * .5)), 1.0, 64.0);
    if (ImGui::IsItemFocused()) {
      if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) speed = std::min(64.0, speed * 2);
      if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) speed = std::max(1.0, std::round(speed / 2));
    }
    tooltip(paint, c.fonts, language::tr("timeline.speed_tip"));
    const float share = static_cast<float>(std::log2(speed)) / 6;
    paint.fill({x, cy - 2, width, 4}, t.bg3, 2);
    paint.fill({x, cy - 2, width * share, 4}, t.t2, 2);
    paint.list()->AddCircleFilled({x + width * share, cy}, paint.px(7),
                                  rgba(ImGui::IsItemActive() ? t.now : t.t1), 20);
    paint.mid(x + width + paint.px(16), cy, std::to_string(static_cast<int>(speed)) + " / s", em, t.t1);
  }

  TimelineRows rows_;
  MachineRows machine_rows_;
  playback::Stride stride_ = playback::Stride::Step;
};

} // namespace

std::unique_ptr<Panel> make_timeline_panel() { return std::make_unique<TimelinePanel>(); }

} // namespace warpscope::panels
