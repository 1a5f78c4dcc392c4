// The lanes of a warp whose access left its array, and the element that each of them wanted.
#pragma once

#include "sim/run/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::results {

struct LaneTarget {
  std::uint32_t lane = 0;
  bool outside = false;
  bool known = true;      ///< false: the address is so far away that only that is known
  std::int64_t index = 0; ///< of the element, negative before the array
  std::string name;       ///< "tile[32][0]"
};

struct LanesOutside {
  std::string array;          ///< "tile"
  std::string shape;          ///< "tile[32][32]"
  std::uint64_t elements = 0; ///< that it has
  std::uint32_t warp = 0;
  std::uint32_t outside = 0;     ///< how many lanes leave it
  std::vector<LaneTarget> lanes; ///< that made the access, ascending
};

/// Returns them for the fault that ended the run; nullopt: no lane left an array with a name.
[[nodiscard]] std::optional<LanesOutside> lanes_outside(const run::Result& result);

} // namespace warpscope::results
