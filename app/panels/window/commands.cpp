// Carries out the commands that are no single panel's, and what several panels do alike.
#include "app/panels/window/commands.h"

#include "app/language/language.h"
#include "app/measuring/words.h"
#include "app/panels/window/panel.h"
#include "app/view/scene_choices.h"

#include <utility>

namespace warpscope::panels {

namespace {

/// Measures the present text; the results show it.
void measure(PanelContext& c) {
  constexpr float least_height = 80; ///< of results in which the question before the first use can be read
  settings::PaneSizes& panes = c.ui.preferences.panes;
  const bool out_of_sight = panes.show_results && c.layout.results.h < least_height;
  c.ui.results = ResultsTab::Measured;
  panes.show_results = true;
  c.measuring.measure(c.session);
  if (out_of_sight && c.measuring.phase() == measuring::Measuring::Phase::Asking)
    c.ui.commands.add(Notice{measuring::question_words(c.measuring.command()), false,
                             std::string(language::tr("measured.run_it")), Ask::MeasureAgreed});
}

/// At the playhead: for where no editor tells of a cursor.
void cut_at_playhead(PanelContext& c) {
  const std::uint32_t site = c.session.time().site();
  const std::uint32_t line = site == ~0u ? 0 : c.session.runs().picture()->program->sites[site].span.line;
  cut_barrier(c, c.session.edits().barrier_near(line).value_or(0));
}

void record_lesson(PanelContext& c) {
  if (c.session.records()) {
    c.session.stop_recording();
    c.ui.say(language::trf("course.record_off", language::arg("count", c.session.recording().moments.size())),
             false);
  } else {
    c.session.start_recording();
    c.ui.say(std::string(language::tr("course.record_on")), false);
  }
}

void record_moment(PanelContext& c) {
  if (const std::string why_not = c.session.record_moment(view::info_of(c.ui.scene).id,
                                                          view::scene_choices(c.ui.fragment, c.ui.layouts));
      !why_not.empty())
    return c.ui.say(why_not, true);
  const std::vector<labs::Moment>& moments = c.session.recording().moments;
  c.ui.say(language::trf("course.recorded", language::arg("n", moments.size()),
                         language::arg("line", moments.back().at)),
           false);
}

/// The lesson that was open when the window was closed, else one that was left in the midst, else the first.
std::string lesson_to_go_on(PanelContext& c) {
  if (!c.ui.lesson_left.empty()) return std::exchange(c.ui.lesson_left, {});
  const session::Session::LessonPlaces places = c.session.lesson_places();
  for (const lesson::CourseTitle& one : lesson::course_titles())
    if (places.contains(one.id)) return one.id;
  return lesson::course_titles().front().id;
}

void run_ask(PanelContext& c, Ask ask) {
  switch (ask) {
  case Ask::Measure: measure(c); break;
  case Ask::MeasureAgreed: c.measuring.answer(c.session, true); break;
  case Ask::CutBarrier: cut_at_playhead(c); break;
  case Ask::ToggleStop:
    if (const std::uint32_t site = c.session.time().site(); site != ~0u)
      c.session.edit()->toggle_stop(c.session.time().run()->program().sites[site].span.line);
    break;
  case Ask::StartOver:
    c.session.edit()->start_over();
    c.ui.scene = view::SceneKind::Banks;
    break;
  case Ask::GoOnWithLesson:
    if (c.session.course() != nullptr) break;
    if (std::string error = play_lesson(c, lesson_to_go_on(c)); !error.empty())
      c.ui.say(std::move(error), true);
    c.session.go_on_in_lesson();
    break;
  case Ask::RecordLesson: record_lesson(c); break;
  case Ask::RecordMoment: record_moment(c); break;
  default: break; // a panel's that is not there
  }
}

} // namespace

void run_command(PanelContext& c, const Command& command) {
  if (const Ask* ask = std::get_if<Ask>(&command)) run_ask(c, *ask);
  else if (const ResultsTab* tab = std::get_if<ResultsTab>(&command)) c.ui.results = *tab;
  else if (const PlayLesson* lesson = std::get_if<PlayLesson>(&command)) {
    if (std::string error = play_lesson(c, lesson->name); !error.empty()) c.ui.say(std::move(error), true);
  } else if (const OpenFile* file = std::get_if<OpenFile>(&command)) {
    if (std::string error = open_path(c, file->path); !error.empty()) c.ui.say(std::move(error), true);
  }
}

std::string play_lesson(PanelContext& c, const std::string& name_or_path) {
  std::string error = c.session.play_lesson(name_or_path);
  if (error.empty()) c.ui.presenter = true;
  return error;
}

std::string open_path(PanelContext& c, const std::string& path) {
  if (c.session.take_state_line(path)) return {}; // a line that was pasted for a path
  if (path.ends_with(".toml")) return play_lesson(c, path);
  const bool recording = path.ends_with(".json");
  std::string error = recording ? c.measuring.open_file(path) : c.session.edit()->open_file(path);
  if (!error.empty()) return error;
  c.ui.say(language::trf("path.opened", language::arg("path", path)), false);
  if (recording) c.ui.commands.add(ResultsTab::Measured);
  else settings::note_file(c.ui.preferences, path);
  return error;
}

void cut_barrier(PanelContext& c, std::uint32_t line) {
  if (!c.session.edit()->toggle_barrier(line)) c.ui.say(std::string(language::tr("cut.nothing")), false);
  else if (c.session.edits().is_cut(line)) c.ui.commands.add(ResultsTab::Hazards);
}

} // namespace warpscope::panels
