// The stage: tabs of the scenes, the moment that is shown, one pane or, when something is pinned, two in
// lockstep.
#include "app/language/language.h"
#include "app/panels/stage/pane.h"
#include "app/panels/stage/presenter.h"
#include "app/panels/stage/restore.h"
#include "app/panels/stage/row_length_field.h"
#include "app/panels/stage/strip.h"
#include "app/panels/stage/subject.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "app/view/compare_view.h"
#include "app/view/stage_window.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

/// A tab for each scene there is; its key is its place in the design's five.
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

constexpr double fade_seconds = .12; ///< TOKENS: of a change of scene

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
    c.ui.stage.on_stage.clear();
    c.ui.stage.compared = nullptr;
    if (shown)
      c.ui.scene = scene_of(c.session.playback().trace()->event(shown->event), c.ui.scene)
                       .value_or(c.ui.scene);

    rows_.draw(c, paint);
    if (c.ui.presenter) {
      if (!shown || !c.session.picture()) {
        paint.fill(box, c.theme.bg1);
        empty(c, paint, box);
      } else picture(c, paint, box, *shown);
      draw_presenter_tools(c, paint);
      return;
    }
    const bool shows = shown && c.session.picture();
    paint.fill(shows ? strip : view::Box{strip.x, strip.y, strip.w, strip.h + box.h}, c.theme.bg1);
    std::vector<Tab> tabs;
    int active = 0;
    for (const SceneTab& tab : scene_tabs()) {
      if (tab.scene == c.ui.scene) active = static_cast<int>(tabs.size());
      tabs.push_back({tab.id.c_str(), tab.key.c_str(), language::tr(tab.title)});
    }
    float end = 0;
    const int clicked = tab_row(paint, strip, strip.x + margin(c, paint), tabs, active,
                                paint.px(c.layout.big ? 28 : 22), end);
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, c.theme.line);
    if (clicked >= 0) go_to_scene(c, scene_tabs()[static_cast<std::size_t>(clicked)].scene);
    if (shown)
      stage_strip(
          c, paint,
          {end + paint.px(16), strip.y, strip.x + strip.w - margin(c, paint) - end - paint.px(16), strip.h},
          *shown);

    if (!shows) {
      empty(c, paint, box);
    } else {
      picture(c, paint, box, *shown);
      if (c.session.stale()) stale(c, paint, box);
    }
    // The seam between the source and the stage.
    paint.fill({box.x - 1, strip.y, 3, strip.h + box.h}, c.theme.bg0);
  }

  /// To the next access that the scene can show, from the playhead on and around.
  static void go_to_scene(PanelContext& c, view::SceneKind scene) {
    const trace::BlockTrace* trace = c.session.playback().trace();
    const playback::Track& track = c.session.track();
    if (trace == nullptr || track.empty()) return;
    const std::size_t now = c.session.moment().event;
    if (view::scene_can_show(scene, trace->event(now))) {
      c.ui.scene = scene;
      return;
    }
    for (std::size_t n = 1; n <= trace->size(); ++n) {
      const std::size_t event = (now + n) % trace->size();
      if (!view::scene_can_show(scene, trace->event(event))) continue;
      if (track.moment_at(track.step_of({event, 0})).event != event) continue; // another warp's
      c.session.seek_moment({event, 0});
      c.ui.scene = scene;
      return;
    }
    c.ui.say(std::string(language::tr(scene == view::SceneKind::Banks || scene == view::SceneKind::Array
                                          ? "stage.no_shared"
                                          : "stage.no_global")),
             false);
  }

 private:
  static float margin(const PanelContext& c, const Paint& paint) { return paint.px(c.layout.big ? 32 : 24); }

  /// What was drawn in this frame, for the next change of scene.
  struct Drawn {
    std::uint32_t texture;
    view::Box box;
  };

  void picture(PanelContext& c, const Paint& paint, view::Box box, playback::Moment shown) {
    std::vector<Drawn> before = std::exchange(drawn_, {});
    // What A costs would give the answer away: while a prediction is asked B stands alone.
    const bool both = c.session.pinned() != nullptr && !c.session.counts_hidden();
    // The last picture of the other scene goes on for a moment.
    if (c.ui.scene != scene_drawn_ || both != both_drawn_) {
      scene_drawn_ = c.ui.scene;
      both_drawn_ = both;
      fading_ = c.session.settings.reduce_motion ? std::vector<Drawn>{} : std::move(before);
      fade_end_ = ImGui::GetTime() + fade_seconds;
    }
    if (both) compared(c, paint, box, shown);
    else alone(c, paint, box, shown);
    c.ui.stage.picture = &pane_b_.picture();
    if (const double left = fade_end_ - ImGui::GetTime(); left > 0 && !fading_.empty()) {
      for (const Drawn& old : fading_)
        draw_texture(c, paint, old.texture, old.box,
                     1 - view::ease(1 - static_cast<float>(left / fade_seconds)));
      c.ui.wake.moving_until = fade_end_;
    } else {
      fading_.clear();
    }
  }

  /// The window follows the access, and the person's hand.
  void steer(PanelContext& c, view::SceneInput input, std::uint64_t version,
             const StagePane::Pointer& pointer, float width) {
    const auto at = std::pair(version, input.moment);
    if (at != followed_) {
      followed_ = at;
      window_.follow(c.ui.scene, input);
      c.ui.wake.again = true;
    }
    view::StageMove move = std::exchange(asked_, {});
    if (pointer.inside) {
      const ImGuiIO& io = ImGui::GetIO();
      const float wheel = io.MouseWheel, across = io.MouseWheelH;
      if (io.KeyCtrl) move.zoom += wheel;
      else if (io.KeyShift) move.columns -= wheel;
      else move.rows -= wheel;
      move.columns -= across;
      if (wheel != 0 && width > 0) move.zoom_at = pointer.x / width;
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
          (pointer.hovered == nullptr || pointer.hovered->kind != view::HitKind::Event))
        move.back = true;
    }
    if (pointer.dragged) {
      move.drag_x += ImGui::GetIO().MouseDelta.x;
      move.drag_y += ImGui::GetIO().MouseDelta.y;
    }
    if (window_.move(c.ui.scene, input, move)) c.ui.wake.again = true;
  }

  void alone(PanelContext& c, const Paint& paint, view::Box box, playback::Moment shown) {
    StageSubject subject = present_subject(c.session, shown);
    subject.ask(c.session);
    view::SceneInput input = pane_b_.input_of(subject);
    input.width = std::floor(box.w);
    input.height = std::floor(box.h);
    input.scale = c.layout.scale;
    input.presenter = c.ui.presenter;
    std::vector<view::SceneSourceLine> lines;
    if (c.ui.presenter) lines = presenter_source_lines(c.session);
    input.source_lines = lines;
    const RestoreButton restore(c, paint, input);
    input.corner = restore.width();
    const view::SceneInput plain = input;
    window_.apply(input);
    const StagePane::Pointer pointer = pane_b_.draw(c, paint, "##picture", box, c.ui.scene, subject.version,
                                                    input);
    restore.draw(c, paint, {std::floor(box.x), std::floor(box.y), input.width, input.height}, input);
    drawn_.push_back({pane_b_.texture(), box});
    c.ui.stage.on_stage.push_back({&pane_b_.picture(), input, c.ui.scene, 0, 0, c.session.shared_picture()});
    c.ui.stage.headline = pane_b_.headline();
    follow(c, pointer, shown, false);
    edit_rows(pointer, input, box);
    steer(c, plain, subject.version, pointer, box.w);
  }

  void compared(PanelContext& c, const Paint& paint, view::Box box, playback::Moment shown) {
    const ComparedSubjects subjects = compared_subjects(c.session, shown);
    compare(c, box, subjects, shown);
    const auto in_window = [&](view::Box part) {
      return view::Box{box.x + part.x, box.y + part.y, part.w, part.h};
    };
    const view::Box whole{std::floor(box.x), std::floor(box.y), std::floor(box.w), std::floor(box.h)};
    draw_texture(c, paint, frame_texture_, whole);
    drawn_.push_back({frame_texture_, whole});
    c.ui.stage.on_stage.push_back({&frame_, {}, c.ui.scene, 0, 0, nullptr});
    c.ui.stage.compared = &compared_;
    hints(c, paint, whole);

    StagePane::Pointer over;
    bool over_a = false;
    view::SceneInput steered = compared_.b.input;
    const auto half = [&](StagePane& pane, const view::ComparedHalf& of, const StageSubject& subject,
                          const char* id, view::Box part, bool is_a) {
      const view::Box place = in_window(part);
      if (!of.shows) {
        paint.mid_fit(place.x + paint.px(24), place.y + place.h / 2, of.missing, place.w - paint.px(48),
                      paint.size(18), c.theme.t2);
        return;
      }
      view::SceneInput input = of.input;
      input.progress = subject.progress;
      window_.apply(input);
      const StagePane::Pointer pointer = pane.draw(c, paint, id, place, of.scene, subject.version, input);
      drawn_.push_back({pane.texture(), place});
      c.ui.stage.on_stage.push_back({&pane.picture(), input, of.scene, std::floor(part.x), std::floor(part.y),
                                     is_a ? nullptr : c.session.shared_picture()});
      if (!pointer.inside && !pointer.dragged && !pointer.clicked) return;
      over = pointer;
      over_a = is_a;
      if (of.scene == c.ui.scene) steered = of.input;
      edit_rows(pointer, input, place);
    };
    half(pane_a_, compared_.a, subjects.a, "##picture_a", layout_.a, true);
    half(pane_b_, compared_.b, subjects.b, "##picture", layout_.b, false);
    c.ui.stage.headline = compared_headline_;
    follow(c, over, shown, over_a);
    // The window follows B; the hand moves both.
    view::SceneInput following = compared_.b.input;
    following.most_cell_width = following.most_cell_height = 0;
    steer(c, following, subjects.b.version, over, layout_.b.w);
  }

  /// Headline, names, differences: made anew only when one of the moments, texts or sizes is another.
  struct ComparedKey {
    std::uint64_t version_a = 0, version_b = 0;
    playback::Moment a, b;
    view::SceneKind scene{};
    bool shows_a = false, done_a = false, done_b = false, dark = true, presenter = false;
    float width = 0, height = 0, scale = 0;
    std::uint32_t step = 0;
    std::string verdict;
    const char* language = nullptr; ///< the address of its name, which differs after each change
    bool operator==(const ComparedKey&) const = default;
  };

  void compare(PanelContext& c, view::Box box, const ComparedSubjects& subjects, playback::Moment shown) {
    const ComparedKey key{
        subjects.a.version, subjects.b.version,   subjects.a.moment,   subjects.b.moment,
        c.ui.scene,         subjects.shows_a,     subjects.done_a,     subjects.done_b,
        c.theme.dark,       c.ui.presenter,       std::floor(box.w),   std::floor(box.h),
        c.layout.scale,     c.session.overtime(), c.session.verdict(), language::chosen_language().data()};
    if (key == compared_key_) return;
    compared_key_ = key;
    compared_ = view::CompareInput{};
    compared_.width = key.width;
    compared_.height = key.height;
    compared_.scale = key.scale;
    compared_.presenter = key.presenter;
    compared_.theme = &c.theme;
    lines_ = key.presenter ? presenter_source_lines(c.session) : std::vector<view::SceneSourceLine>{};
    compared_.source_lines = lines_;
    compared_.b.input = pane_b_.input_of(subjects.b);
    compared_.b.scene = c.ui.scene;
    compared_.verdict = key.verdict;
    compared_.b.name = c.session.name_of_b();
    compared_.b.done = subjects.done_b;
    compared_.a.name = c.session.name_of_a();
    compared_.a.done = subjects.done_a;
    compared_.a.input = pane_a_.input_of(subjects.a);
    const std::optional<view::SceneKind> scene_a = subjects.shows_a
                                                       ? scene_of(subjects.a.playback->trace()->event(
                                                                      subjects.a.moment.event),
                                                                  c.ui.scene)
                                                       : std::nullopt;
    compared_.a.shows = scene_a.has_value();
    compared_.a.scene = scene_a.value_or(c.ui.scene);
    if (!compared_.a.shows) compared_.a.missing = c.session.comparison()->why_alone(shown.event);
    layout_ = view::compare_layout(compared_);
    view::set_halves(compared_, layout_);
    compared_headline_ = view::compare_headline(compared_);
    frame_ = view::build_compare_frame(compared_, layout_);
    const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
    if (c.renderer != nullptr)
      frame_texture_ = c.renderer->draw_to_texture(frame_, static_cast<int>(std::lround(key.width * ratio)),
                                                   static_cast<int>(std::lround(key.height * ratio)), ratio);
  }

  /// Definitions of what stands in the frame.
  void hints(const PanelContext& c, const Paint& paint, view::Box whole) const {
    for (const view::Hit& hit : frame_.hits)
      tooltip_at(paint, c.fonts, {whole.x + hit.box.x, whole.y + hit.box.y, hit.box.w, hit.box.h},
                 hit.tooltip);
  }

  /// What lies under the pointer lights up everywhere; a click goes there.
  static void follow(PanelContext& c, const StagePane::Pointer& pointer, playback::Moment shown, bool in_a) {
    c.ui.hover.lanes = pointer.hovered == nullptr ? 0 : pointer.hovered->lanes;
    if (pointer.hovered == nullptr) return;
    const view::Hit& hit = *pointer.hovered;
    if (hit.lanes != 0) c.ui.hover_line(line_of(c.session, shown));
    if (hit.kind == view::HitKind::Event && !in_a) c.ui.hover_line(line_of(c.session, {hit.index, 0}));
    if (!pointer.clicked) return;
    if (hit.kind == view::HitKind::Button && c.ui.scene == view::SceneKind::Tiling)
      c.ui.tile_sizes = !c.ui.tile_sizes;
    if (hit.kind == view::HitKind::Wavefront) {
      c.session.play(false);
      c.session.seek_moment({c.session.moment().event, hit.index});
    }
    if (hit.kind == view::HitKind::Event) {
      std::optional<std::size_t> event;
      if (!in_a) event = hit.index;
      else if (const results::Comparison* both = c.session.comparison()) event = both->event_in_b(hit.index);
      c.session.play(false);
      if (event.has_value()) c.session.seek_moment({event.value_or(0), 0});
      else c.ui.say(std::string(language::tr("stage.no_partner")), false);
    }
  }

  /// Tiling: a click on a matrix's name asks how long its rows are.
  void edit_rows(const StagePane::Pointer& pointer, const view::SceneInput& input, view::Box pane) {
    if (!pointer.clicked || pointer.hovered == nullptr || pointer.hovered->kind != view::HitKind::Rows ||
        pointer.hovered->index >= input.buffers.size())
      return;
    const view::BufferPlace& buffer = input.buffers[pointer.hovered->index];
    const view::Box& caption = pointer.hovered->box;
    rows_.open(buffer.name, buffer.row_length, buffer.bytes / std::max(1u, buffer.element_size),
               pane.x + caption.x, pane.y + caption.y + caption.h);
  }

  static void empty(PanelContext& c, const Paint& paint, view::Box box) {
    const float cx = box.x + box.w / 2, cy = box.y + box.h / 2, em = paint.size(20);
    const bool waiting = c.session.busy() && c.session.picture() == nullptr;
    const std::string_view text = waiting                               ? language::tr("stage.compiling")
                                  : has_errors(c.session.diagnostics()) ? language::tr("stage.message_left")
                                  : c.session.document().mode == document::SourceMode::Kernel
                                      ? language::tr("stage.no_memory_kernel")
                                      : language::tr("stage.no_memory_expression");
    paint.mid_centre(cx, cy, text, em, c.theme.t2);
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

  StagePane pane_a_, pane_b_; ///< B's is the only one while nothing is pinned
  view::StageWindow window_;
  view::StageMove asked_; ///< by keys since the last picture
  RowLengthField rows_;
  std::pair<std::uint64_t, playback::Moment> followed_{~0ull, {}};

  ComparedKey compared_key_;
  view::CompareInput compared_;
  view::CompareLayout layout_;
  view::Headline compared_headline_;
  std::vector<view::SceneSourceLine> lines_;
  view::Picture frame_;
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
