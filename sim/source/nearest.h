// "Did you mean": the known name that a mistyped one is closest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

/// The candidate within an edit distance of 1 (short names) or 2 (from four letters on; a swap of neighbours
/// counts 1), ignoring case; empty if there is none. Names longer than 64 bytes match nothing.
[[nodiscard]] std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

} // namespace warpscope::source
