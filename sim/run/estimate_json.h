// An estimate as `sim --json`, `compare --json` and `run --report` write it.
#pragma once

#include "sim/run/estimate.h"
#include "sim/run/estimate_error.h"

#include <nlohmann/json.hpp>

namespace warpscope::run {

/// {"seconds", "interval": {"low", "high"} or null, "bottleneck", "parts": {name: seconds}, "means":
/// {"model": "machine" or "plain", "code": "read", "predicted" or "as written", "why": what stands against
/// better ones, if so, "why_not_read": why there is no compiler's code, where one was looked for,
/// "estimated_from": the probed device that stands in, if so}}; without an estimate {"seconds": null,
/// "why_not"}.
[[nodiscard]] nlohmann::ordered_json to_json(const std::optional<Estimate>& estimate,
                                             const std::string& why_not);

/// {"ratio", "interval" or null, "winner": "a", "b" or null, "why_no_winner", if so}.
[[nodiscard]] nlohmann::ordered_json to_json(const Speedup& speedup);

/// The result's document (result.h) with the launch's estimated time under "estimate".
[[nodiscard]] std::string to_json(const Result& result, const std::optional<Estimate>* estimate,
                                  const std::string& why_not);

} // namespace warpscope::run
