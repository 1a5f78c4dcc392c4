// The stage: tabs of the scenes, the moment that is shown, one pane or, when something is pinned, two in
// lockstep.
#include "app/language/language.h"
#include "app/panels/stage/cures.h"
#include "app/panels/stage/fragment_pane.h"
#include "app/panels/stage/lanes_outside.h"
#include "app/panels/stage/layouts_pane.h"
#include "app/panels/stage/lens.h"
#include "app/panels/stage/machine_time.h"
#include "app/panels/stage/pane.h"
#include "app/panels/stage/pen.h"
#include "app/panels/stage/presenter.h"
#include "app/panels/stage/restore.h"
#include "app/panels/stage/row_length_field.h"
#include "app/panels/stage/strip.h"
#include "app/panels/stage/subject.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "app/results/access_names.h"
#include "app/view/pair_view.h"
#include "app/view/stage_window.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace warpscope::panels {

namespace {

/// A tab for each scene that exists; its key is its position among the design's five.
struct SceneTab {
  view::SceneKind scene;
  std::string id, key;
  std::string_view title; ///< a key of the language table
};
const std::vector<SceneTab>& scene_tabs() {
  static const std::vector<SceneTab> tabs = [] {
    std::vector<SceneTab> made;
    for (const view::SceneInfo& info : view::scenes())
      made.push_back({info.kind, "##scene_" + std::string(info.id),
                      std::to_string(static_cast<int>(info.kind) + 1), info.title});
    return made;
  }();
  return tabs;
}

constexpr double fade_seconds = .12; ///< TOKENS: for a change of scene

class StagePanel final : public Panel {
 public:
  /// Keys move the picture as the hand does.
  bool run(PanelContext&, const Command& command) override {
    const view::StageMove* move = std::get_if<view::StageMove>(&command);
    if (move == nullptr) return false;
    asked_.rows += move->rows;
    asked_.columns += move->columns;
    asked_.zoom += move->zoom;
    asked_.back |= move->back;
    return true;
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Box strip = c.layout.stage_tabs, box = c.layout.stage;
    const std::optional<playback::Moment> shown = shown_moment(c.session, c.ui.scene);
    c.ui.stage.panes.clear();
    c.ui.stage.pair.reset();
    const bool cures_before = std::exchange(c.ui.stage.cures, false);
    if (shown)
      c.ui.scene = scene_of(c.session.time().playback().trace()->event(shown->event), c.ui.scene)
                       .value_or(c.ui.scene);

    rows_.draw(c, paint);
    c.ui.stage.pen = c.ui.stage.pen && c.ui.presenter;
    if (c.ui.presenter) {
      if (view::info_of(c.ui.scene).alone) {
        typed_scene(c, paint, box, shown);
      } else if (!shown || !c.session.runs().picture()) {
        paint.fill(box, c.theme.bg1);
        empty(c, paint, box);
      } else picture(c, paint, box, *shown);
      draw_presenter_tools(c, paint);
      pen_.draw(c, paint);
      lens_.draw(c, paint, box, pen_);
      return;
    }
    const bool typed = view::info_of(c.ui.scene).alone;
    const bool shows = typed || (shown && c.session.runs().picture());
    paint.fill(shows ? strip : view::Box{strip.x, strip.y, strip.w, strip.h + box.h}, c.theme.bg1);
    float end = 0;
    const float gap = paint.px(c.layout.big ? 28 : 10);
    view::Box row = strip; // the tabs get smaller before the controls of A beside B vanish
    if (shown) row.w -= least_strip(paint, c.session.pair().pinned() != nullptr) + margin(c, paint);
    const float stepper_whole = shown && !typed ? picker_widths(c, paint, *shown).words : 0;
    const float room = row.w - margin(c, paint) - paint.px(8), beside = paint.px(12);
    int active = 0;
    std::vector<Tab> tabs = tabs_of(c, false, active);
    // Two names are long: they leave the others their size, and the stepper its room.
    if (!c.layout.big || full_tabs(paint, tabs) > room - stepper_whole - beside)
      tabs = tabs_of(c, true, active);
    // And before the stepper of a line's accesses loses its words, where all names still have room.
    const float spare = room - beside - least_tabs(paint, tabs);
    if (const float stepper = shown && !typed ? picker_widths(c, paint, *shown).in(spare) : 0; stepper > 0)
      row.w -= stepper + beside;
    const int clicked = tab_row(paint, row, strip.x + margin(c, paint), tabs, active, gap, end);
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, c.theme.line);
    if (clicked >= 0) go_to_scene(c, scene_tabs()[static_cast<std::size_t>(clicked)].scene);
    const float right = strip.x + strip.w - margin(c, paint);
    const float from = std::min(end + paint.px(16), row.x + row.w);
    if (shown && !typed) stage_strip(c, paint, {from, strip.y, right - from, strip.h}, *shown);

