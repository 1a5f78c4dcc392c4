// The [check] of a scenario: an output compared with what a plainly written kernel of the same file computes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/program/program.h"

namespace warpscope {

struct Comparison {
  std::uint64_t mismatches = 0; ///< scalars (four in a float4) that disagree, see elements_agree()
  std::string first;            ///< "out[35] = 0, should be 35"; empty if none
};

/// `actual` and `expected` are buffers that `parameter` points at. A difference in length counts as mismatches too.
[[nodiscard]] Comparison compare_outputs(const Parameter& parameter, const std::string& name,
                                         std::span<const std::uint8_t> actual, std::span<const std::uint8_t> expected);

} // namespace warpscope
