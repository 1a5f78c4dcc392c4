// Plays a lesson: brings the run of each moment and stands at its access.
#include "app/language/language.h"
#include "app/lesson/program_answer.h"
#include "app/session/session.h"

#include <algorithm>
#include <utility>

namespace warpscope::session {

namespace {

/// The id of the moment's scene. While its counts are hidden it is that of the access: the scenes of a whole
/// block tell what the question asks for.
std::string scene_for(const lesson::Course& course, const trace::BlockTrace& trace) {
  if (!course.moment().scene.empty() && !course.hides()) return course.moment().scene;
  const Space space = trace.event(course.place()->event).space;
  return cost_rule(space) == CostRule::Sectors ? "sectors" : "banks";
}

/// The event that brings it to the stage, with what the moment chooses in it.
Event show_moment(const lesson::Course& course, const trace::BlockTrace& trace) {
  Event event{Event::Kind::ShowScene, scene_for(course, trace)};
  for (const auto& [name, value] : course.moment().show) event.choices[course.moment().scene][name] = value;
  return event;
}

} // namespace

std::string Session::play_lesson(const std::string& name_or_path, std::size_t moment) {
  std::string error;
  std::optional<labs::CourseLesson> lesson = lesson::find_course(name_or_path, error);
  if (!lesson) return error;
  reveal();
  lesson_.dismiss_verdict();
  unpin();
  end_course();
  course_.emplace(std::move(*lesson));
  left_at_.reset();
  if (const auto left = places_.find(course_->lesson().id);
      left != places_.end() && left->second < course_->lesson().moments.size())
    left_at_ = left->second;
  if (moment > 0) course_->go_to(moment);
  bring_moment();
  return {};
}

void Session::end_course() {
  scores_ = class_scores();
  places_ = lesson_places();
  course_.reset();
}

document::ClassScore Session::class_score() const {
  if (!course_) return {};
  document::ClassScore score;
  if (const auto before = scores_.find(course_->lesson().id); before != scores_.end()) score = before->second;
  const lesson::Course::Score now = course_->score();
  return {score.right + now.right, score.of + now.of};
}

Session::ClassScores Session::class_scores() const {
  ClassScores all = scores_;
  if (const document::ClassScore score = class_score(); score.of > 0) all[course_->lesson().id] = score;
  return all;
}

Session::LessonPlaces Session::lesson_places() const {
  LessonPlaces all = places_;
  if (!course_) return all;
  const std::size_t last = course_->lesson().moments.size() - 1, now = course_->index();
  // Whoever only looks at its beginning again does not lose the place; whoever has seen its end begins anew.
  if (now == last && course_->phase() == lesson::Course::Phase::Shown) all.erase(course_->lesson().id);
  else if (now > 0) all[course_->lesson().id] = now;
  return all;
}

std::optional<std::size_t> Session::left_at() const {
  return course_ && course_->index() == 0 && left_at_ && *left_at_ > 0 ? left_at_ : std::nullopt;
}

void Session::go_on_in_lesson() {
  if (const std::optional<std::size_t> left = left_at()) {
    course_->go_to(*left);
    bring_moment();
  }
}

void Session::clear_class_score() {
  if (!course_) return;
  scores_.erase(course_->lesson().id);
  course_->forget_score();
  ++version_;
}

void Session::bring_moment() {
  const labs::Moment& moment = course_->moment();
  moment_awaited_.reset();
  ++version_; // what the moment hides is hidden from now on
  const document::LabEntry* lab = catalog().find_lab(moment.lab);
  if (lab == nullptr)
    return course_->failed(language::trf("course.no_lab", language::arg("lab", moment.lab)));
  const document::Document& now = document();
  const bool same = now.mode == document::SourceMode::Kernel && now.lab == moment.lab &&
                    *now.kernel_text == lab->text && now.choices == moment.set && now.cuts.empty();
  if (!same) {
    Editing editing = edit();
    editing->set_lab(moment.lab);
    editing->set_choices(moment.set);
  }
  if (is_program() && program_due_) start_program(); // nobody types here: the next parameters are wanted now
  moment_awaited_ = runs_.generation();
  if (moment_has_come()) meet_moment();
}

bool Session::moment_has_come() {
  if (!moment_awaited_ || runs_.stale() || runs_.run() == nullptr ||
      runs_.shown_generation() != runs_.generation())
    return false;
  if (!is_program()) return runs_.shown_generation() == *moment_awaited_;
  if (programs_.phase() != jobs::Programs::Phase::Ended || programs_.replay() == nullptr) return false;
  const std::optional<std::size_t> wanted = lesson::launch_of_moment(*programs_.record(),
                                                                     course_->moment().kernel);
  if (!wanted || programs_.looked_into() == wanted) return true; // without it the moment says what is missing
  choose_launch(*wanted);
  return false;
}

void Session::meet_moment() {
  moment_awaited_.reset();
  if (!course_ || runs_.picture() == nullptr) return;
  course_->arrived(*runs_.picture(), time_.playback(), edits_.device(),
                   is_program() ? lesson::program_lesson_counts(*programs_.record())
                                : lesson::Course::Counts());
  ++version_;
  if (!course_->place()) return;
  events_.push_back(show_moment(*course_, *time_.playback().trace()));
  time_.forget_stop();
  time_.stop_looping();
  play_moment();
}

/// While the number of wavefronts is what is asked, none of them is played.
void Session::play_moment() {
  if (!course_->place()) return;
  const std::size_t event = course_->place()->event;
  const std::uint64_t first = time_.track().step_of({event, 0}),
                      last = time_.track().step_of({event, course_->last_wavefront()});
  if (course_->hides() || settings.reduce_motion || first == last) {
    time_.seek(course_->hides() ? first : last);
    time_.pause();
  } else {
    time_.play_through(first, last);
  }
}

void Session::follow_lesson() {
  if (!course_ || !moment_awaited_) return;
  // The launch of a program may have been on the stage before the program had ended.
  if (is_program() && moment_has_come()) return meet_moment();
  if (busy()) return;
  const bool program = is_program();
  const bool there = runs_.shown_generation() == (program ? runs_.generation() : *moment_awaited_) &&
                     !runs_.stale();
  if (there && (!program || programs_.replay() != nullptr)) return;
  moment_awaited_.reset();
  const Diagnostics& said = runs_.diagnostics();
  const auto error = std::find_if(said.begin(), said.end(),
                                  [](const Diagnostic& d) { return d.severity == Severity::Error; });
  course_->failed(language::trf("course.not_compiled", language::arg("lab", course_->moment().lab),
                                language::arg("why", error == said.end() ? "" : error->message)));
  ++version_;
}

void Session::next_in_lesson() {
  if (!course_) return;
  switch (course_->next()) {
  case lesson::Course::Step::Changes: bring_moment(); break;
  case lesson::Course::Step::Shows:
    ++version_;
    if (course_->place()) events_.push_back(show_moment(*course_, *time_.playback().trace()));
    play_moment();
    break;
  case lesson::Course::Step::Ends:
    if (const lesson::CourseTitle* next = lesson::next_course(course_->lesson().id))
      (void)play_lesson(next->id);
    break;
  case lesson::Course::Step::Stays: ++version_; break; // its end may be said from now on
  }
}

void Session::back_in_lesson() {
  if (!course_) return;
  if (course_->back() == lesson::Course::Step::Changes) bring_moment();
  else ++version_;
}

void Session::ask_in_lesson() {
  if (!course_) return;
  const bool hid = course_->hides();
  course_->ask_or_hide();
  ++version_;
  if (course_->hides() && !hid) play_moment();
}

void Session::start_recording() {
  recording_ = lesson::new_recording();
  records_ = true;
}

std::string Session::record_moment(std::string_view scene, const document::SceneChoices& choices) {
  if (runs_.stale() || runs_.picture() == nullptr || time_.track().empty())
    return std::string(language::tr("course.no_run"));
  const document::Document& now = document();
  const document::LabEntry* lab = catalog().find_lab(now.lab);
  const bool untouched = lab != nullptr && now.mode == document::SourceMode::Kernel &&
                         *now.kernel_text == lab->text && now.cuts.empty();
  std::vector<std::pair<std::string, std::string>> shown;
  if (const auto chosen = choices.find(std::string(scene)); chosen != choices.end())
    shown.assign(chosen->second.begin(), chosen->second.end());
  std::string why_not;
  std::optional<labs::Moment> moment = lesson::moment_of({untouched ? now.lab : std::string(), now.choices,
                                                          std::string(scene), time_.moment().event,
                                                          counts_hidden(), std::move(shown)},
                                                         *runs_.picture(), time_.playback(), why_not);
  if (!moment) return why_not;
  recording_.moments.push_back(std::move(*moment));
  return {};
}

std::string Session::recording_file(const std::string& path) const {
  return lesson::file_of(recording_, path);
}

void Session::leave_lesson() {
  if (!course_) return;
  end_course();
  moment_awaited_.reset();
  time_.pause();
  ++version_;
}

} // namespace warpscope::session
