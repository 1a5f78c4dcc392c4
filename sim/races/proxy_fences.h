// Missing fences between two ways to shared memory, for sim/races/hazards.h. Threads go one way (the generic
// proxy), bulk copies and products of warpgroups (wgmma) another (the async proxy). What a thread has written
// is there for them only behind a fence.proxy.async on the way from the write to the copy; a barrier alone is
// none. Source: the PTX ISA's memory consistency model, "Proxies".
//
// Followed as the run showed it: a fence covers what its own warp has written, and what others wrote before
// the last barrier, or other wait, of its warp.
/// - Subject: Fences between proxies
/// - Modelled: what threads write into their block's shared memory and a bulk copy or wgmma then reads
/// without a fence.proxy.async between; wgmma without a wgmma.fence before it.
/// - Not modelled: the same fence in global memory, or behind a plain cp.async; a wgmma.fence that is missing
/// because registers were changed since the last one.
#pragma once

#include "sim/races/word_accesses.h"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace warpscope::races {

class ProxyFences {
 public:
  /// `copies`: the access belongs to an asynchronous copy or to a product.
  void access(const trace::AccessEvent& event, bool copies, HazardList& found);
  void order(const trace::OrderEvent& event, HazardList& found);
  void barrier(std::uint64_t block);
  void end(std::uint64_t block) { blocks_.erase(block); }

 private:
  struct Written {
    std::uint32_t site = 0, thread = 0;
    std::uint32_t time = 0; ///< waits of the block's warps until then
  };
  struct Block {
    std::uint32_t time = 0;
    std::unordered_map<std::uint32_t, Written> words; ///< written by threads, and no fence since
    std::map<std::uint32_t, std::uint32_t> waited;    ///< by warp: the time of its last wait
    std::map<std::uint32_t, bool> fenced;             ///< by warp: it has executed a wgmma.fence
    std::uint32_t all_waited = 0;                     ///< the time of the last barrier of the block
  };
  std::map<std::uint64_t, Block> blocks_;
};

} // namespace warpscope::races
