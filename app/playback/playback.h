// Time as a place: which event of the traced block, and which wavefront inside it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/trace/block_trace.h"

namespace warpscope {

/// A step is a wavefront of a shared access; a global, constant or local access and a barrier release are one step each.
struct Moment {
  std::size_t event = 0;
  std::uint32_t wavefront = 0;
  bool operator==(const Moment&) const = default;
};

} // namespace warpscope
