// Formats numbers with what they count: "1 wavefront", "1,024 wavefronts". Each thing has two rows in the
// language table, one for exactly one of it and one for any other number, so that no plural is made by
// appending a letter.
#pragma once

#include "sim/base/number_text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::language {

enum class Counted : std::uint8_t {
  Access,
  ActiveLane,
  Byte,
  Cycle,
  Lane,
  Line,
  Pass,
  Sector,
  Step,
  Turn,
  Warp,
  Wavefront,
  Word
};

/// Returns "1 wavefront", "1,024 wavefronts".
[[nodiscard]] std::string count_of(std::uint64_t n, Counted what);
/// Returns the word alone, for places where the number stands apart: "wavefronts". Empty for things that
/// never appear so.
[[nodiscard]] std::string_view unit_of(std::uint64_t n, Counted what);

/// Returns a share in tenths of a percent: at most 999 when it is not all, at least 1 when it is not nothing;
/// 0 when `whole` is 0.
[[nodiscard]] std::uint64_t percent_tenths(std::uint64_t part, std::uint64_t whole);
/// Returns "12.5", "50", "99.9": tenths only where they matter.
[[nodiscard]] std::string percent_text(std::uint64_t tenths);

} // namespace warpscope::language
