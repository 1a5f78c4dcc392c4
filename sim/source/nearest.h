// "Did you mean": finds the known name closest to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

/// Returns the candidate within an edit distance of 1 (short names) or 2 (from four letters on; a swap of
/// neighbours counts 1), ignoring case; empty if there is none. Names longer than 64 bytes match nothing.
[[nodiscard]] std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

} // namespace warpscope::source
