// The stage: tabs of the scenes, the moment that is shown, and the pane that shows it.
#include <algorithm>
#include <cmath>

#include "app/panels/panel.h"
#include "app/panels/presenter.h"
#include "app/panels/stage_pane.h"
#include "app/panels/widgets.h"

namespace warpscope {

namespace {

/// A tab for each scene there is; its key is its place in the design's five.
struct SceneTab {
  SceneKind scene;
  std::string id, key, label;
};
const std::vector<SceneTab>& scene_tabs() {
  static const std::vector<SceneTab> tabs = [] {
    std::vector<SceneTab> made;
    for (const SceneInfo& info : scenes())
      made.push_back({info.kind, "##scene_" + std::string(info.id), std::to_string(static_cast<int>(info.kind) + 1), std::string(info.title)});
    return made;
  }();
  return tabs;
}

/// The scene for an event: the one in use when it can show it, else the first that can. Block shows everything, so it is
/// only ever chosen by hand.
std::optional<SceneKind> scene_of(const BlockTrace::Event& event, SceneKind in_use) {
  if (scene_can_show(in_use, event)) return in_use;
  for (const SceneTab& tab : scene_tabs())
    if (tab.scene != SceneKind::Block && scene_can_show(tab.scene, event)) return tab.scene;
  return std::nullopt;
}

class StagePanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const Box strip = c.layout.stage_tabs, box = c.layout.stage;
    const std::optional<Moment> shown = shown_moment(c);
    if (shown) c.ui.scene = scene_of(c.session.playback().trace()->event(shown->event), c.ui.scene).value_or(c.ui.scene);

    if (c.ui.presenter) {
      if (!shown || !c.session.picture()) empty(c, paint, box);
      else picture(c, paint, box, *shown);
      draw_laser(c, paint);
      return;
    }
    std::vector<Tab> tabs;
    int active = 0;
    for (const SceneTab& tab : scene_tabs()) {
      if (tab.scene == c.ui.scene) active = static_cast<int>(tabs.size());
      tabs.push_back({tab.id.c_str(), tab.key.c_str(), tab.label.c_str()});
    }
    float end = 0;
    const int clicked = tab_row(paint, strip, strip.x + margin(c, paint), tabs, active, paint.px(c.layout.big ? 28 : 22), end);
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, c.theme.line);
    if (clicked >= 0) go_to_scene(c, scene_tabs()[static_cast<std::size_t>(clicked)].scene);

