// The lessons of assets/lessons, embedded in the binary: each is an ordered list of moments, of which every
// one is a place in a run of a lab. The reader checks a file by itself; whether a lab has that place, a test
// asks (tests/run/course_test.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::labs {

/// One thing that is shown: a lab with chosen parameters, in a scene, at one run of one access.
struct Moment {
  std::string lab;                                      ///< an id of labs()
  std::vector<std::pair<std::string, std::string>> set; ///< parameters and the values they get
  std::string scene;      ///< an id of app/view's scenes; empty: the access's own
  std::string at;         ///< a piece of the line, as in a lab's [lesson]
  std::string access;     ///< "load", "store", "atomic"; empty: whichever costs most
  std::uint32_t turn = 0; ///< which run of the access, from 1; 0: the costliest
  std::string say;        ///< the sentence that is said
  std::string ask;        ///< what the class is asked before; empty: nothing
  bool hide = false;      ///< the counts stay hidden until they are asked for
};

struct CourseLesson {
  std::string id;                    ///< the file name without .toml
  std::string title, aims, mistakes; ///< mistakes: what students get wrong
  std::uint32_t minutes = 0;
  std::vector<Moment> moments;
};

/// Reads the TOML of a lesson. What is wrong is added to `problems`, one sentence each; the moments that
/// could be read are returned all the same.
[[nodiscard]] CourseLesson read_lesson(std::string_view id, std::string_view toml,
                                       std::vector<std::string>& problems);

/// Those that travel with the program, by their file names.
[[nodiscard]] const std::vector<CourseLesson>& course_lessons();

} // namespace warpscope::labs
