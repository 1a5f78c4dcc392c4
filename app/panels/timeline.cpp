// Time as a place: buttons, speed, and the steps. One access of one warp as segments (expression), or the block's warps as rows.
#include <algorithm>
#include <cmath>

#include "app/panels/panel.h"
#include "app/panels/widgets.h"

namespace warpscope {

namespace {

struct Tick {
  float x0 = 0, x1 = 0; ///< shares of the width
  std::uint32_t row = 0;
  enum class Kind : std::uint8_t { SharedLoad, SharedStore, Other } kind = Kind::Other;
  bool conflict = false;
  std::uint32_t event = 0;
};

class TimelinePanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const Box box = c.layout.timeline;
    const bool roomy = box.h >= paint.px(72) && box.w >= 700;
    const float left = box.x + paint.px(c.layout.big ? 24 : 18);
    const float buttons_end = transport(c, paint, box, left, roomy);
    const float from = roomy ? std::max(box.x + std::round(paint.px(c.layout.big ? 384 : 340)), buttons_end + paint.px(90)) : buttons_end + paint.px(20);
    const float to = box.x + box.w - paint.px(c.layout.big ? 24 : 18);
    if (c.session.track().empty() || to - from < 40) return;
    if (c.session.track().filtered() || c.session.playback().warps() == 0) one_warp(c, paint, box, from, to, roomy);
    else all_warps(c, paint, box, from, to, roomy);
  }

 private:
  static float transport(PanelContext& c, const Paint& paint, Box box, float left, bool roomy) {
    Session& s = c.session;
    const Theme& t = c.theme;
    const float cy = roomy ? box.y + std::min(paint.px(38), box.h * .3f) : box.y + box.h / 2;
    const float step = paint.px(roomy ? 42 : 36), hit = paint.px(36), size = paint.size(15);
    float x = left + hit / 2;
    if (icon_button(paint, "##home", x, cy, hit, Glyph::Backward, size, t.t1, "To the first step (home)")) s.go_home();
    x += step;
    if (icon_button(paint, "##previous", x, cy, hit, Glyph::Previous, size, t.t1, "One step back (←)")) s.step_back();
    x += step + paint.px(4);
    const float r = paint.px(19);
    ImGui::SetCursorScreenPos({x - r, cy - r});
    if (ImGui::InvisibleButton("##play", {2 * r, 2 * r})) s.play(!s.playing());
    paint.list()->AddCircleFilled({x, cy}, r, rgba(ImGui::IsItemHovered() ? mix(t.now, t.t1, .8f) : t.now), 32);
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.list()->AddCircle({x, cy}, r + 3, rgba(t.now), 32, 2);
    paint.glyph(s.playing() ? Glyph::Pause : Glyph::Play, x, cy, size, t.on_now);
    tooltip(paint, c.fonts, s.playing() ? "Pause (space)" : "Play (space)");
    x += step + paint.px(4);
    if (icon_button(paint, "##next", x, cy, hit, Glyph::Next, size, t.t1, "One step (→)")) s.step_forward();
    x += step;
    if (icon_button(paint, "##end", x, cy, hit, Glyph::Forward, size, t.t1, "To the last step (end)")) s.go_end();
    const float end = x + hit / 2;
    if (!roomy) return end;

    const float em = paint.size(16);
    const float y2 = cy + paint.px(38);
    if (y2 + em / 2 > box.y + box.h) return end;
    const bool third = y2 + paint.px(30) + em / 2 <= box.y + box.h - 4;
    const std::string now = grouped(s.track().empty() ? 0 : s.step() + 1), all = grouped(s.track().steps());
    if (third) paint.runs(left, y2, {{"step ", t.t2}, {now, t.t1, Font::MonoBold}, {" of " + all, t.t2}}, em);
    const float y3 = third ? y2 + paint.px(28) : y2;
    float sx = paint.mid(left, y3, "speed", em, t.t2) + paint.px(12);
    speed(c, paint, sx, y3, em);
    return end;
  }

  /// Logarithmic from 1 to 64 steps a second.
  static void speed(PanelContext& c, const Paint& paint, float x, float cy, float em) {
    const Theme& t = c.theme;
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
    tooltip(paint, c.fonts, "Steps a second while playing. A step is one wavefront of a shared access, one global access, or one barrier.");
    const float share = static_cast<float>(std::log2(speed)) / 6;
    paint.fill({x, cy - 2, width, 4}, t.bg3, 2);
    paint.fill({x, cy - 2, width * share, 4}, t.t2, 2);
    paint.list()->AddCircleFilled({x + width * share, cy}, paint.px(7), rgba(ImGui::IsItemActive() ? t.now : t.t1), 20);
    paint.mid(x + width + paint.px(16), cy, std::to_string(static_cast<int>(speed)) + " / s", em, t.t1);
  }

