// Which threads' accesses are one warp instruction. Input: what each lane of a warp did, as the sequence of
// nodes it went through. Lanes that go different ways at a node walk apart, one way after the other, up to
// the node's immediate post-dominator, and are one again from there.
#pragma once

#include "tests/reference/code.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace reference {

inline constexpr std::uint32_t no_node = ~0u;

/// For each node the first one that all its ways to a return pass, no_node if they only have the end in
/// common. By the definition: sets of post-dominators, made smaller until they are stable.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const std::vector<Block>& blocks);

struct LanePath {
  std::uint32_t lane = 0;
  std::vector<std::uint32_t> nodes;
  std::size_t at = 0; ///< how far align() has come
};

/// Calls `together(node, lanes)` for each time that lanes execute a node together.
void align(std::vector<LanePath*> lanes, std::uint32_t stop, const std::vector<std::uint32_t>& meeting,
           const std::function<void(std::uint32_t, const std::vector<LanePath*>&)>& together);

} // namespace reference
