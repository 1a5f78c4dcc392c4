// A lesson that is recorded: what stands on the stage becomes a moment. Values only.
#pragma once

#include "app/lesson/lesson.h"
#include "sim/labs/lessons.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::lesson {

/// What is on the stage.
struct OnStage {
  std::string lab;                                          ///< id; empty: no lab, or an edited one
  std::vector<std::pair<std::string, std::string>> choices; ///< of its parameters, those set by hand
  std::string scene;
  std::size_t event = 0; ///< of the traced block
  bool asked = false;    ///< its counts are hidden: the class is asked for them
  std::vector<std::pair<std::string, std::string>> show; ///< what is chosen in the scene
};

/// Returns the moment that shows this access again; nullopt with a sentence in `why_not` when a lesson cannot
/// point at it.
[[nodiscard]] std::optional<labs::Moment> moment_of(const OnStage& stage, const run::Result& run,
                                                    const playback::Playback& playback, std::string& why_not);

/// An empty recording: texts that whoever records replaces in the file.
[[nodiscard]] labs::CourseLesson new_recording();

/// Returns the file of the recording, named after it, with minutes for its moments.
[[nodiscard]] std::string file_of(labs::CourseLesson recording, const std::string& path);

} // namespace warpscope::lesson
