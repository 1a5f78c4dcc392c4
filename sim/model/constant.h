// Constant memory: one pass for each distinct address of the warp. Source: as banks.h.
#pragma once

#include "sim/base/access.h"

namespace warpscope {

struct ConstantCounts {
  std::uint32_t requests = 0;
  std::uint32_t passes = 0; ///< distinct addresses; best 1, worst 32
  bool operator==(const ConstantCounts&) const = default;
};

[[nodiscard]] ConstantCounts count_constant(const WarpAccess& access);

} // namespace warpscope
