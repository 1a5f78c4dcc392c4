// What is asked of whoever learns: the lab's question with its "show me", and "how many wavefronts?" about
// the access at the playhead, for which the counts are hidden until it is answered.
#pragma once

#include "app/lesson/lesson.h"
#include "app/lesson/prediction.h"
#include "app/playback/playhead.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::lesson {

class Tutor {
 public:
  // ---- the lab's question
  enum class State : std::uint8_t { Asked, Playing, Answered };
  [[nodiscard]] State state(const playback::Playhead& time) const;
  /// With this run's numbers, once it was shown and until the text changes; and the access it is about.
  [[nodiscard]] const LessonAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }
  /// Why the access that was to be shown is not there with the new parameters; empty when it is.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Plays to the access that answers. Empty, or a sentence why it cannot.
  [[nodiscard]] std::string show(playback::Playhead& time, bool reduced_motion);
  /// The same for a lab that is a whole program, whose sentence speaks of all of it: to the access that its
  /// lesson names, where the launch on the stage has it.
  void show_sentence(playback::Playhead& time, std::string sentence, bool reduced_motion);
  /// The sentence alone: nothing of the program ran that could be shown.
  void say(playback::Playhead& time, std::string sentence);
  /// show() follows when the run of this job is on the stage.
  void show_later(std::uint64_t generation) { awaited_ = generation; }
  void run_arrived(std::uint64_t generation, playback::Playhead& time, bool reduced_motion);
  void forget_answer(playback::Playhead& time);

  // ---- predict, then reveal
  [[nodiscard]] const Prediction& prediction() const { return prediction_; }
  [[nodiscard]] bool counts_hidden() const { return prediction_.phase == Prediction::Phase::Asking; }
  /// Hides the counts until answer_question() or reveal(). Does nothing while there is no access to ask
  /// about.
  void ask(playback::Playhead& time);
  void type_guess(char digit);
  void erase_guess();
  /// Ends the question: with the number typed, or without one.
  void end_question(const playback::Playhead& time, bool with_number);
  void dismiss_verdict();
  /// The run is another one: a question about its access stays open (`edited`), anything else is over.
  void run_changed(const playback::Playhead& time, bool edited);
  /// The verdict on the access at the playhead; empty when there is none.
  [[nodiscard]] std::string verdict(const playback::Playhead& time) const;

 private:
  void play_to_answer(playback::Playhead& time, bool reduced_motion);

  std::optional<LessonAnswer> answer_;
  std::string problem_;
  std::optional<std::uint64_t> awaited_; ///< the job whose run is waited for
  Prediction prediction_;
};

} // namespace warpscope::lesson
