// What the chart of a sweep shows, simulated and measured: for the window's plot, for pictures and for
// tables. Pure.
#pragma once

#include "app/jobs/sweep.h"
#include "app/measuring/evidence.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::measuring {

struct ChartChoice {
  std::size_t measure = 0; ///< index into all_measures()
  bool each = true;        ///< per request; otherwise for the launch
  bool time = false;       ///< the time of a launch in microseconds instead of a count: measured only
};
struct ChartPoint {
  std::optional<jobs::SweepValue> simulated;
  std::optional<double> measured, lower, upper; ///< lower, upper: quartiles of times
};
struct ChartSeries {
  std::vector<ChartPoint> points; ///< in the sweep's order
  std::string device;             ///< such as "NVIDIA H200"; empty: nothing was measured
  bool has_ideal = false;
};
/// `evidence`: for each point, all on one device; null where there is none.
[[nodiscard]] ChartSeries chart_series(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                                       const ChartChoice& choice);
/// The label of the axis and the units, for one and for several.
struct ChartWords {
  std::string_view label, definition, unit, units;
};
[[nodiscard]] ChartWords chart_words(const ChartChoice& choice);
[[nodiscard]] bool has_times(const std::vector<EvidencePtr>& evidence);

/// sweep_text() with measured columns: each count as measured, times with quartiles, the device.
[[nodiscard]] std::string chart_text(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                                     bool csv);

} // namespace warpscope::measuring
