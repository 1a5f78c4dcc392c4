// A lesson that is played: its moments in their order, the question of each, what the class chose, and what
// has become of the counts since it was recorded. Values only: whoever plays it brings the runs.
#pragma once

#include "app/lesson/lesson.h"
#include "sim/labs/lessons.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::lesson {

/// Returns the lesson of this name that travels with the program, or that of a .toml file; nullopt with a
/// sentence in `error`.
[[nodiscard]] std::optional<labs::CourseLesson> find_course(const std::string& name_or_path,
                                                            std::string& error);

/// Those that travel with the program.
struct CourseTitle {
  std::string id, title;
  std::uint32_t minutes = 0;
};
[[nodiscard]] const std::vector<CourseTitle>& course_titles();
/// The lesson after this one; null: it is the last one, or of a file.
[[nodiscard]] const CourseTitle* next_course(std::string_view id);

/// Returns the unit of `n` of what a moment counts: "wavefront", "sectors"; empty for a count without one.
[[nodiscard]] std::string_view unit_of_count(std::string_view count, std::uint64_t n);

class Course {
 public:
  enum class Phase : std::uint8_t {
    Waiting, ///< the moment's run is on its way
    Asked,   ///< the class is asked; what the moment hides stays hidden
    Shown
  };
  /// What a step leads to.
  enum class Step : std::uint8_t {
    Stays,   ///< there is nothing further in this direction, or the run is still awaited
    Shows,   ///< the answer to this moment's question
    Changes, ///< another moment: its run is to be brought
    Ends,    ///< beyond the last moment, whose end was said before
  };

  explicit Course(labs::CourseLesson lesson);

  [[nodiscard]] const labs::CourseLesson& lesson() const { return lesson_; }
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] const labs::Moment& moment() const { return lesson_.moments[index_]; }
  [[nodiscard]] Phase phase() const { return phase_; }
  /// The present question is asked and has not been answered: nothing of the picture may tell the counts.
  [[nodiscard]] bool hides() const { return phase_ != Phase::Shown && moment().hide; }
  /// The question stands on the screen.
  [[nodiscard]] bool question_in_sight() const;

  // ---- two keys
  Step next(); ///< asks first, then shows, then goes on
  Step back(); ///< the moment before, as it was shown
  /// The step behind the last moment: its end is said, the next step leaves it.
  [[nodiscard]] bool ended() const { return ended_; }
  void go_to(std::size_t index); ///< its question, if it has one, is asked

  // ---- the question
  void ask_or_hide(); ///< the question vanishes and comes back; an answered one is asked again
  /// From 0; one that is not there is ignored. It may change until the answer is shown.
  void choose(std::size_t choice);
  [[nodiscard]] std::optional<std::size_t> chosen() const { return marks_[index_].chosen; }
  /// Index of the right choice; nullopt: no choices, or none of them is what this run counts.
  [[nodiscard]] std::optional<std::size_t> right() const;
  /// The class's first answers to questions with a right choice.
  struct Score {
    std::uint32_t right = 0, of = 0;
    bool operator==(const Score&) const = default;
  };
  [[nodiscard]] Score score() const;
  void forget_score(); ///< a question that is asked again counts again
  [[nodiscard]] bool done(std::size_t index) const { return marks_[index].shown; } ///< it was shown

  // ---- its run
  using Counts = std::map<std::string, std::uint64_t>;
  /// Finds the access and counts it. `run` and `playback` are only read here. `of_program`: what the whole
  /// program counted, where the lab is one (program_lesson_counts()).
  void arrived(const run::Result& run, const playback::Playback& playback, const Device& device,
               const Counts& of_program = {});
  void failed(std::string why); ///< there will be no run: the lab does not compile
  /// nullopt: not there (yet).
  [[nodiscard]] const std::optional<LessonPlace>& place() const { return place_; }
  [[nodiscard]] std::uint32_t last_wavefront() const { return last_wavefront_; }
  /// The moment's sentence with this run's numbers.
  [[nodiscard]] const std::string& sentence() const { return sentence_; }
  /// Why the moment cannot be shown as it was recorded; empty: it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  struct Moved {
    std::uint64_t recorded = 0, now = 0;
  };
  [[nodiscard]] const std::optional<Moved>& moved() const { return moved_; } ///< the count is another one
  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// Parameters and their values, for sentences.
  [[nodiscard]] const std::map<std::string, std::string>& words() const { return words_; }

 private:
  struct Mark {
    bool shown = false;
    std::optional<std::size_t> chosen;
    std::optional<bool> first_was_right; ///< the answer that counts
  };
  void enter(std::size_t index, bool shown);
  void show();

  labs::CourseLesson lesson_;
  std::vector<Mark> marks_;
  std::size_t index_ = 0;
  Phase phase_ = Phase::Waiting, after_ = Phase::Shown; ///< after_: what follows Waiting
  bool aside_ = false;                                  ///< the question was put aside
  bool ended_ = false;
  std::optional<LessonPlace> place_;
  std::uint32_t last_wavefront_ = 0;
  std::string sentence_, problem_;
  std::optional<Moved> moved_;
  Counts counts_;
  std::map<std::string, std::string> words_;
};

} // namespace warpscope::lesson
