// Draws the stage at any step of a film, from values alone.
#include "app/panels/export/film.h"

#include "app/panels/stage/subject.h"

#include <memory>
#include <utility>

namespace warpscope::panels {

namespace {

/// Returns what a frame is made from: the stage's request without what only the window has.
view::SceneRequest filmed(view::SceneRequest shown) {
  view::SceneOptions& options = shown.options;
  options.beside.difference = {};
  options.told.since = nullptr;
  options.pointed = {};
  options.frame.presenter = false;
  options.frame.source_lines.clear();
  options.question = {};
  return shown;
}

class Film {
 public:
  Film(const StageView& shown, std::vector<FilmStep> steps)
      : scene_(shown.panes.back().scene), steps_(std::move(steps)),
        present_(filmed(shown.pair ? shown.pair->b.request : shown.panes.back().request)), pair_(shown.pair) {
    if (!pair_) return;
    pair_->frame.presenter = false;
    pair_->frame.source_lines.clear();
    pair_->verdict.clear();
    pair_->a.request = filmed(pair_->a.request);
  }

  /// At a barrier, and at an access that no scene shows, draws what was there before.
  view::Picture at(const exporting::FrameTime& time) {
    const FilmStep& step = steps_[time.step];
    const trace::BlockTrace& trace = present_.run->trace();
    if (const std::optional<view::SceneKind> scene = scene_of(trace.event(step.b.event), scene_)) {
      scene_ = *scene;
      shown_ = time;
    }
    const FilmStep& now = steps_[shown_.step];
    if (!view::scene_can_show(scene_, trace.event(now.b.event))) return {}; // nothing before it either
    if (pair_) return beside(now);
    return view::build_scene(scene_, at(present_, now.b, shown_.progress));
  }

 private:
  static view::SceneRequest at(view::SceneRequest request, playback::Moment moment, float progress) {
    request.moment = moment;
    request.options.progress = progress;
    return request;
  }

  view::Picture beside(const FilmStep& now) {
    view::PairRequest pair = *pair_;
    pair.b.request = at(present_, now.b, now.done_b ? 1 : shown_.progress);
    pair.b.scene = scene_;
    pair.b.done = now.done_b;
    pair.a.done = now.done_a;
    const std::optional<view::SceneKind> scene = now.a ? scene_of(
                                                             pair.a.request.run->trace().event(now.a->event),
                                                             scene_)
                                                       : std::nullopt;
    pair.a.shows = scene.has_value();
    pair.a.scene = scene.value_or(scene_);
    pair.a.missing = now.missing;
    pair.a.request = at(pair.a.request, now.a.value_or(playback::Moment{}), now.done_a ? 1 : shown_.progress);
    return view::build_pair(std::move(pair));
  }

  view::SceneKind scene_;
  std::vector<FilmStep> steps_;
  view::SceneRequest present_;
  std::optional<view::PairRequest> pair_; ///< nullopt: nothing is pinned
  exporting::FrameTime shown_;
};

} // namespace

std::vector<FilmStep> film_steps(const session::Session& session, std::uint64_t first, std::uint64_t last,
                                 std::size_t most) {
  std::vector<FilmStep> steps;
  const results::Pair* comparison = session.pair().pair();
  const auto add = [&](playback::Moment b, std::uint32_t overtime) {
    FilmStep step{b, std::nullopt, false, false, {}};
    if (comparison != nullptr) {
      if (const std::optional<results::Pair::Moments> pair = comparison->moments_at(b, overtime)) {
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
    const playback::Moment b = session.time().track().moment_at(n);
    add(b, 0);
    const bool ends = n == last || session.time().track().moment_at(n + 1).event != b.event;
    if (!ends || comparison == nullptr) continue;
    const std::uint32_t more = comparison->overtime_of(b.event);
    for (std::uint32_t i = 1; i <= more && steps.size() < most; ++i) add(b, i);
  }
  return steps;
}

std::function<view::Picture(const exporting::FrameTime&)> make_film(const StageView& shown,
                                                                    std::vector<FilmStep> steps) {
  return [film = std::make_shared<Film>(shown, std::move(steps))](const exporting::FrameTime& time) {
    return film->at(time);
  };
}

std::function<view::Picture(const exporting::FrameTime&)> make_machine_film(const StageView& shown,
                                                                            std::uint64_t cycles_a_step) {
  view::SceneRequest present = filmed(shown.pair ? shown.pair->b.request : shown.panes.back().request);
  std::optional<view::PairRequest> pair = shown.pair;
  if (pair) {
    pair->frame.presenter = false;
    pair->frame.source_lines.clear();
    pair->verdict.clear();
    pair->a.request = filmed(pair->a.request);
    pair->b.request = present;
  }
  const view::SceneKind scene = shown.panes.back().scene;
  return [present, pair, cycles_a_step, scene](const exporting::FrameTime& time) {
    const auto seek = scene == view::SceneKind::Cache ? view::seek_cache : view::seek_machine;
    const double cycle = (static_cast<double>(time.step) + time.progress - 1) *
                         static_cast<double>(cycles_a_step);
    view::SceneRequest request = present;
    seek(request, cycle);
    if (!pair) return view::build_scene(scene, request);
    view::PairRequest both = *pair;
    both.b.request = request;
    seek(both.a.request, cycle);
    return view::build_pair(std::move(both));
  };
}

} // namespace warpscope::panels
