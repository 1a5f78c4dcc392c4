// A bar chart as a Picture, for export: the window draws the same numbers with a plot widget.
#pragma once

#include "app/view/picture.h"
#include "app/view/theme.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

struct ChartBar {
  std::string label;  ///< below the bar
  std::string number; ///< above the bar, where there is room
  std::optional<double> value;
  std::optional<double> ideal; ///< a mark across the bar; what exceeds it is coloured as a conflict
  bool present = false;        ///< the current value, marked with a ring
  /// A second bar beside it; lower and upper: quartiles, drawn as a line.
  std::optional<double> measured, lower, upper;
  /// A hollow bar in the place of `value`: by the model, with its interval as a line.
  std::optional<double> estimated, low, high;
};
struct ChartInput {
  std::string title, subtitle, axis; ///< axis: the quantity that is varied
  std::vector<ChartBar> bars;
  std::string device; ///< the device that was measured; empty: there are no measurements
  float width = 1280, height = 720;
  const Theme* theme = nullptr; ///< null: dark
};
[[nodiscard]] Picture build_chart(const ChartInput& input);

} // namespace warpscope::view
