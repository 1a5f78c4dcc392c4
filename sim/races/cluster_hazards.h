// Races between blocks of a cluster on their shared memory, for sim/races/hazards.h: what each warp did to
// the words of each block, with a clock for every warp of the cluster. The barrier of the cluster,
// cuda::barriers (of other blocks, too), __syncthreads and atomics pass on what a warp knows; a bulk copy is
// no warp's: it is known to those who have waited for the phase that its bytes belong to.
//
// Not modelled: what only some lanes of a warp know (all its lanes count as one); flags in global memory.
#pragma once

#include "sim/base/dim3.h"
#include "sim/races/word_accesses.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace warpscope::races {

/// Returns the lowest block of the cluster that the block belongs to.
[[nodiscard]] std::uint64_t first_of_cluster(const Dim3& grid, const Dim3& size, std::uint64_t block);

class ClusterHazards {
 public:
  ClusterHazards(const HazardOptions& options, HazardList& found);
  /// An access of shared memory, one's own or that of another block. `copies`: by a bulk or asynchronous
  /// copy.
  void access(const trace::AccessEvent& event, bool copies);
  void barrier(std::uint64_t block); ///< __syncthreads, or the cluster's
  void order(const trace::OrderEvent& event);
  void end(std::uint64_t block);
  /// Returns the block whose shared memory a block reaches by this offset of Space::Cluster.
  [[nodiscard]] std::uint64_t owner(std::uint64_t block, std::uint32_t offset) const;

 private:
  using Clock = std::vector<std::uint32_t>; ///< by warp of the cluster; behind them the copies of each block
  struct Seen {
    Place place;
    std::uint32_t agent = 0, time = 0; ///< a warp of the cluster, or a block's copies
    std::uint32_t lane = 0;
    std::uint32_t value = 0;
    bool known_value = false;
  };
  struct Cluster {
    std::uint64_t first = 0; ///< block
    std::uint32_t running = 0, begun = 0;
    std::vector<Clock> clocks;             ///< by agent
    std::map<std::uint32_t, Clock> phases; ///< of the cluster's barrier
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Clock> objects; ///< by rank, offset and
                                                                                      ///< phase
    std::map<std::pair<std::uint32_t, std::uint32_t>, Clock> flags;                   ///< by rank and word
    std::unordered_map<std::uint64_t, std::vector<Seen>> words; ///< by rank << 32 | word
    std::uint64_t kept = 0;
    std::map<std::uint64_t, bool> ended;
  };
  static constexpr std::uint32_t most_warps = 64;
  static constexpr std::uint64_t most_kept = 4u << 20;

  Cluster& of(std::uint64_t block);
  [[nodiscard]] std::uint32_t rank(std::uint64_t block) const;
  [[nodiscard]] std::uint64_t first_of(std::uint64_t block) const {
    return first_of_cluster(grid_, size_, block);
  }
  [[nodiscard]] std::uint64_t block_of(const Cluster& cluster, std::uint32_t rank) const;
  [[nodiscard]] std::uint32_t agent_of(std::uint64_t block, std::uint32_t warp) const {
    return rank(block) * most_warps + warp;
  }
  [[nodiscard]] std::uint32_t copies_of(std::uint64_t block) const {
    return static_cast<std::uint32_t>(size_.count()) * most_warps + rank(block);
  }
  static void join(Clock& to, const Clock& from);
  /// Passes on what the agent did and knows.
  static void release(Cluster& cluster, std::uint32_t agent, Clock& to);
  void touch(Cluster& cluster, std::uint32_t owner, std::uint32_t word, const Seen& now);

  Dim3 grid_, size_;
  const std::vector<HazardSite>& sites_;
  HazardList& found_;
  std::map<std::uint64_t, std::unique_ptr<Cluster>> clusters_; ///< that run, by their first block
};

} // namespace warpscope::races
