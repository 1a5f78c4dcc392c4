// Converts a simulation to the input of the speed model.
#pragma once

#include "sim/model/speed.h"
#include "sim/run/simulate.h"

#include <optional>

namespace warpscope::run {

/// `result` covers the whole grid and holds the trace of one block, which stands for all (`trace`, if another
/// run recorded it). nullopt without a trace.
[[nodiscard]] std::optional<model::SpeedInput> speed_input(const Result& result, const Device& device,
                                                           const trace::BlockTrace* trace = nullptr);

} // namespace warpscope::run
