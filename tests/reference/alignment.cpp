// Aligns the paths of lanes into warp instructions, by the definition of post-dominators.
#include "tests/reference/alignment.h"

#include <map>
#include <stdexcept>

namespace reference {

std::vector<std::uint32_t> immediate_post_dominators(const std::vector<Block>& blocks) {
  const std::size_t count = blocks.size();
  const std::vector<bool> all(count, true);
  std::vector<std::vector<bool>> sets(count, all);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = count; i-- > 0;) {
      std::vector<bool> set(count, !blocks[i].next.empty());
      for (const std::uint32_t next : blocks[i].next)
        for (std::size_t k = 0; k < count; ++k)
          if (!sets[next][k]) set[k] = false;
      set[i] = true;
      if (set == sets[i]) continue;
      sets[i] = std::move(set);
      changed = true;
    }
  }
  const auto size = [&](std::size_t i) {
    std::size_t sum = 0;
    for (const bool member : sets[i]) sum += member ? 1 : 0;
    return sum;
  };
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < count; ++i) sizes.push_back(size(i));
  std::vector<std::uint32_t> result(count, no_node);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < count; ++k)
      if (k != i && sets[i][k] && sizes[k] + 1 == sizes[i]) result[i] = static_cast<std::uint32_t>(k);
  return result;
}

void align(std::vector<LanePath*> lanes, std::uint32_t stop, const std::vector<std::uint32_t>& meeting,
           const std::function<void(std::uint32_t, const std::vector<LanePath*>&)>& together) {
  while (!lanes.empty()) {
    const std::uint32_t node = lanes.front()->nodes[lanes.front()->at];
    for (const LanePath* lane : lanes)
      if (lane->nodes[lane->at] != node) throw std::runtime_error("lanes that should be together are not");
    if (node == stop) return;
    together(node, lanes);
    std::map<std::uint32_t, std::vector<LanePath*>> ways;
    for (LanePath* lane : lanes)
      if (++lane->at < lane->nodes.size()) ways[lane->nodes[lane->at]].push_back(lane);
    if (ways.size() > 1)
      for (const auto& [to, some] : ways) align(some, meeting[node], meeting, together);
    std::vector<LanePath*> left;
    for (LanePath* lane : lanes)
      if (lane->at < lane->nodes.size()) left.push_back(lane);
    lanes = std::move(left);
  }
}

} // namespace reference
