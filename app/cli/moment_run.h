// The run of a lesson's moment: of its lab's launch, or of a launch of the whole program that the lab is.
#pragma once

#include "app/cli/cli.h"
#include "app/lesson/course.h"
#include "sim/base/device.h"
#include "sim/labs/lessons.h"
#include "sim/run/simulate.h"

#include <memory>
#include <string>

namespace warpscope::cli {

struct MomentRun {
  run::Request request;
  std::shared_ptr<const run::Result> result; ///< with a trace, unless there is a problem
  lesson::Course::Counts of_program;         ///< empty for a lab that is one launch
  std::string problem;
};
[[nodiscard]] MomentRun run_moment(const labs::Moment& moment, const Device& device,
                                   compile::Compiler& compiler, Console& console);

/// Returns what shows the moment's counts: "warpscope sim bank_stride --set STRIDE=2".
[[nodiscard]] std::string command_of(const labs::Moment& moment);

} // namespace warpscope::cli
