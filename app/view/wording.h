// Numbers, lanes and comparisons as words for sentences on screen.
#pragma once

#include "app/language/counted.h"
#include "sim/base/access.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::view {

/// Returns "one" to "twelve", then digits with separators.
[[nodiscard]] std::string number_word(std::uint64_t n);
/// Returns the lanes of a mask: "3", "0–7", "0–3, 8, 12–15"; more than `most` pieces end with "…".
[[nodiscard]] std::string lane_list(std::uint32_t mask, int most = 4);
/// Returns "shared load", "global atomic".
[[nodiscard]] std::string_view access_words(Space space, AccessKind kind);
/// Returns "shared memory".
[[nodiscard]] std::string_view memory_words(Space space);
/// Returns "Shared", which names the memory where the line is not known.
[[nodiscard]] std::string_view memory_lead(Space space);
/// Compares `before` with `after`: "32× fewer", "25 % more", "equal", "none left", "new".
[[nodiscard]] std::string ratio_words(std::uint64_t before, std::uint64_t after);
/// Returns "−31", "+4", "0".
[[nodiscard]] std::string difference_words(std::uint64_t before, std::uint64_t after);
/// Returns "80 %"; with a tenth below 20 ("12.5 %"); "100 %" and "0 %" only when exact.
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole);

/// Returns "0.41", "12.5", "340": of microseconds.
[[nodiscard]] std::string microseconds_text(double microseconds);

/// For whoever sees a bank conflict for the first time: what a lane and a bank are, and how many lanes wait
/// in its first wavefront. Empty: nobody waits.
[[nodiscard]] std::string first_words(const WarpAccess& access, AccessKind kind);

} // namespace warpscope::view
