// The [check] of a scenario: an output compared with what a plainly written kernel of the same file computes.
#pragma once

#include "sim/base/element_type.h"

#include <cstdint>
#include <span>
#include <string>

namespace warpscope::source {

/// What an output buffer is made of.
struct OutputElement {
  ElementType type = ElementType::Other; ///< its scalars (float4: F32); Other: compared as bytes
  std::uint32_t bytes = 0;               ///< of what the pointer points at (float4: 16)
};

struct Comparison {
  std::uint64_t mismatches = 0; ///< scalars (four in a float4) that disagree, see elements_agree()
  std::string first;            ///< "out[35] = 0, should be 35"; empty if none
};

/// Two buffers of `element`s, called `name` in the sentence. A difference in length counts as mismatches too.
[[nodiscard]] Comparison compare_outputs(OutputElement element, const std::string& name,
                                         std::span<const std::uint8_t> actual,
                                         std::span<const std::uint8_t> expected);

} // namespace warpscope::source
