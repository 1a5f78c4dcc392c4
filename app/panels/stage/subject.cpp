// Makes the requests of the stage's pictures from the session's state.
#include "app/panels/stage/subject.h"

#include "app/language/language.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace warpscope::panels {

std::optional<view::SceneKind> scene_of(const trace::BlockTrace::Event& event, view::SceneKind in_use) {
  if (view::scene_can_show(in_use, event)) return in_use;
  for (const view::SceneInfo& scene : view::scenes())
    if (!scene.of_block && view::scene_can_show(scene.kind, event)) return scene.kind;
  return std::nullopt;
}

std::optional<playback::Moment> shown_moment(const session::Session& session, view::SceneKind in_use) {
  const playback::Playback& playback = session.time().playback();
  if (playback.trace() == nullptr || session.time().track().empty()) return std::nullopt;
  const trace::BlockTrace& trace = *playback.trace();
  const playback::Moment now = session.time().moment();
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

namespace {

/// From the stale read to the output, each place once.
std::vector<view::WrongPlace> way_of(const races::ScheduleSearch& damage) {
  std::vector<view::WrongPlace> places;
  const races::BrokenOrder& broken = *damage.broken;
  for (const races::WrongValue& value : broken.way) {
    if (std::any_of(places.begin(), places.end(), [&](const view::WrongPlace& p) {
          return p.space == value.space && p.offset == value.offset;
        }))
      continue;
    places.push_back({value.space, value.offset,
                      language::trf(damage.right_known ? "hazard.wrong" : "hazard.wrong_order",
                                    language::arg("place", value.place), language::arg("value", value.value),
                                    language::arg("right", value.right))});
  }
  if (places.empty() || places.back().space != Space::Global)
    places.push_back({Space::None, 0, broken.first}); // how it got there is not known
  else if (broken.first.starts_with(broken.way.back().place + " =")) places.back().said = broken.first;
  return places;
}

/// What is said of a hazard over its own access, and over another one's; and where it is.
struct Alarm {
  const char* here = "headline.race";
  const char* elsewhere = "headline.race_elsewhere";
  std::string why;
};
Alarm alarm_of(const results::HazardRow& row) {
  if (row.kind == races::HazardKind::Uninit)
    return {"headline.unwritten", "headline.unwritten_elsewhere",
            language::trf("headline.unwritten_line", language::arg("line", row.line))};
  if (row.kind == races::HazardKind::Outside)
    return {"headline.outside", "headline.outside_elsewhere",
            language::trf("headline.outside_line", language::arg("line", row.line))};
  Alarm alarm;
  if (!row.kind) alarm.elsewhere = "headline.hang_elsewhere";
  alarm.why = row.kind && row.first_line != row.line
                  ? language::trf("headline.race_lines", language::arg("first", row.first_line),
                                  language::arg("second", row.line))
                  : language::trf("headline.race_line", language::arg("line", row.line));
  return alarm;
}

/// A fault's sentence for the one line above a picture, which a person reads from the back of a hall: without
/// the thread and the block, and without what explains it. All of it stands under the text.
std::string in_brief(const std::string& trouble) {
  constexpr std::string_view thread = "thread (", end = ") ", tail = ": ";
  if (!trouble.starts_with(thread)) return trouble.substr(0, trouble.find(std::string(tail).append(thread)));
  const std::string brief = trouble.substr(0, trouble.find(tail));
  const std::size_t of_thread = brief.find(end), of_block = brief.find(end, of_thread + 1);
  if (of_thread == brief.npos || of_block == brief.npos) return brief;
  return language::trf("headline.a_thread", language::arg("does", brief.substr(of_block + end.size())));
}

/// What has to be said before a count: a fault, else a race, of this access if it is at fault itself.
void add_alarm(view::Told& told, const session::Session& session, std::uint32_t site) {
  if (session.runs().stale() || session.runs().picture() == nullptr) return;
  const results::Results& results = session.results();
  const auto here = [&](const char* alarm, std::string why) {
    told.alarm = language::tr(alarm);
    told.alarm_why = std::move(why);
  };
  const auto elsewhere = [&](const char* alarm, std::string why) {
    told.alarm_elsewhere = language::trf(alarm, language::arg("why", why));
  };
  if (const auto over = results::over_budget(*session.runs().picture(), session.runs().grid())) {
    told.alarm_why = over->why;
    // Of a header of the program the line alone would mislead.
    const std::vector<program::SourceFile>& texts = session.programs().texts();
    const std::string file = session.is_program() && over->file != 0 && over->file < texts.size()
                                 ? std::filesystem::path(texts[over->file].path).filename().string()
                                 : std::string();
    told.alarm = over->line == 0 ? std::string(language::tr("headline.endless_unknown"))
                 : file.empty()  ? language::trf("headline.endless", language::arg("line", over->line))
                                 : language::trf("headline.endless_in", language::arg("line", over->line),
                                                 language::arg("file", file));
    told.alarm_advice = language::tr(over->line != 0 ? "headline.endless_advice"
                                                     : "headline.endless_unknown_advice");
    return;
  }
  if (results.wrong_at(site) == results::Wrong::Fault)
    return here("headline.fault", in_brief(session.runs().trouble()));
  const std::vector<results::HazardRow>& rows = results.hazards();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const results::HazardRow& r) { return r.spoils(site); });
  if (row != rows.end()) {
    Alarm alarm = alarm_of(*row);
    return here(alarm.here, std::move(alarm.why));
  }
  for (const run::Result* run : {session.runs().grid(), session.runs().picture()})
    if (run != nullptr && !run->run.faults.empty())
      return elsewhere("headline.fault_elsewhere", in_brief(session.runs().trouble()));
  const auto loud = std::find_if(rows.begin(), rows.end(),
                                 [](const results::HazardRow& r) { return !r.quiet; });
  if (loud != rows.end()) {
    Alarm alarm = alarm_of(*loud);
    elsewhere(alarm.elsewhere, std::move(alarm.why));
  }
}

} // namespace