  /// An invisible button over the steps; dragging it moves the playhead.
  static void scrub(PanelContext& c, Box area, float from, float to) {
    ImGui::SetCursorScreenPos({area.x, area.y});
    ImGui::InvisibleButton("##scrub", {std::max(1.f, area.w), std::max(1.f, area.h)});
    if (!ImGui::IsItemActive()) return;
    const double share = std::clamp((ImGui::GetIO().MousePos.x - from) / (to - from), 0.f, .999999f);
    c.session.play(false);
    c.session.seek(static_cast<std::uint64_t>(share * static_cast<double>(c.session.track().steps())));
  }

  static void playhead(const Paint& paint, float x, float top, float bottom) {
    const Color now = paint.theme().now;
    paint.fill({x - 1, top, 2, bottom - top}, now);
    const float h = paint.px(6);
    const ImVec2 shape[] = {{x - h, top - h * 1.6f}, {x + h, top - h * 1.6f}, {x + h, top - h * .8f}, {x, top + h * .3f}, {x - h, top - h * .8f}};
    paint.list()->AddConvexPolyFilled(shape, 5, rgba(now));
  }

  /// Where the playhead stands, in steps: it moves linearly while playing.
  static double position(const Session& s) {
    return static_cast<double>(s.step()) + (s.playing() ? s.fraction() : .5);
  }

