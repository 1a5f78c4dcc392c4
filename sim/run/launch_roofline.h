// The roofline of a simulated launch.
#pragma once

#include "sim/model/roofline.h"
#include "sim/run/simulate.h"

#include <optional>
#include <string>

namespace warpscope::run {

/// `whole` covers the grid; `traced` kept one block with its values, whose operations stand for every
/// block's. nullopt, with a sentence in `why_not`, where one of them is missing or the device's rates are.
[[nodiscard]] std::optional<model::Roofline> launch_roofline(const Result& whole, const Result& traced,
                                                             const Device& device, std::string& why_not);

} // namespace warpscope::run
