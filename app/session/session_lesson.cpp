// The session's part of a lab's lesson: set what it sets, play to its access, stop there.
#include "app/language/language.h"
#include "app/session/session.h"

#include <algorithm>

namespace warpscope::session {

namespace {

constexpr std::uint64_t run_up = 6; ///< steps played before the access, so that one sees where it comes from

} // namespace

std::string Session::show_me() {
  if (document_.mode != document::SourceMode::Kernel || !picture_ || !picture_->scenario.lesson)
    return std::string(language::tr("lesson.open_first"));
  if (stale_) return std::string(language::tr("lesson.stale"));
  const source::Lesson lesson = *picture_->scenario.lesson;
  const auto value_now = [&](const Parameter& parameter) {
    return std::any_of(lesson.set.begin(), lesson.set.end(), [&](const auto& set) {
      return set.first == parameter.name && set.second != parameter.value;
    });
  };
  const std::vector<Parameter> now = parameters();
  if (std::none_of(now.begin(), now.end(), value_now)) return begin_lesson();
  history_.seal();
  edit(document::DocumentPart::Choice, [&](document::Document& d) {
    for (const auto& [name, value] : lesson.set) {
      const auto known = std::find_if(d.choices.begin(), d.choices.end(),
                                      [&, n = name](const auto& choice) { return choice.first == n; });
      if (known != d.choices.end()) known->second = value;
      else d.choices.emplace_back(name, value);
    }
  });
  history_.seal();
  lesson_generation_ = generation_;
  return {};
}

Session::LessonState Session::lesson_state() const {
  if (lesson_generation_ || lesson_stop_) return LessonState::Playing;
  return lesson_ ? LessonState::Answered : LessonState::Asked;
}

void Session::forget_lesson() {
  lesson_problem_.clear();
  lesson_.reset();
  lesson_stop_.reset();
  lesson_generation_.reset();
}

void Session::lesson_arrived() {
  if (lesson_generation_ != generation_) return;
  lesson_generation_.reset();
  lesson_problem_ = begin_lesson();
}

std::string Session::begin_lesson() {
  std::string why_not;
  forget_lesson();
  lesson_ = lesson::answer_lesson(*picture_, playback_, why_not);
  if (!lesson_) return why_not;
  if (counts_hidden()) reveal();
  marks_.looping = false; // a loop would never get there
  const std::uint64_t first = track_.step_of({lesson_->place.event, lesson_->first_wavefront});
  const std::uint64_t last = track_.step_of({lesson_->place.event, lesson_->last_wavefront});
  if (settings.reduce_motion) {
    seek(last);
    playing_ = false;
    return {};
  }
  seek(first - std::min(first, run_up));
  since_step_ = 0;
  playing_ = true;
  lesson_stop_ = last;
  return {};
}

void Session::stop_at_lesson() {
  if (!lesson_stop_ || step_ < *lesson_stop_) return;
  step_ = *lesson_stop_;
  playing_ = false;
  fraction_ = 0;
  lesson_stop_.reset();
}

} // namespace warpscope::session
