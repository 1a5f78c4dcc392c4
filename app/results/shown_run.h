// A run that is on the stage or pinned, with what it was simulated from. Immutable and shared.
#pragma once

#include "app/playback/run.h"

#include <memory>
#include <string>
#include <vector>

namespace warpscope::results {

struct ShownRun {
  playback::RunPtr run;    ///< never null
  std::string text;        ///< the simulated text: spans refer to it
  std::vector<bool> sites; ///< those that stand in the person's text, by number; empty: all
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

} // namespace warpscope::results