    if (!shows) {
      empty(c, paint, box);
    } else if (typed) {
      typed_scene(c, paint, box, shown);
      lens_.draw(c, paint, box, pen_);
    } else {
      const float foot = draw_cures(c, paint, box, present_request(c.session, *shown));
      c.ui.stage.cures = foot > 0;
      picture(c, paint, {box.x, box.y, box.w, box.h - foot}, *shown);
      if (c.session.runs().stale()) stale(c, paint, box);
      lens_.draw(c, paint, {box.x, box.y, box.w, box.h - foot}, pen_);
    }
    // The expression's panel was drawn before it knew: its own buttons come or go with the next frame.
    if (c.ui.stage.cures != cures_before) c.ui.wake.again = true;
    // The seam between the source and the stage.
    paint.fill({box.x - 1, strip.y, 3, strip.h + box.h}, c.theme.bg0);
  }

  /// Goes to the next access that the scene can show, cyclically from the playhead.
  static void go_to_scene(PanelContext& c, view::SceneKind scene) {
    const trace::BlockTrace* trace = c.session.time().playback().trace();
    const playback::Track& track = c.session.time().track();
    if (view::info_of(scene).alone) {
      c.ui.scene = scene;
      return;
    }
    if (trace == nullptr || track.empty()) {
      if (view::info_of(c.ui.scene).alone) c.ui.scene = scene; // to where the message is
      return;
    }
    const std::size_t now = c.session.time().moment().event;
    if (scene == view::SceneKind::Cache && c.ui.scene != scene)
      c.ui.machine.arrives = !view::info_of(c.ui.scene).of_block;
    if (view::scene_can_show(scene, trace->event(now))) {
      c.ui.scene = scene;
      return;
    }
    for (std::size_t n = 1; n <= trace->size(); ++n) {
      const std::size_t event = (now + n) % trace->size();
      if (!view::scene_can_show(scene, trace->event(event))) continue;
      if (track.moment_at(track.step_of({event, 0})).event != event) continue; // another warp's
      c.session.time().seek_moment({event, 0});
      c.ui.scene = scene;
      return;
    }
    c.ui.say(std::string(language::tr(view::info_of(scene).none)), false);
  }

 private:
  static std::vector<Tab> tabs_of(const PanelContext& c, bool brief, int& active) {
    std::vector<Tab> tabs;
    for (const SceneTab& tab : scene_tabs()) {
      if (tab.scene == c.ui.scene) active = static_cast<int>(tabs.size());
      std::string_view title = tab.title;
      if (brief && tab.scene == view::SceneKind::Multiprocessor) title = "stage.multiprocessor_short";
      if (brief && tab.scene == view::SceneKind::Sectors) title = "stage.sectors_short";
      tabs.push_back({tab.id.c_str(), tab.key.c_str(), language::tr(title)});
    }
    return tabs;
  }

  static float margin(const PanelContext& c, const Paint& paint) { return paint.px(c.layout.big ? 32 : 24); }

  /// What was drawn in this frame, for the next change of scene.
  struct Drawn {
    std::uint32_t texture;
    view::Box box;
  };

  void picture(PanelContext& c, const Paint& paint, view::Box box, playback::Moment shown) {
    // A's cost would reveal the answer: while a prediction is asked for, B is shown alone.
    const bool both = c.session.pair().pinned() != nullptr && !c.session.counts_hidden();
    fade_from(c, both);
    if (both) beside(c, paint, box, shown);
    else alone(c, paint, box, shown);
    c.ui.stage.picture = pane_b_.shown().picture;
    draw_fading(c, paint);
  }

