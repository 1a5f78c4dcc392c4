// What the chart of a sweep shows, simulated and measured: for the window's plot, for pictures and for
// tables. Pure.
#pragma once

#include "app/jobs/sweep.h"
#include "app/jobs/worker.h"
#include "app/measuring/evidence.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::measuring {

struct ChartChoice {
  std::size_t measure = 0; ///< index into all_measures()
  bool each = true;        ///< per request; otherwise for the launch
  bool time = false;       ///< the time of a launch in microseconds instead of a count
};
struct ChartPoint {
  std::optional<jobs::SweepValue> simulated;
  std::optional<double> measured, lower, upper; ///< lower, upper: quartiles of times
  std::optional<double> estimated, low, high;   ///< of times: by the model, with its interval
};
struct ChartSeries {
  std::vector<ChartPoint> points; ///< in the sweep's order
  std::string device;             ///< such as "NVIDIA H200"; empty: nothing was measured
  bool has_ideal = false;
};
using Estimates = std::vector<jobs::EstimatedPtr>; ///< for each point; null where there is none (yet)
/// `evidence`: for each point, all on one device; null where there is none.
[[nodiscard]] ChartSeries chart_series(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                                       const ChartChoice& choice, const Estimates& estimates = {});
/// The label of the axis and the units, for one and for several.
struct ChartWords {
  std::string_view label, definition, unit, units;
};
[[nodiscard]] ChartWords chart_words(const ChartChoice& choice);
[[nodiscard]] bool has_times(const std::vector<EvidencePtr>& evidence);

[[nodiscard]] bool has_estimates(const Estimates& estimates);

/// sweep_text() with measured columns: each count as measured, times with quartiles, the device; and the
/// model's times with their intervals.
[[nodiscard]] std::string chart_text(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                                     bool csv, const Estimates& estimates = {});

} // namespace warpscope::measuring
