// Arithmetic of half and bfloat16, of one number and of two in a word.
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// `operation`: a program::HalfOp plus program::HalfFlags. Correctly rounded; NaN is 0x7fff. Of one number
/// the upper half of the result is 0.
[[nodiscard]] std::uint32_t half_math(std::uint32_t operation, std::uint32_t a, std::uint32_t b,
                                      std::uint32_t c);

} // namespace warpscope::exec
