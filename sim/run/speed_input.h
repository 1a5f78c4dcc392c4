// A simulation as the speed model is told of it.
#pragma once

#include "sim/model/speed.h"
#include "sim/run/simulate.h"

#include <optional>

namespace warpscope {

/// `result` is of the whole grid and keeps the trace of one block, which stands for all (or `trace`, if
/// another run kept it). nullopt: there is none.
[[nodiscard]] std::optional<SpeedInput> speed_input(const SimulationResult& result, const Device& device,
                                                    const BlockTrace* trace = nullptr);

} // namespace warpscope
