// Numbers with the word of what they count: "1 wavefront", "1,024 wavefronts". Each thing has two rows in the
// language table, one for exactly one of it and one for any other number, so that no word is made plural by a
// letter put behind it.
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

/// "1 wavefront", "1,024 wavefronts"
[[nodiscard]] std::string count_of(std::uint64_t n, Counted what);
/// The word alone, for where the number stands apart: "wavefronts". Empty for what never stands so.
[[nodiscard]] std::string_view unit_of(std::uint64_t n, Counted what);

/// A share in tenths of a percent; 999 at most for less than all, 1 at least for more than nothing; 0 of
/// nothing.
[[nodiscard]] std::uint64_t percent_tenths(std::uint64_t part, std::uint64_t whole);
/// "12.5", "50", "99.9": tenths where they say something.
[[nodiscard]] std::string percent_text(std::uint64_t tenths);

} // namespace warpscope::language