  /// A scene that shows what is typed in it, or the access of the moment.
  void typed_scene(PanelContext& c, const Paint& paint, view::Box box,
                   std::optional<playback::Moment> shown) {
    fade_from(c, false);
    draw_layouts(c, paint, pane_b_, box, layout_drag_, shown);
    drawn_.push_back({pane_b_.texture(), box});
    c.ui.stage.picture = pane_b_.shown().picture;
    draw_fading(c, paint);
  }

  /// The last picture of the other scene fades out.
  void fade_from(PanelContext& c, bool both) {
    std::vector<Drawn> before = std::exchange(drawn_, {});
    if (c.ui.scene == scene_drawn_ && both == both_drawn_) return;
    scene_drawn_ = c.ui.scene;
    both_drawn_ = both;
    fading_ = c.session.settings.reduce_motion ? std::vector<Drawn>{} : std::move(before);
    fade_end_ = ImGui::GetTime() + fade_seconds;
  }

  void draw_fading(PanelContext& c, const Paint& paint) {
    if (const double left = fade_end_ - ImGui::GetTime(); left > 0 && !fading_.empty()) {
      for (const Drawn& old : fading_)
        draw_texture(c, paint, old.texture, old.box,
                     1 - view::ease(1 - static_cast<float>(left / fade_seconds)));
      c.ui.wake.moving_until = fade_end_;
    } else {
      fading_.clear();
    }
  }

