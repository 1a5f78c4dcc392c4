// The [check] of a scenario: compares an output with what a plainly written kernel of the same file computes.
#pragma once

#include "sim/base/element_type.h"

#include <cstdint>
#include <span>
#include <string>

namespace warpscope::source {

/// The element type of an output buffer.
struct OutputElement {
  ElementType type = ElementType::Other; ///< the type of its scalars (float4: F32); Other: compared as bytes
  std::uint32_t bytes = 0;               ///< bytes of the pointee (float4: 16)
};

struct Comparison {
  std::uint64_t mismatches = 0; ///< scalars (four in a float4) that differ, see elements_agree()
  std::string first;            ///< the first difference: "out[35] = 0, should be 35"; empty if there is none
};

/// Compares two buffers of `element`s; `name` is what the sentence calls them. A difference in length counts
/// as mismatches too.
[[nodiscard]] Comparison compare_outputs(OutputElement element, const std::string& name,
                                         std::span<const std::uint8_t> actual,
                                         std::span<const std::uint8_t> expected);

} // namespace warpscope::source
