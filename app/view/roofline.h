// A roofline as a Picture: operations a second over operations a byte, both on logarithmic axes.
#pragma once

#include "app/view/picture.h"
#include "app/view/theme.h"

#include <string>
#include <vector>

namespace warpscope::view {

struct RooflineRoof {
  std::string name; ///< "DRAM"
  double rate = 0;  ///< bytes a second
  bool lowest = false;
};
struct RooflinePoint {
  double intensity = 0, rate = 0; ///< operations a byte; operations a second
  std::string label;              ///< where there is room
  bool measured = false;          ///< a diamond; else a disc
  bool lowest = false;            ///< of the memory that bounds
  double low = 0, high = 0;       ///< operations a second: an interval, as a line; 0: none
};
struct RooflineInput {
  std::vector<RooflineRoof> roofs;
  double peak = 0; ///< operations a second
  std::string peak_name;
  std::vector<RooflinePoint> points; ///< later ones are on top
  float width = 640, height = 240, scale = 1;
  const Theme* theme = nullptr; ///< null: dark
};
[[nodiscard]] Picture build_roofline(const RooflineInput& input);

/// Returns "4.8 T", "350 G", "12 M": three digits and the prefix of a thousand.
[[nodiscard]] std::string prefixed(double value);

} // namespace warpscope::view
