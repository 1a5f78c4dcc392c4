#include "app/panels/stage/subject.h"

#include <algorithm>

namespace warpscope::panels {

std::optional<view::SceneKind> scene_of(const trace::BlockTrace::Event& event, view::SceneKind in_use) {
  if (view::scene_can_show(in_use, event)) return in_use;
  for (const view::SceneInfo& scene : view::scenes())
    if (!view::is_of_block(scene.kind) && view::scene_can_show(scene.kind, event)) return scene.kind;
  return std::nullopt;
}

std::optional<playback::Moment> shown_moment(const session::Session& session, view::SceneKind in_use) {
  const playback::Playback& playback = session.playback();
  if (playback.trace() == nullptr || session.track().empty()) return std::nullopt;
  const trace::BlockTrace& trace = *playback.trace();
  const playback::Moment now = session.moment();
  const auto can_show = [&](std::size_t event) { return scene_of(trace.event(event), in_use).has_value(); };
  if (can_show(now.event)) return now;
  const std::size_t reach = std::min<std::size_t>(trace.size(), 4096);
  for (std::size_t n = 1; n <= reach && n <= now.event; ++n)
    if (can_show(now.event - n))
      return playback::Moment{now.event - n, std::max(1u, playback.steps_of(now.event - n)) - 1};
  for (std::size_t n = 1; n <= reach && now.event + n < trace.size(); ++n)
    if (can_show(now.event + n)) return playback::Moment{now.event + n, 0};
  return std::nullopt;
}

StageSubject present_subject(const session::Session& session, playback::Moment shown) {
  StageSubject subject;
  subject.result = session.picture();
  subject.playback = &session.playback();
  subject.version = session.version();
  subject.block = session.picture()->launch.block;
  subject.moment = shown;
  subject.hazard = session.hazard_story();
  subject.damage = session.damage();
  subject.plays_order = session.plays_broken_order();
  if (session.document().mode == document::SourceMode::Kernel) subject.cuts = &session.document().cuts;
  subject.row_lengths = &session.row_lengths();
  subject.progress = shown == session.moment() ? session.progress() : 1;
  return subject;
}

ComparedSubjects compared_subjects(const session::Session& session, playback::Moment shown) {
  ComparedSubjects both;
  both.b = present_subject(session, shown);
  const session::Pinned* pinned = session.pinned();
  const results::Comparison* comparison = session.comparison();
  if (pinned == nullptr || comparison == nullptr) return both;
  const bool here = shown == session.moment();
  const std::optional<results::Comparison::Pair> pair = comparison->pair_at(shown,
                                                                            here ? session.overtime() : 0);
  both.a.result = pinned->picture.get();
  both.a.playback = &pinned->playback;
  both.a.version = pinned->version;
  both.a.block = pinned->picture->launch.block;
  both.a.row_lengths = &session.row_lengths();
  if (!pair) return both;
  both.shows_a = true;
  both.a.moment = pair->a;
  both.done_a = pair->done_a;
  both.done_b = pair->done_b;
  // A half that is done stands still while the other goes on.
  both.a.progress = here && !pair->done_a ? session.progress() : 1;
  if (pair->done_b) both.b.progress = 1;
  return both;
}

std::uint32_t line_of(const session::Session& session, playback::Moment moment) {
  const trace::BlockTrace::Event& event = session.playback().trace()->event(moment.event);
  const std::vector<program::Site>& sites = session.picture()->program->sites;
  return event.kind == trace::StepKind::Access && event.site_or_pc < sites.size()
             ? sites[event.site_or_pc].span.line
             : 0;
}

} // namespace warpscope::panels
