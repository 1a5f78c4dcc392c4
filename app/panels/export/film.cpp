#include "app/panels/export/film.h"

#include "app/export/expression_json.h"
#include "app/panels/stage/subject.h"
#include "app/playback/block_index.h"
#include "app/view/compare_view.h"

#include <memory>
#include <utility>

namespace warpscope::panels {

namespace {

/// One text's block at any moment.
class FilmSide {
 public:
  FilmSide(std::shared_ptr<const run::SimulationResult> result, const view::SceneInput& shown)
      : result_(std::move(result)), playback_(result_->trace), index_(playback_),
        places_(exporting::buffer_places(*result_)), input_(shown) {
    input_.program = result_->program.get();
    input_.trace = playback_.trace();
    input_.buffers = places_;
    input_.index = &index_;
    input_.difference = {};
    input_.since = nullptr; // the session's
    input_.hovered_lane.reset();
    input_.hovered_lanes = 0;
    input_.presenter = false;
    input_.source_lines = {};
    input_.hide_counts = false;
    input_.guess = {};
    input_.verdict = {};
  }
  FilmSide(const FilmSide&) = delete;
  FilmSide& operator=(const FilmSide&) = delete;

  [[nodiscard]] const trace::BlockTrace::Event& event(playback::Moment moment) const {
    return playback_.trace()->event(moment.event);
  }

  [[nodiscard]] view::SceneInput at(playback::Moment moment, float progress, const view::Theme& theme) const {
    view::SceneInput input = input_;
    input.moment = moment;
    input.progress = progress;
    input.theme = &theme;
    return input;
  }

 private:
  std::shared_ptr<const run::SimulationResult> result_;
  playback::Playback playback_;
  playback::BlockIndex index_;
  std::vector<view::BufferPlace> places_;
  view::SceneInput input_;
};

class Film {
 public:
  Film(const PanelContext& c, std::vector<FilmStep> steps)
      : theme_(c.theme), scene_(c.ui.scene), steps_(std::move(steps)) {
    const OnStage& shown = c.ui.stage.on_stage.back();
    b_ = std::make_unique<FilmSide>(c.session.shared_picture(), c.ui.stage.compared != nullptr
                                                                    ? c.ui.stage.compared->b.input
                                                                    : shown.input);
    width_ = shown.picture->width;
    height_ = shown.picture->height;
    if (c.ui.stage.compared == nullptr || c.session.pinned() == nullptr) return;
    compared_ = *c.ui.stage.compared;
    compared_.theme = &theme_;
    compared_.presenter = false;
    compared_.source_lines = {};
    compared_.verdict.clear();
    view::SceneInput of_a = compared_.a.input;
    of_a.block = c.session.pinned()->picture->launch.block;
    a_ = std::make_unique<FilmSide>(c.session.pinned()->picture, of_a);
  }

  /// At a barrier and at an access that no scene shows, what was there before.
  view::Picture at(const exporting::FrameTime& time) {
    const FilmStep& step = steps_[time.step];
    if (const std::optional<view::SceneKind> scene = scene_of(b_->event(step.b), scene_)) {
      scene_ = *scene;
      shown_ = time;
    }
    const FilmStep& now = steps_[shown_.step];
    if (!view::scene_can_show(scene_, b_->event(now.b))) return {}; // nothing before it either
    if (a_ != nullptr) return beside(now);
    view::SceneInput input = b_->at(now.b, shown_.progress, theme_);
    input.width = width_;
    input.height = height_;
    return view::build_scene(scene_, input);
  }

 private:
  view::Picture beside(const FilmStep& now) {
    view::CompareInput input = compared_;
    input.b.input = b_->at(now.b, now.done_b ? 1 : shown_.progress, theme_);
    input.b.scene = scene_;
    input.b.done = now.done_b;
    input.a.done = now.done_a;
    const std::optional<view::SceneKind> scene = now.a ? scene_of(a_->event(*now.a), scene_) : std::nullopt;
    input.a.shows = scene.has_value();
    input.a.scene = scene.value_or(scene_);
    input.a.missing = now.missing;
    input.a.input = a_->at(now.a.value_or(playback::Moment{}), now.done_a ? 1 : shown_.progress, theme_);
    return view::build_comparison(std::move(input));
  }

  view::Theme theme_;
  view::SceneKind scene_;
  std::vector<FilmStep> steps_;
  std::unique_ptr<FilmSide> a_, b_; ///< a_ null: nothing is pinned
  view::CompareInput compared_;
  float width_ = 0, height_ = 0;
  exporting::FrameTime shown_;
};

} // namespace

std::vector<FilmStep> film_steps(const session::Session& session, std::uint64_t first, std::uint64_t last,
                                 std::size_t most) {
  std::vector<FilmStep> steps;
  const results::Comparison* comparison = session.comparison();
  const auto add = [&](playback::Moment b, std::uint32_t overtime) {
    FilmStep step{b, std::nullopt, false, false, {}};
    if (comparison != nullptr) {
      if (const std::optional<results::Comparison::Pair> pair = comparison->pair_at(b, overtime)) {
        step.a = pair->a;
        step.done_a = pair->done_a;
        step.done_b = pair->done_b;
      } else {
        step.missing = comparison->why_alone(b.event);
      }
    }
    steps.push_back(std::move(step));
  };
  for (std::uint64_t n = first; n <= last && steps.size() < most; ++n) {
    const playback::Moment b = session.track().moment_at(n);
    add(b, 0);
    const bool ends = n == last || session.track().moment_at(n + 1).event != b.event;
    if (!ends || comparison == nullptr) continue;
    const std::uint32_t more = comparison->overtime_of(b.event);
    for (std::uint32_t i = 1; i <= more && steps.size() < most; ++i) add(b, i);
  }
  return steps;
}

std::function<view::Picture(const exporting::FrameTime&)> make_film(const PanelContext& context,
                                                                    std::vector<FilmStep> steps) {
  return [film = std::make_shared<Film>(context, std::move(steps))](const exporting::FrameTime& time) {
    return film->at(time);
  };
}

} // namespace warpscope::panels
