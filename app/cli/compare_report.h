// The output of `warpscope compare`: a table for a person, rows for a script.
#pragma once

#include "app/compare/compare.h"
#include "app/compare/outputs.h"
#include "sim/run/estimate.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

/// A comparison and its launch.
struct ComparedLaunch {
  std::string lab, parameters; ///< "transpose_tile", "WIDTH=1024 PAD=0"
  std::string text;            ///< the file's text
  std::string origin;          ///< "measured now", "recorded", "FILE.json"
  protocol::Recording recording;
  compare::MeasuredComparison comparison;
  std::optional<run::Estimate> estimate; ///< nullopt: no_estimate says why
  std::string no_estimate;
  /// The estimates that stand in for it elsewhere (compare --models); nullopt: they were not asked for.
  struct OtherEstimates {
    std::optional<run::Estimate> as_written, plain;
    std::string no_as_written, no_plain;
  };
  std::optional<OtherEstimates> others;
  std::vector<compare::ComparedOutput> outputs;
};

[[nodiscard]] std::string compare_report(const ComparedLaunch& launch, bool color, unsigned width);
/// Returns a line for each lab and device, then every row that is unexplained.
[[nodiscard]] std::string compare_summary(const std::vector<ComparedLaunch>& launches, bool color,
                                          unsigned width);

/// {"rows": [{"lab", "parameters", "line", "counter", "simulated", "predicted", "read", "as_written",
/// "as_compiled", "why", "because", "device"}], "launches": […]}; "line" is null for a total.
[[nodiscard]] nlohmann::ordered_json compare_json(const std::vector<ComparedLaunch>& launches);

} // namespace warpscope::cli
