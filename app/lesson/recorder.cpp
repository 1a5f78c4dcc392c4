// Describes an access so that a lesson finds it again: a piece of its line, its kind, its warp and run.
#include "app/lesson/recorder.h"

#include "app/language/language.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace warpscope::lesson {

namespace {

constexpr std::uint32_t minutes_a_moment = 3, least_minutes = 5, most_minutes = 240;
constexpr std::size_t most_lines = 6; ///< of a piece of the text that tells a line from others like it

/// Lines `first` to `last` (from 1) without the first one's indentation.
std::string lines_of(const std::string& text, std::uint32_t first, std::uint32_t last) {
  std::size_t begin = 0;
  for (std::uint32_t n = 1; n < first && begin != std::string::npos; ++n) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  begin = std::min(text.find_first_not_of(" \t", begin), text.size());
  std::size_t end = begin;
  for (std::uint32_t n = first; n <= last; ++n) {
    end = std::min(text.find('\n', n == first ? end : end + 1), text.size());
    if (end == text.size()) break;
  }
  return text.substr(begin, end - begin);
}

/// Returns the shortest piece that begins on the line and is nowhere before it; empty: there is none.
std::string piece_of(const source::Scenario& scenario, std::uint32_t line) {
  for (std::uint32_t more = 0; more < most_lines; ++more) {
    std::string piece = lines_of(scenario.text, line, line + more);
    if (!piece.empty() && line_with(scenario, piece) == line) return piece;
  }
  return {};
}

/// Two others beside the right number, in ascending order.
std::vector<std::string> choices_around(std::uint64_t n) {
  std::set<std::uint64_t> all = {n};
  for (const std::uint64_t other : {std::uint64_t{1}, std::uint64_t{32}, 2 * n, n / 2, n + 1, n + 2})
    if (other > 0 && all.size() < labs::most_choices) all.insert(other);
  std::vector<std::string> texts;
  for (const std::uint64_t one : all) texts.push_back(std::to_string(one));
  return texts;
}

} // namespace

std::optional<labs::Moment> moment_of(const OnStage& stage, const run::Result& run,
                                      const playback::Playback& playback, std::string& why_not) {
  const auto refuse = [&](const char* why) {
    why_not = language::tr(why);
    return std::nullopt;
  };
  if (stage.lab.empty()) return refuse("course.record_lab");
  if (playback.trace() == nullptr || !run.program || stage.event >= playback.trace()->size())
    return refuse("course.no_run");
  const trace::BlockTrace& trace = *playback.trace();
  const trace::BlockTrace::Event& event = trace.event(stage.event);
  const std::vector<program::Site>& sites = run.program->sites;
  if (event.kind != trace::StepKind::Access || event.site_or_pc >= sites.size() ||
      (cost_rule(event.space) == CostRule::Uncounted && event.space != Space::Local))
    return refuse("course.record_access");
  labs::Moment moment;
  moment.lab = stage.lab;
  moment.set = stage.choices;
  moment.scene = stage.scene;
  moment.show = stage.show;
  moment.access = name_of(event.access_kind);
  moment.warp = event.warp;
  moment.at = piece_of(run.scenario, sites[event.site_or_pc].span.line);
  if (moment.at.empty()) return refuse("course.record_line");
  for (std::size_t i = 0; i <= stage.event; ++i) {
    const trace::BlockTrace::Event& before = trace.event(i);
    if (before.kind == trace::StepKind::Access && before.site_or_pc == event.site_or_pc &&
        before.warp == event.warp)
      ++moment.turn;
  }
  const std::optional<LessonPlace> place = find_place(
      run, playback, {moment.at, moment.access, moment.turn, moment.warp}, why_not);
  if (!place) return std::nullopt;
  if (place->event != stage.event) return refuse("course.record_line"); // another access of the same line
  std::string ask;
  switch (cost_rule(event.space)) {
  case CostRule::Banks:
    moment.count = "wavefronts";
    moment.say = language::trf("course.say_banks");
    ask = language::tr("course.ask_banks");
    break;
  case CostRule::Passes:
    moment.count = "passes";
    moment.say = language::trf("course.say_constant");
    ask = language::tr("course.ask_constant");
    break;
  default:
    moment.count = "sectors";
    moment.say = language::trf("course.say_sectors");
    ask = language::tr("course.ask_sectors");
  }
  moment.counted = lesson_counts(trace, *place).at(moment.count);
  if (!stage.asked) return moment;
  moment.ask = ask;
  moment.hide = true;
  moment.choices = choices_around(*moment.counted);
  return moment;
}

labs::CourseLesson new_recording() {
  labs::CourseLesson lesson;
  lesson.aims = language::tr("course.new_aims");
  lesson.mistakes = language::tr("course.new_mistakes");
  return lesson;
}

std::string file_of(labs::CourseLesson recording, const std::string& path) {
  if (recording.title.empty()) recording.title = std::filesystem::path(path).stem().string();
  if (recording.title.empty()) recording.title = language::tr("course.untitled");
  if (recording.minutes == 0)
    recording.minutes = std::clamp(static_cast<std::uint32_t>(recording.moments.size()) * minutes_a_moment,
                                   least_minutes, most_minutes);
  return labs::write_lesson(recording);
}

} // namespace warpscope::lesson
