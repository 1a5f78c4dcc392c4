// Small words for sentences on screen.
#pragma once

#include "app/language/counted.h"
#include "sim/base/access.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::view {

/// "one" … "twelve", then digits with thousands separated.
[[nodiscard]] std::string number_word(std::uint64_t n);
/// Lanes of a mask: "3", "0–7", "0–3, 8, 12–15"; more than `most` pieces end in "…".
[[nodiscard]] std::string lane_list(std::uint32_t mask, int most = 4);
/// "shared load", "global atomic"
[[nodiscard]] std::string_view access_words(Space space, AccessKind kind);
/// "shared memory"
[[nodiscard]] std::string_view memory_words(Space space);
/// "32× fewer", "25 % more", "equal", "none left", "new": from `before` to `after`.
[[nodiscard]] std::string ratio_words(std::uint64_t before, std::uint64_t after);
/// "−31", "+4", "0"
[[nodiscard]] std::string difference_words(std::uint64_t before, std::uint64_t after);
/// "80 %"; below 20 with a tenth ("12.5 %"); never "100 %" or "0 %" unless it is.
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole);

} // namespace warpscope::view
