// Why an access costs what it costs, as one short clause: the last column of the results table. Every number
// is counted from the addresses; a clause about several accesses is true of each of them or says for how many
// it is.
#pragma once

#include "sim/base/access.h"
#include "sim/trace/block_trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::results {

/// For one access.
[[nodiscard]] std::string why_shared(const WarpAccess& access, AccessKind kind);
[[nodiscard]] std::string why_global(const WarpAccess& access, AccessKind kind = AccessKind::Load);
[[nodiscard]] std::string why_constant(const WarpAccess& access);
[[nodiscard]] std::string why_local(const WarpAccess& access);

/// For all accesses of each site in the traced block, by site; empty for a site without any. Examines the
/// first `most_accesses` of the block and says so when there are more.
inline constexpr std::size_t most_accesses_reasoned = 20'000;
[[nodiscard]] std::vector<std::string> why_sites(const trace::BlockTrace& trace, std::size_t sites,
                                                 std::size_t most_accesses = most_accesses_reasoned);

} // namespace warpscope::results