view::SceneRequest present_request(const session::Session& session, playback::Moment shown) {
  view::SceneRequest request;
  request.run = session.runs().run();
  request.moment = shown;
  request.options.progress = shown == session.time().moment() ? session.progress() : 1;
  view::Told& told = request.options.told;
  if (const races::HazardStory* story = session.results().hazard_story()) told.hazard = *story;
  if (const races::ScheduleSearch* damage = session.runs().damage()) told.wrong = way_of(*damage);
  told.plays_order = session.runs().plays_broken_order();
  if (request.run != nullptr && shown.event < request.run->trace().size()) {
    const trace::BlockTrace::Event& event = request.run->trace().event(shown.event);
    add_alarm(told, session, event.kind == trace::StepKind::Access ? event.site_or_pc : ~0u);
  }
  if (session.document().mode == document::SourceMode::Kernel) told.cuts = session.document().cuts;
  request.options.tiling.row_lengths = session.edits().row_lengths();
  return request;
}

void ask(view::SceneRequest& request, const session::Session& session) {
  view::Question& question = request.options.question;
  question.hide_counts = session.counts_hidden();
  if (question.hide_counts) {
    question.chosen_outside = session.course() != nullptr;
    question.guess = session.lesson().prediction().typed;
    request.options.told.hazard.reset();
    request.options.told.wrong.clear();
  }
  question.verdict = session.verdict();
  question.verdict_is_right = session.lesson().prediction().right();
  request.options.told.since = session.difference();
}

view::PairRequest pair_request(const session::Session& session, playback::Moment shown,
                               view::SceneKind scene) {
  view::PairRequest both;
  both.b.request = present_request(session, shown);
  both.b.scene = both.a.scene = scene;
  both.a.shows = false;
  both.verdict = session.verdict();
  const results::Pinned* pinned = session.pair().pinned();
  const results::Pair* comparison = session.pair().pair();
  if (pinned == nullptr || comparison == nullptr) return both;
  both.a.request.run = pinned->run;
  both.a.request.options.tiling.row_lengths = session.edits().row_lengths();
  const bool here = shown == session.time().moment();
  const std::optional<results::Pair::Moments> pair = comparison->moments_at(
      shown, here ? session.time().overtime() : 0);
  if (!pair) return both;
  both.a.request.moment = pair->a;
  both.a.done = pair->done_a;
  both.b.done = pair->done_b;
  // A half that is done does not move while the other continues.
  both.a.request.options.progress = here && !pair->done_a ? session.progress() : 1;
  if (pair->done_b) both.b.request.options.progress = 1;
  const std::optional<view::SceneKind> of_a = scene_of(pinned->run->trace().event(pair->a.event), scene);
  both.a.shows = of_a.has_value();
  both.a.scene = of_a.value_or(scene);
  return both;
}

std::uint32_t line_of(const session::Session& session, playback::Moment moment) {
  const trace::BlockTrace::Event& event = session.time().playback().trace()->event(moment.event);
  const std::vector<program::Site>& sites = session.runs().picture()->program->sites;
  return event.kind == trace::StepKind::Access && event.site_or_pc < sites.size()
             ? sites[event.site_or_pc].span.line
             : 0;
}

} // namespace warpscope::panels
