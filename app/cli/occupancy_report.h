// How many warps of a launch's blocks an SM holds, what limits them, and how that changes with the size of a
// block: as text and as JSON. For blocks of any shape.
#pragma once

#include "sim/base/device.h"
#include "sim/model/occupancy.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::cli {

struct OccupancyReport {
  const Device& device;
  model::OccupancyRequest now; ///< the launch's block
  std::string registers_from;  ///< who says how many there are; empty: nobody
};

/// Blocks of 32 threads, 64, … up to the largest, and the launch's own: ascending.
[[nodiscard]] std::vector<std::uint64_t> block_sizes(const OccupancyReport& report);
[[nodiscard]] std::string occupancy_text(const OccupancyReport& report, bool color, std::size_t width);
[[nodiscard]] nlohmann::ordered_json occupancy_json(const OccupancyReport& report);

} // namespace warpscope::cli
