// The lessons of assets/lessons, embedded in the binary: each is an ordered list of moments, of which every
// one is a place in a run of a lab. The reader checks a file by itself; whether a lab has that place, a test
// asks (tests/run/course_test.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::labs {

/// One thing that is shown: a lab with chosen parameters, in a scene, at one run of one access.
struct Moment {
  std::string lab;                                      ///< an id of labs()
  std::vector<std::pair<std::string, std::string>> set; ///< parameters and the values they get
  std::string scene; ///< an id of app/view's scenes; empty: the access's own
  /// What is chosen in the scene, in its own words (app/view/scene_choices.h): the lane of a fragment.
  std::vector<std::pair<std::string, std::string>> show;
  std::string kernel;                ///< of a whole program: whose first launch is shown; empty: the longest
  std::string at;                    ///< a piece of the line, as in a lab's [lesson]
  std::string access;                ///< "load", "store", "atomic"; empty: whichever costs most
  std::uint32_t turn = 0;            ///< which run of the access, from 1; 0: the costliest
  std::optional<std::uint32_t> warp; ///< whose run it is; nullopt: the first warp's that gets there
  std::string say;                   ///< the sentence that is said, with {names} of counts and parameters
  std::string ask;                   ///< what the class is asked before; empty: nothing
  bool hide = false;                 ///< the counts stay hidden until they are asked for
  /// What of the access is counted, such as "wavefronts" (app/lesson/lesson.h), and what it was when the
  /// moment was recorded.
  std::string count;
  std::optional<std::uint64_t> counted;
  /// What the class may choose from: numbers, of which the one that is counted now is right, or sentences, of
  /// which number `right` is (from 1).
  std::vector<std::string> choices;
  std::uint32_t right = 0;
  bool operator==(const Moment&) const = default;
};

inline constexpr std::size_t fewest_choices = 2, most_choices = 3;

struct CourseLesson {
  std::string id;                    ///< the file name without .toml
  std::string title, aims, mistakes; ///< mistakes: what students get wrong
  std::string task;                  ///< what the handout asks for at its end; may be empty
  std::uint32_t minutes = 0;
  std::uint32_t number = 0; ///< its place in the course, from 1; 0: none
  std::vector<Moment> moments;
  bool operator==(const CourseLesson&) const = default;
};

/// Reads the TOML of a lesson. What is wrong is added to `problems`, one sentence each; the moments that
/// could be read are returned all the same.
[[nodiscard]] CourseLesson read_lesson(std::string_view id, std::string_view toml,
                                       std::vector<std::string>& problems);

/// Returns the file of a lesson, which read_lesson() reads as the same lesson.
[[nodiscard]] std::string write_lesson(const CourseLesson& lesson);

/// Those that travel with the program, in the order of the course.
[[nodiscard]] const std::vector<CourseLesson>& course_lessons();

} // namespace warpscope::labs
