// Follows which words of shared memory threads have written without a fence.proxy.async since.
#include "sim/races/proxy_fences.h"

#include <algorithm>

namespace warpscope::races {

void ProxyFences::barrier(std::uint64_t number) {
  Block& block = blocks_[number];
  block.all_waited = ++block.time;
}

void ProxyFences::order(const trace::OrderEvent& event, HazardList&) {
  Block& block = blocks_[event.block];
  switch (event.kind) {
  case trace::OrderKind::ObjectWait:
  case trace::OrderKind::ClusterWait: block.waited[event.warp] = ++block.time; return;
  case trace::OrderKind::FenceProduct: block.fenced[event.warp] = true; return;
  case trace::OrderKind::FenceProxy: {
    const auto found = block.waited.find(event.warp);
    const std::uint32_t waited = std::max(block.all_waited, found == block.waited.end() ? 0 : found->second);
    std::erase_if(block.words, [&](const auto& word) {
      return word.second.thread / warp_size == event.warp || word.second.time < waited;
    });
    return;
  }
  default: return;
  }
}

void ProxyFences::access(const trace::AccessEvent& event, bool copies, HazardList& found) {
  if (event.space != Space::Shared) return;
  const bool other_way = event.access.bulk || event.access.product;
  if (copies && !other_way) return; // cp.async
  Block& block = blocks_[event.block];
  if (event.access.product && !block.fenced[event.warp]) {
    Hazard hazard;
    hazard.missing = MissingFence::Product;
    hazard.first = hazard.second = {event.site, event.warp * warp_size};
    hazard.block = hazard.second_block = event.block;
    hazard.count = 1;
    found.add(hazard);
    block.fenced[event.warp] = true; // told once for each warp
  }
  if (!other_way && event.kind == AccessKind::Load) return;
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), thread = event.warp * warp_size + lane,
                        begin = event.access.offset[lane] / word_bytes,
                        end = (event.access.offset[lane] + event.access.width + word_bytes - 1) / word_bytes;
    for (std::uint32_t word = begin; word < end; ++word) {
      if (!other_way) {
        block.words[word] = {event.site, thread, block.time};
        continue;
      }
      const auto written = block.words.find(word);
      if (written == block.words.end()) continue;
      if (event.kind == AccessKind::Load) {
        Hazard hazard;
        hazard.missing = MissingFence::Proxy;
        hazard.first = {written->second.site, written->second.thread};
        hazard.second = {event.site, thread};
        hazard.block = hazard.second_block = event.block;
        hazard.offset = word * word_bytes;
        hazard.count = 1;
        found.add(hazard);
      } else {
        block.words.erase(written); // what a copy has written, a copy may read
      }
    }
  }
}

} // namespace warpscope::races