  /// The window follows the access, and the person's input.
  void steer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer,
             float width) {
    const auto at = std::tuple(request.run->id(), request.moment, request.options.machine.cycle,
                               request.options.machine.machine);
    if (at != followed_) {
      followed_ = at;
      window_.follow(c.ui.scene, request);
      c.ui.wake.again = true;
    }
    view::StageMove move = std::exchange(asked_, {});
    if (pointer.inside) {
      const ImGuiIO& io = ImGui::GetIO();
      const bool lens_takes_it = c.ui.stage.lens.on && !io.KeyCtrl && !io.KeyShift;
      const float wheel = lens_takes_it ? 0 : io.MouseWheel, across = io.MouseWheelH;
      if (io.KeyCtrl) move.zoom += wheel;
      else if (io.KeyShift) move.columns -= wheel;
      else move.rows -= wheel;
      move.columns -= across;
      if (wheel != 0 && width > 0) move.zoom_at = pointer.x / width;
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
          (pointer.hovered == nullptr || pointer.hovered->kind != view::HitKind::Event))
        move.back = true;
    }
    if (pointer.dragged && !shows_machine(c.ui.scene)) { // there it takes the playhead
      move.drag_x += ImGui::GetIO().MouseDelta.x;
      move.drag_y += ImGui::GetIO().MouseDelta.y;
    }
    if (window_.move(c.ui.scene, request, move)) c.ui.wake.again = true;
  }

  void alone(PanelContext& c, const Paint& paint, view::Box box, playback::Moment shown) {
    view::SceneRequest request = present_request(c.session, shown);
    ask(request, c.session);
    request.options.values = c.ui.cell_values && c.ui.scene == view::SceneKind::Array;
    request.options.fragment = c.ui.fragment;
    const bool over_time = shows_machine(c.ui.scene);
    if (over_time) machine_frame(c, request);
    view::Frame& frame = request.options.frame;
    frame.width = std::floor(box.w);
    frame.height = std::floor(box.h);
    frame.scale = c.layout.scale;
    frame.presenter = c.ui.presenter;
    frame.in_lesson = c.session.course() != nullptr;
    frame.with_headline = !frame.in_lesson;
    if (c.ui.presenter && !frame.in_lesson) frame.source_lines = presenter_source_lines(c.session);
    const RestoreButton restore(c, paint, request);
    frame.corner = restore.width();
    const view::SceneRequest plain = request;
    window_.apply(request);
    const StagePane::Pointer pointer = pane_b_.draw(c, paint, "##picture", box, c.ui.scene, request);
    restore.draw(c, paint, {std::floor(box.x), std::floor(box.y), frame.width, frame.height}, request);
    drawn_.push_back({pane_b_.texture(), box});
    c.ui.stage.panes.push_back(pane_b_.shown());
    c.ui.stage.panes.back().present = true;
    c.ui.stage.headline = pane_b_.headline();
    follow(c, pointer, shown, false);
    edit_rows(pointer, request, box);
    if (over_time) machine_pointer(c, request, pointer);
    if (c.ui.scene == view::SceneKind::Fragment) {
      fragment_pointer(c, request, pointer);
      draw_fragment_menu(c, paint, request);
    }
    steer(c, plain, pointer, box.w);
  }

  void beside(PanelContext& c, const Paint& paint, view::Box box, playback::Moment shown) {
    view::PairRequest asked = pair_request(c.session, shown, c.ui.scene);
    for (view::SceneRequest* side : {&asked.a.request, &asked.b.request}) {
      side->options.values = c.ui.cell_values && c.ui.scene == view::SceneKind::Array;
      side->options.fragment = c.ui.fragment;
    }
    const bool over_time = shows_machine(c.ui.scene);
    if (over_time) {
      machine_frame(c, asked.b.request);
      machine_of_a(c, asked.a.request);
      asked.a.shows = asked.a.request.run != nullptr;
      asked.a.scene = c.ui.scene;
    }
    const float progress_a = std::exchange(asked.a.request.options.progress, 1.F);
    const float progress_b = std::exchange(asked.b.request.options.progress, 1.F);
    prepare_pair(c, box, std::move(asked), shown);
    const auto in_window = [&](view::Box part) {
      return view::Box{box.x + part.x, box.y + part.y, part.w, part.h};
    };
    const view::Box whole{std::floor(box.x), std::floor(box.y), std::floor(box.w), std::floor(box.h)};
    draw_texture(c, paint, frame_texture_, whole);
    drawn_.push_back({frame_texture_, whole});
    c.ui.stage.panes.push_back({frame_, {}, c.ui.scene, 0, 0, false});
    c.ui.stage.pair = pair_;
    hints(c, paint, whole);

    StagePane::Pointer over;
    bool over_a = false;
    view::SceneRequest steered = pair_.b.request;
    const auto half = [&](StagePane& pane, const view::PairHalf& of, float progress, const char* id,
                          view::Box part, bool is_a) {
      const view::Box place = in_window(part);
      if (!of.shows) {
        paint.mid_fit(place.x + paint.px(24), place.y + place.h / 2, of.missing, place.w - paint.px(48),
                      paint.size(18), c.theme.t2);
        return;
      }
      view::SceneRequest request = of.request;
      request.options.progress = progress;
      window_.apply(request);
      const StagePane::Pointer pointer = pane.draw(c, paint, id, place, of.scene, request);
      drawn_.push_back({pane.texture(), place});
      StageView::Pane seen = pane.shown();
      seen.x = std::floor(part.x);
      seen.y = std::floor(part.y);
      seen.present = !is_a;
      c.ui.stage.panes.push_back(std::move(seen));
      if (!pointer.inside && !pointer.dragged && !pointer.clicked) return;
      over = pointer;
      over_a = is_a;
      if (of.scene == c.ui.scene) steered = of.request;
      edit_rows(pointer, request, place);
      if (over_time) machine_pointer(c, request, pointer);
    };
    half(pane_a_, pair_.a, progress_a, "##picture_a", layout_.a, true);
    half(pane_b_, pair_.b, progress_b, "##picture", layout_.b, false);
    c.ui.stage.headline = pair_headline_;
    follow(c, over, shown, over_a);
    // The window follows B; input moves both.
    view::SceneRequest following = pair_.b.request;
    following.options.beside.most_cell_width = following.options.beside.most_cell_height = 0;
    steer(c, following, over, layout_.b.w);
  }

  /// Headline, names, differences: rebuilt only when what they depend on has changed.
  struct PairKey {
    view::PairRequest asked; ///< without names, sizes of the halves and motion
    std::uint64_t version = 0, version_a = 0;
    std::uint32_t step = 0;
    const char* language = nullptr; ///< the address of its name, which differs after each change
    bool operator==(const PairKey&) const = default;
  };

  void prepare_pair(PanelContext& c, view::Box box, view::PairRequest asked, playback::Moment shown) {
    view::Frame& frame = asked.frame;
    frame.width = std::floor(box.w);
    frame.height = std::floor(box.h);
    frame.scale = c.layout.scale;
    frame.presenter = c.ui.presenter;
    frame.theme = &c.theme;
    if (frame.presenter) frame.source_lines = presenter_source_lines(c.session);
    PairKey key{std::move(asked), c.session.version(), c.session.pair().pinned()->version,
                c.session.time().overtime(), language::chosen_language().data()};
    if (key == pair_key_) return;
    pair_key_ = std::move(key);
    pair_ = pair_key_.asked;
    results::AccessNames written;
    if (const playback::RunPtr run_b = c.session.runs().run())
      written = results::access_names(c.session.pair(), c.session.document(), *run_b, shown.event);
    pair_.b.name = written.b.empty() ? c.session.name_of_b() : written.b;
    pair_.a.name = written.a.empty() ? c.session.name_of_a() : written.a;
    if (!pair_.a.shows) pair_.a.missing = c.session.pair().pair()->why_alone(shown.event);
    layout_ = view::pair_layout(pair_);
    view::set_halves(pair_, layout_);
    pair_headline_ = view::pair_headline(pair_);
    frame_ = std::make_shared<const view::Picture>(view::build_pair_frame(pair_, layout_));
    const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
    if (c.renderer != nullptr)
      frame_texture_ = c.renderer->draw_to_texture(
          *frame_, static_cast<int>(std::lround(frame_->width * ratio)),
          static_cast<int>(std::lround(frame_->height * ratio)), ratio);
  }

  /// Definitions of what the frame contains.
  void hints(const PanelContext& c, const Paint& paint, view::Box whole) const {
    for (const view::Hit& hit : frame_->hits)
      tooltip_at(paint, c.fonts, {whole.x + hit.box.x, whole.y + hit.box.y, hit.box.w, hit.box.h},
                 hit.tooltip);
  }

  /// What is under the pointer is highlighted everywhere; a click goes there.
  static void follow(PanelContext& c, const StagePane::Pointer& pointer, playback::Moment shown, bool in_a) {
    c.ui.hover.lanes = pointer.hovered == nullptr ? 0 : pointer.hovered->lanes;
    if (pointer.hovered == nullptr) return;
    const view::Hit& hit = *pointer.hovered;
    if (hit.lanes != 0) c.ui.hover_line(line_of(c.session, shown));
    if (hit.kind == view::HitKind::Event && !in_a) c.ui.hover_line(line_of(c.session, {hit.index, 0}));
    if (!pointer.clicked) return;
    if (hit.kind == view::HitKind::Button && c.ui.scene == view::SceneKind::Tiling)
      c.ui.tile_sizes = !c.ui.tile_sizes;
    if (hit.kind == view::HitKind::Button && c.ui.scene == view::SceneKind::Array)
      c.ui.cell_values = !c.ui.cell_values;
    if (hit.kind == view::HitKind::Wavefront && c.ui.scene != view::SceneKind::Fragment) {
      c.session.play(false);
      c.session.time().seek_moment({c.session.time().moment().event, hit.index});
    }
    if (hit.kind == view::HitKind::Event) {
      std::optional<std::size_t> event;
      if (!in_a) event = hit.index;
      else if (const results::Pair* both = c.session.pair().pair()) event = both->event_in_b(hit.index);
      c.session.play(false);
      if (event.has_value()) c.session.time().seek_moment({event.value_or(0), 0});
      else c.ui.say(std::string(language::tr("stage.no_partner")), false);
    }
  }

  /// Tiling: a click on a matrix's name asks for its row length.
  void edit_rows(const StagePane::Pointer& pointer, const view::SceneRequest& request, view::Box pane) {
    const std::vector<program::NamedMemory>& buffers = request.run->buffers();
    if (!pointer.clicked || pointer.hovered == nullptr || pointer.hovered->kind != view::HitKind::Rows ||
        pointer.hovered->index >= buffers.size())
      return;
    const program::NamedMemory& buffer = buffers[pointer.hovered->index];
    const playback::RowLengths& said = request.options.tiling.row_lengths;
    const auto row_length = said.find(buffer.name);
    const view::Box& caption = pointer.hovered->box;
    rows_.open(buffer.name, row_length == said.end() ? 0 : row_length->second,
               buffer.bytes / std::max(1u, buffer.element_size), pane.x + caption.x,
               pane.y + caption.y + caption.h);
  }

  static void empty(PanelContext& c, const Paint& paint, view::Box box) {
    const float cx = box.x + box.w / 2, cy = box.y + box.h / 2, em = paint.size(c.ui.presenter ? 28 : 20);
    const bool waiting = c.session.busy() && c.session.runs().picture() == nullptr;
    const std::string_view text = waiting ? language::tr("stage.compiling")
                                  : has_errors(c.session.runs().diagnostics())
                                      ? language::tr(c.ui.presenter ? "stage.message_in_text"
                                                                    : "stage.message_left")
                                  : c.session.document().mode == document::SourceMode::Kernel
                                      ? language::tr("stage.no_memory_kernel")
                                      : language::tr("stage.no_memory_expression");
    const std::string trouble = waiting ? std::string() : c.session.runs().trouble();
    if (trouble.empty()) {
      paint.mid_centre(cx, cy, text, em, c.theme.t2);
      return;
    }
    // It did not get as far as an access.
    if (const run::Result* result = c.session.runs().picture(); result != nullptr && !waiting)
      if (const auto found = results::lanes_outside(*result); found && box.h > paint.px(220)) {
        draw_lanes_outside(paint, box, *found);
        return;
      }
    const float width = std::min(box.w - paint.px(64), paint.px(760)), x = cx - width / 2;
    paint.glyph(Glyph::Warning, x + em / 2, cy - em * 1.6f, em, c.theme.hazard);
    paint.mid(x + em * 1.6f, cy - em * 1.6f, language::tr("stage.stopped"), em, c.theme.t1,
              view::Font::SemiBold);
    (void)wrapped_text(paint, x, cy - em * .6f, width, trouble, em, c.theme.t1);
  }

  static void stale(PanelContext& c, const Paint& paint, view::Box box) {
    paint.fill(box, view::with_alpha(c.theme.bg1, .62f));
    const std::string_view text = language::tr("stage.last_text");
    const float em = paint.size(16), w = paint.width(text, em, view::Font::SemiBold) + paint.px(36),
                h = paint.px(36);
    const view::Box plate{box.x + (box.w - w) / 2, box.y + box.h - h - paint.px(20), w, h};
    paint.fill(plate, c.theme.bg3, h / 2);
    paint.mid_centre(plate.x + w / 2, plate.y + h / 2, text, em, c.theme.t1, view::Font::SemiBold);
  }

  StagePane pane_a_, pane_b_; ///< only B's is used while nothing is pinned
  view::StageWindow window_;
  view::StageMove asked_; ///< by keys since the last picture
  RowLengthField rows_;
  LayoutDrag layout_drag_;
  Pen pen_;
  Lens lens_;
  /// What the window followed last.
  std::tuple<std::uint64_t, playback::Moment, double, playback::MachinePtr> followed_{~0ull, {}, 0, nullptr};

  PairKey pair_key_;
  view::PairRequest pair_;
  view::PairLayout layout_;
  view::Headline pair_headline_;
  std::shared_ptr<const view::Picture> frame_; ///< of the pair
  std::uint32_t frame_texture_ = 0;

  std::vector<Drawn> drawn_, fading_;
  view::SceneKind scene_drawn_ = view::SceneKind::Banks;
  bool both_drawn_ = false;
  double fade_end_ = 0;
};

} // namespace

std::unique_ptr<Panel> make_stage_panel() { return std::make_unique<StagePanel>(); }

void show_scene(PanelContext& context, view::SceneKind scene) { StagePanel::go_to_scene(context, scene); }

} // namespace warpscope::panels
