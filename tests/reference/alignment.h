// Decides which threads' accesses form one warp instruction. Input: for each lane of a warp, the sequence of
// nodes that it executed. Lanes that diverge at a node proceed separately, one side after another, up to the
// node's immediate post-dominator, where they reconverge.
#pragma once

#include "tests/reference/code.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace reference {

inline constexpr std::uint32_t no_node = ~0u;

/// Returns for each node the first one that all its paths to a return pass, or no_node if they have only the
/// end in common. By the definition: sets of post-dominators, reduced until they are stable.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const std::vector<Block>& blocks);

struct LanePath {
  std::uint32_t lane = 0;
  std::vector<std::uint32_t> nodes;
  std::size_t at = 0; ///< how far align() has advanced
};

/// Calls `together(node, lanes)` each time lanes execute a node together.
void align(std::vector<LanePath*> lanes, std::uint32_t stop, const std::vector<std::uint32_t>& meeting,
           const std::function<void(std::uint32_t, const std::vector<LanePath*>&)>& together);

} // namespace reference
