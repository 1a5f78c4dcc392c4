// Plays to the access that answers a lab's question, and asks about the access at the playhead.
#include "app/lesson/tutor.h"

#include "sim/run/simulate.h"

#include <algorithm>
#include <utility>

namespace warpscope::lesson {

namespace {

constexpr std::uint64_t run_up = 6; ///< steps played before the access, to show where it comes from

/// Returns the access at the playhead; at a barrier the next one that has a count, else the last one before
/// it.
std::optional<std::size_t> asked_event(const playback::Playhead& time) {
  if (time.track().empty()) return std::nullopt;
  const trace::BlockTrace& trace = time.run()->trace();
  const auto can_ask = [&](std::size_t event) {
    const trace::BlockTrace::Event& e = trace.event(event);
    return e.kind == trace::StepKind::Access && e.mask != 0 && cost_rule(e.space) != CostRule::Uncounted;
  };
  const std::size_t now = time.moment().event;
  if (can_ask(now)) return now;
  for (std::size_t event = now + 1; event < trace.size() && event < now + 4096; ++event)
    if (can_ask(event)) return event;
  for (std::size_t n = 1; n <= now && n < 4096; ++n)
    if (can_ask(now - n)) return now - n;
  return std::nullopt;
}

} // namespace

Tutor::State Tutor::state(const playback::Playhead& time) const {
  if (awaited_ || time.plays_through()) return State::Playing;
  return answer_ ? State::Answered : State::Asked;
}

void Tutor::forget_answer(playback::Playhead& time) {
  problem_.clear();
  answer_.reset();
  awaited_.reset();
  time.forget_stop();
}

std::string Tutor::show(playback::Playhead& time, bool reduced_motion) {
  std::string why_not;
  forget_answer(time);
  answer_ = answer_lesson(time.run()->result(), time.playback(), why_not);
  if (!answer_) return why_not;
  play_to_answer(time, reduced_motion);
  return {};
}

void Tutor::say(playback::Playhead& time, std::string sentence) {
  forget_answer(time);
  answer_.emplace().sentence = std::move(sentence);
}

void Tutor::show_sentence(playback::Playhead& time, std::string sentence, bool reduced_motion) {
  say(time, std::move(sentence));
  if (time.run() == nullptr || time.playback().trace() == nullptr) return;
  const run::Result& picture = time.run()->result();
  std::optional<LessonPlace> place; // the sentence stands without one
  if (const std::optional<source::Lesson>& lesson = picture.scenario.lesson; lesson && picture.program) {
    std::string why_not;
    place = find_place(picture, time.playback(), {lesson->at, lesson->access, lesson->turn, {}}, why_not);
  }
  if (!place) return end_question(time, false);
  answer_->place = *place;
  answer_->last_wavefront = std::max(1u, time.playback().steps_of(place->event)) - 1;
  play_to_answer(time, reduced_motion);
}

void Tutor::play_to_answer(playback::Playhead& time, bool reduced_motion) {
  end_question(time, false);
  time.stop_looping(); // a loop would never get there
  const std::uint64_t first = time.track().step_of({answer_->place.event, answer_->first_wavefront});
  const std::uint64_t last = time.track().step_of({answer_->place.event, answer_->last_wavefront});
  if (reduced_motion) {
    time.seek(last);
    time.pause();
  } else {
    time.play_through(first - std::min(first, run_up), last);
  }
}

void Tutor::run_arrived(std::uint64_t generation, playback::Playhead& time, bool reduced_motion) {
  if (awaited_ != generation) return;
  awaited_.reset();
  problem_ = show(time, reduced_motion);
}

void Tutor::ask(playback::Playhead& time) {
  const std::optional<std::size_t> event = asked_event(time);
  if (!event) return;
  forget_answer(time); // its sentence has the count that is asked for
  time.play(false);
  time.seek_moment({*event, 0});
  prediction_ = {};
  prediction_.phase = Prediction::Phase::Asking;
}

void Tutor::type_guess(char digit) {
  if (counts_hidden()) type_digit(prediction_, digit);
}

void Tutor::erase_guess() {
  if (counts_hidden()) erase_digit(prediction_);
}

void Tutor::end_question(const playback::Playhead& time, bool with_number) {
  if (!counts_hidden()) return;
  const std::optional<std::size_t> event = asked_event(time);
  const std::optional<Question> question = event ? question_about(time.run()->trace(), *event) : std::nullopt;
  prediction_ = question ? answered(prediction_, *event, *question, with_number) : Prediction{};
}

void Tutor::dismiss_verdict() {
  if (!counts_hidden()) prediction_ = {};
}

void Tutor::run_changed(const playback::Playhead& time, bool edited) {
  if (!edited || !counts_hidden() || !asked_event(time)) prediction_ = {};
}

std::string Tutor::verdict(const playback::Playhead& time) const {
  if (time.track().empty() || time.moment().event != prediction_.event) return {};
  return verdict_of(prediction_);
}

} // namespace warpscope::lesson
