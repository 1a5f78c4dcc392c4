// Hands out the faults of a run's result.
#include "app/playback/run_faults.h"

#include "sim/run/result.h"

namespace warpscope::playback {

std::span<const trace::Fault> faults_of(const Run& run) { return run.result().run.faults; }

} // namespace warpscope::playback
