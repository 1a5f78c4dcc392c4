// A bar chart as a Picture, for files: the window draws the same numbers in a plot of its own.
#pragma once

#include "app/view/picture.h"
#include "app/view/theme.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

struct ChartBar {
  std::string label;  ///< under the bar
  std::string number; ///< over it, where there is room
  std::optional<double> value;
  std::optional<double> ideal;                  ///< a mark across the bar; a bar above it is a conflict's
  bool present = false;                         ///< ringed
  std::optional<double> measured, lower, upper; ///< a bar beside it; the latter two: quartiles, as a line
};
struct ChartInput {
  std::string title, subtitle, axis; ///< axis: what is varied
  std::vector<ChartBar> bars;
  std::string device; ///< that `measured` is of; empty: nothing was measured
  float width = 1280, height = 720;
  const Theme* theme = nullptr; ///< dark when null
};
[[nodiscard]] Picture build_chart(const ChartInput& input);

} // namespace warpscope::view