    if (!shown || !c.session.picture()) {
      empty(c, paint, box);
    } else {
      picture(c, paint, box, *shown);
      if (c.session.stale()) stale(c, paint, box);
    }
    // The seam between the source and the stage.
    paint.fill({box.x - 1, strip.y, 3, strip.h + box.h}, c.theme.bg0);
  }

  /// To the next access that the scene can show, from the playhead on and around.
  static void go_to_scene(PanelContext& c, SceneKind scene) {
    const BlockTrace* trace = c.session.playback().trace();
    const Track& track = c.session.track();
    if (trace == nullptr || track.empty()) return;
    const std::size_t now = c.session.moment().event;
    if (scene_can_show(scene, trace->event(now))) {
      c.ui.scene = scene;
      return;
    }
    for (std::size_t n = 1; n <= trace->size(); ++n) {
      const std::size_t event = (now + n) % trace->size();
      if (!scene_can_show(scene, trace->event(event))) continue;
      if (track.moment_at(track.step_of({event, 0})).event != event) continue; // another warp's
      c.session.seek_moment({event, 0});
      c.ui.scene = scene;
      return;
    }
    c.ui.say(scene == SceneKind::Banks || scene == SceneKind::Array ? "Nothing in this text touches shared memory." : "Nothing in this text touches global memory.", false);
  }

 private:
  static float margin(const PanelContext& c, const Paint& paint) { return paint.px(c.layout.big ? 32 : 24); }

  /// The access at the playhead; at a barrier or an access no scene shows, the last one before it (else the first after).
  static std::optional<Moment> shown_moment(const PanelContext& c) {
    const Playback& playback = c.session.playback();
    const Track& track = c.session.track();
    if (playback.trace() == nullptr || track.empty()) return std::nullopt;
    const BlockTrace& trace = *playback.trace();
    const Moment now = c.session.moment();
    const auto can_show = [&](std::size_t event) { return scene_of(trace.event(event), c.ui.scene).has_value(); };
    if (can_show(now.event)) return now;
    const std::size_t reach = std::min<std::size_t>(trace.size(), 4096);
    for (std::size_t n = 1; n <= reach && n <= now.event; ++n)
      if (can_show(now.event - n)) return Moment{now.event - n, std::max(1u, playback.steps_of(now.event - n)) - 1};
    for (std::size_t n = 1; n <= reach && now.event + n < trace.size(); ++n)
      if (can_show(now.event + n)) return Moment{now.event + n, 0};
    return std::nullopt;
  }

  void picture(PanelContext& c, const Paint& paint, Box box, Moment shown) {
    StageSubject subject;
    subject.result = c.session.picture();
    subject.playback = &c.session.playback();
    subject.version = c.session.version();
    subject.block = c.session.block();
    subject.moment = shown;
    subject.progress = shown == c.session.moment() ? c.session.progress() : 1;
    subject.scene = c.ui.scene;
    if (c.ui.presenter) subject.lines = presenter_source_lines(c.session);
    subject.ask(c.session);
    const StagePane::Pointer pointer = pane_.draw(c, paint, "##picture", box, subject);
    c.ui.headline = pane_.headline();
    follow(c, pointer, shown);
  }

  /// What lies under the pointer lights up everywhere; a click goes there.
  static void follow(PanelContext& c, const StagePane::Pointer& pointer, Moment shown) {
    c.ui.hovered_lanes = pointer.hovered == nullptr ? 0 : pointer.hovered->lanes;
    if (pointer.hovered == nullptr) return;
    const Hit& hit = *pointer.hovered;
    if (hit.lanes != 0) c.ui.hover_line(line_of(c, shown));
    if (!pointer.clicked) return;
    if (hit.kind == HitKind::Wavefront) {
      c.session.play(false);
      c.session.seek_moment({c.session.moment().event, hit.index});
    }
    if (hit.kind == HitKind::Event) {
      c.session.play(false);
      c.session.seek_moment({hit.index, 0});
    }
  }

  /// Of the access at a moment; 0: none.
  static std::uint32_t line_of(const PanelContext& c, Moment moment) {
    const BlockTrace::Event& event = c.session.playback().trace()->event(moment.event);
    const std::vector<Site>& sites = c.session.picture()->program->sites;
    return event.kind == StepKind::Access && event.site_or_pc < sites.size() ? sites[event.site_or_pc].span.line : 0;
  }

  static void empty(PanelContext& c, const Paint& paint, Box box) {
    const float cx = box.x + box.w / 2, cy = box.y + box.h / 2, em = paint.size(20);
    const bool waiting = c.session.busy() && c.session.picture() == nullptr;
    const char* text = waiting                                         ? "Compiling …"
                       : has_errors(c.session.diagnostics())           ? "Nothing to show yet: the message on the left says why."
                       : c.session.document().mode == SourceMode::Kernel ? "This kernel touches no memory that a scene shows."
                                                                         : "This expression touches no memory: index an array.";
    paint.mid_centre(cx, cy, text, em, c.theme.t2);
  }

  static void stale(PanelContext& c, const Paint& paint, Box box) {
    paint.fill(box, with_alpha(c.theme.bg1, .62f));
    const char* text = "The last text that compiled";
    const float em = paint.size(16), w = paint.width(text, em, Font::SemiBold) + paint.px(36), h = paint.px(36);
    const Box plate{box.x + (box.w - w) / 2, box.y + box.h - h - paint.px(20), w, h};
    paint.fill(plate, c.theme.bg3, h / 2);
    paint.mid_centre(plate.x + w / 2, plate.y + h / 2, text, em, c.theme.t1, Font::SemiBold);
  }

  StagePane pane_;
};

} // namespace

std::unique_ptr<Panel> make_stage_panel() { return std::make_unique<StagePanel>(); }

void show_scene(PanelContext& context, SceneKind scene) { StagePanel::go_to_scene(context, scene); }

} // namespace warpscope
