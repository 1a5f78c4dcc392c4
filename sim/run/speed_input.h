// A simulation as the speed model is told of it.
#pragma once

#include "sim/model/speed.h"
#include "sim/run/simulate.h"

#include <optional>

namespace warpscope::run {

/// `result` is of the whole grid and keeps the trace of one block, which stands for all (or `trace`, if
/// another run kept it). nullopt: there is none.
[[nodiscard]] std::optional<model::SpeedInput>
speed_input(const SimulationResult& result, const Device& device, const trace::BlockTrace* trace = nullptr);

} // namespace warpscope::run
