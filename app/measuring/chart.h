// What the chart of one thing varied shows, simulated and measured: for the window's plot, for pictures and
// for tables. Pure.
#pragma once

#include "app/jobs/sweep.h"
#include "app/measuring/evidence.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::measuring {

struct ChartChoice {
  std::size_t measure = 0; ///< an index into all_measures()
  bool each = true;        ///< of one request, else of the launch
  bool time = false;       ///< what a launch took, in microseconds, instead of a count: measured only
};
struct ChartPoint {
  std::optional<jobs::SweepValue> simulated;
  std::optional<double> measured, lower, upper; ///< the latter two: quartiles of times
};
struct ChartSeries {
  std::vector<ChartPoint> points; ///< as the sweep's
  std::string device;             ///< "NVIDIA H200"; empty: nothing of this was measured
  bool has_ideal = false;
};
/// `evidence`: of each point, all on one device; null where there is none.
[[nodiscard]] ChartSeries chart_series(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                                       const ChartChoice& choice);
/// The axis' label and the units, for one of a value and for more.
struct ChartWords {
  std::string_view label, definition, unit, units;
};
[[nodiscard]] ChartWords chart_words(const ChartChoice& choice);
[[nodiscard]] bool has_times(const std::vector<EvidencePtr>& evidence);

/// sweep_text() with what was measured behind it: each count as measured, times with quartiles, the device.
[[nodiscard]] std::string chart_text(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                                     bool csv);

} // namespace warpscope::measuring