  void one_warp(PanelContext& c, const Paint& paint, Box box, float from, float to, bool roomy) {
    const Session& s = c.session;
    const Theme& t = c.theme;
    const Playback& playback = s.playback();
    const std::uint64_t steps = s.track().steps();
    const std::uint32_t warp = std::min(s.document().warp, s.warps() - 1);
    const float em = paint.size(15);
    const float bar_h = paint.px(roomy ? 22 : 18), cy = box.y + box.h * (roomy ? .52f : .5f);
    const float width = to - from;
    const float one = width / static_cast<float>(steps);
    if (roomy) {
      const std::string label = "warp " + std::to_string(warp);
      paint.mid_right(from - paint.px(14), cy, label, em, t.t1, Font::SemiBold);
    }
    std::size_t accesses = 0;
    bool shared = false;
    for (const auto& [event, at] : s.track().parts()) {
      const std::uint32_t n = playback.steps_of(event);
      ++accesses;
      const bool is_shared = playback.trace()->event(event).space == Space::Shared;
      shared |= is_shared;
      const bool conflict = is_shared && n > 1;
      const bool thin = one < 4;
      for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint64_t step = at + k;
        const bool on = step == s.step();
        const Color base = conflict ? t.conflict : is_shared ? t.now : t.edge;
        const float x = from + static_cast<float>(step) * one;
        if (thin && k > 0 && !on) continue;
        const float w = thin && !on ? static_cast<float>(n) * one - 1 : std::max(2.f, one - std::min(3.f, one * .2f));
        paint.fill({x, cy - bar_h / 2, std::max(1.f, w), bar_h}, on ? base : mix(base, t.bg0, .66f), 2);
      }
    }
    const float x = from + static_cast<float>(position(s)) * one;
    playhead(paint, std::min(x, to), cy - bar_h / 2 - paint.px(6), cy + bar_h / 2 + paint.px(8));
    scrub(c, {from, cy - bar_h, width, bar_h * 2}, from, to);
    if (!roomy) return;
    const std::string unit = shared ? (steps == 1 ? " wavefront" : " wavefronts") : (steps == 1 ? " step" : " steps");
    const std::string text = accesses == 1 && !shared ? std::string("one instruction, one request")
                             : accesses == 1 ? "one instruction, " + grouped(steps) + unit
                                           : grouped(accesses) + " instructions, " + grouped(steps) + unit;
    paint.mid(from, box.y + std::max(em * .8f, (cy - bar_h / 2 - box.y) * .36f), text, em, t.t2);
    note_about_block(c, paint, to, std::min(box.y + box.h - em * .8f, cy + bar_h / 2 + paint.px(24)), em);
  }

  /// "warps 1–7 do the same: 256 wavefronts for the block"
  static void note_about_block(const PanelContext& c, const Paint& paint, float right, float y, float em) {
    const Session& s = c.session;
    const std::uint32_t warps = s.warps();
    if (warps < 2 || s.picture() == nullptr || s.rows().empty()) return;
    std::uint64_t block = 0, warp = 0;
    bool shared = false;
    for (const ResultRow& row : s.rows()) {
      if (row.site == ~0u) continue;
      const bool wave = row.counter <= Counter::SharedAtomicWavefronts;
      const bool sector = row.counter >= Counter::GlobalLoadSectors && row.counter <= Counter::GlobalAtomicSectors;
      if (wave && !shared) block = warp = 0;
      shared |= wave;
      if (wave || (sector && !shared)) {
        block += row.block;
        warp += row.warp;
      }
    }
    if (block == 0) return;
    const std::string unit = shared ? " wavefronts" : " sectors";
    const std::string text = (block == warp * warps ? std::to_string(warps) + " warps do the same: " : std::to_string(warps) + " warps: ") +
                             grouped(block) + unit + " for the block";
    paint.mid_right(right, y, text, em, c.theme.t2);
  }

  // ---- the block's warps as rows

  void rebuild(const PanelContext& c, float width) {
    const Playback& playback = c.session.playback();
    const BlockTrace& trace = *playback.trace();
    built_version_ = c.session.version();
    built_width_ = width;
    ticks_.clear();
    const double steps = static_cast<double>(std::max<std::uint64_t>(1, playback.steps()));
    const double pixel = 1 / std::max(1.f, width);
    std::vector<double> drawn_to(playback.warps(), -1);
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
      const BlockTrace::Event& event = trace.event(i);
      if (event.kind != StepKind::Access || event.warp >= drawn_to.size()) continue;
      const std::uint32_t n = playback.steps_of(i);
      const double x0 = static_cast<double>(playback.first_step(i)) / steps, x1 = x0 + n / steps;
      // Ticks closer than a pixel in one row would only paint over each other.
      if (x1 < drawn_to[event.warp] + pixel) continue;
      drawn_to[event.warp] = std::max(x1, x0 + pixel);
      Tick tick;
      tick.x0 = static_cast<float>(x0);
      tick.x1 = static_cast<float>(x1);
      tick.row = event.warp;
      tick.event = i;
      tick.kind = event.space != Space::Shared               ? Tick::Kind::Other
                  : event.access_kind == AccessKind::Load    ? Tick::Kind::SharedLoad
                                                             : Tick::Kind::SharedStore;
      tick.conflict = event.space == Space::Shared && n > 1;
      ticks_.push_back(tick);
    }
  }

  void all_warps(PanelContext& c, const Paint& paint, Box box, float from, float to, bool roomy) {
    const Session& s = c.session;
    const Theme& t = c.theme;
    const Playback& playback = s.playback();
    const float width = to - from, em = paint.size(13);
    if (built_version_ != s.version() || built_width_ != width) rebuild(c, width);
    const std::uint32_t warps = playback.warps();
    const float head = roomy ? paint.px(32) : paint.px(10), foot = paint.px(10);
    const float top = box.y + head, row_h = (box.h - head - foot) / static_cast<float>(std::max(1u, warps));
    const BlockTrace::Event& now = playback.trace()->event(s.moment().event);
    const std::uint32_t now_warp = now.kind == StepKind::BarrierRelease ? ~0u : now.warp;
    const float bottom = top + row_h * static_cast<float>(warps);

    float label_end = -1e9f;
    for (std::uint32_t w = 0; w < warps; ++w) {
      const float y = top + static_cast<float>(w) * row_h;
      const bool on = w == now_warp;
      if (on && roomy) paint.fill({from - paint.px(76), y, width + paint.px(76), row_h}, t.bg3, 2);
      else if (row_h > 5) paint.line(from, y + row_h / 2, to, y + row_h / 2, t.line);
    }
    if (roomy) {
      // The present warp's name first; the others where there is room.
      if (now_warp != ~0u) paint.mid_right(from - paint.px(12), top + (static_cast<float>(now_warp) + .5f) * row_h, "warp " + std::to_string(now_warp), em, t.t1, Font::SemiBold);
      for (std::uint32_t w = 0; w < warps; ++w) {
        const float cy = top + (static_cast<float>(w) + .5f) * row_h;
        const float to_now = now_warp == ~0u ? 1e9f : std::abs(cy - (top + (static_cast<float>(now_warp) + .5f) * row_h));
        if (w == now_warp || cy - label_end < em || to_now < em) continue;
        paint.mid_right(from - paint.px(12), cy, "warp " + std::to_string(w), em, t.t3);
        label_end = cy;
      }
    }
    const float pad = row_h > 8 ? 1.5f : 0;
    const std::size_t now_event = s.moment().event;
    for (const Tick& tick : ticks_) {
      const float y = top + static_cast<float>(tick.row) * row_h, x = from + tick.x0 * width, w = (tick.x1 - tick.x0) * width;
      const bool on = tick.event == now_event;
      if (tick.kind == Tick::Kind::SharedLoad || tick.conflict) {
        const Color base = tick.conflict ? t.conflict : t.now;
        paint.fill({x, y + pad, std::max(2.f, w - 1), row_h - 2 * pad}, on ? base : mix(base, t.bg0, .72f), 1.5f);
      } else if (tick.kind == Tick::Kind::SharedStore) {
        paint.fill({x, y + pad, std::clamp(w - 1, 1.f, 2.f), row_h - 2 * pad}, t.t1);
      } else {
        paint.fill({x, y + row_h * .3f, std::clamp(w - 1, 1.f, 2.f), row_h * .4f}, on ? t.t1 : t.t3);
      }
    }
    const double steps = static_cast<double>(std::max<std::uint64_t>(1, playback.steps()));
    const std::span<const std::uint32_t> releases = playback.releases();
    float last_label = from;
    for (std::size_t i = 0; i < releases.size(); ++i) {
      const float x = from + static_cast<float>((static_cast<double>(playback.first_step(releases[i])) + .5) / steps) * width;
      const bool few = static_cast<float>(releases.size()) * 6 < width;
      const bool airy = static_cast<float>(releases.size()) * 60 < width;
      if (!few && i % std::max<std::size_t>(1, releases.size() * 6 / static_cast<std::size_t>(width) + 1) != 0) continue;
      if (!airy) { // a loop's barriers: quiet lines, their names are in the text
        paint.fill({x - .5f, top, 1, bottom - top}, t.t1);
        continue;
      }
      paint.fill({x - 1, top - paint.px(8), 2, bottom - top + paint.px(8)}, t.t1);
      paint.list()->AddTriangleFilled({x - 5, top - paint.px(9)}, {x + 5, top - paint.px(9)}, {x, top - paint.px(9) + 7}, rgba(t.t1));
      if (!roomy) continue;
      const std::uint32_t pc = playback.trace()->event(releases[i]).site_or_pc;
      const Program& program = *s.picture()->program;
      if (pc >= program.code.size()) continue;
      const std::string label = "barrier, line " + std::to_string(program.span_of(pc).line);
      const float label_w = paint.width(label, paint.size(15));
      if (x + paint.px(10) < last_label + paint.px(16) || x + paint.px(12) + label_w > to - paint.px(330)) continue;
      last_label = paint.mid(x + paint.px(10), box.y + paint.px(14), label, paint.size(15), t.t1);
    }
    const float x = from + static_cast<float>(position(s) / steps) * width;
    playhead(paint, std::min(x, to), top - paint.px(6), bottom + 2);
    scrub(c, {from, top - paint.px(6), width, bottom - top + paint.px(8)}, from, to);
    tooltip(paint, c.fonts, tick_text(c, from, width, top, row_h));
    if (roomy) legend(paint, to, box.y + paint.px(14));
  }

  /// What lies under the pointer.
  std::string tick_text(const PanelContext& c, float from, float width, float top, float row_h) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float share = (mouse.x - from) / width;
    const int row = static_cast<int>((mouse.y - top) / row_h);
    for (const Tick& tick : ticks_) {
      if (static_cast<int>(tick.row) != row || share < tick.x0 - 2 / width || share > std::max(tick.x1, tick.x0 + 2 / width)) continue;
      const BlockTrace::Event& event = c.session.playback().trace()->event(tick.event);
      const Site& site = c.session.picture()->program->sites[event.site_or_pc];
      const std::uint32_t n = c.session.playback().steps_of(tick.event);
      std::string text = "warp " + std::to_string(event.warp) + ", line " + std::to_string(site.span.line) + ": " + std::string(name_of(event.space)) +
                         " " + std::string(name_of(event.access_kind));
      if (event.space == Space::Shared) text += ", " + std::to_string(n) + (n == 1 ? " wavefront" : " wavefronts");
      return text + "\nClick or drag to go there.";
    }
    return {};
  }

  static void legend(const Paint& paint, float right, float y) {
    const Theme& t = paint.theme();
    const float em = paint.size(13);
    float x = paint.mid_right(right, y, "global", em, t.t2) - paint.px(8);
    paint.fill({x - 2, y - 2.5f, 2, 5}, t.t3);
    x = paint.mid_right(x - paint.px(20), y, "shared store", em, t.t2) - paint.px(8);
    paint.fill({x - 2, y - 5, 2, 10}, t.t1);
    x = paint.mid_right(x - paint.px(20), y, "shared load", em, t.t2) - paint.px(8);
    paint.fill({x - 18, y - 4, 9, 8}, t.now, 1.5f);
    paint.fill({x - 9, y - 4, 9, 8}, t.conflict, 1.5f);
  }

  std::vector<Tick> ticks_;
  std::uint64_t built_version_ = ~0ull;
  float built_width_ = 0;
};

} // namespace

std::unique_ptr<Panel> make_timeline_panel() { return std::make_unique<TimelinePanel>(); }

} // namespace warpscope
