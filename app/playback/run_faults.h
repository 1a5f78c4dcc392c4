// The faults of a run, for readers that need nothing else of its result.
#pragma once

#include "app/playback/run.h"
#include "sim/trace/event.h"

#include <span>

namespace warpscope::playback {

[[nodiscard]] std::span<const trace::Fault> faults_of(const Run& run);

} // namespace warpscope::playback
