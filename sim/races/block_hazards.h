// The races of one block, for sim/races/hazards.h: records the accesses between two barriers word by word and
// finds those that no happens-before edge orders.
#pragma once

#include "sim/races/quick_interval.h"
#include "sim/races/unwritten_reads.h"

namespace warpscope::races {

class GlobalNotes;

struct BlockHazards {
  /// `notes`: those of the sink; null without `global_in`.
  BlockHazards(GlobalAccesses* global_in, GlobalNotes* notes, HazardList& found_in,
               const HazardOptions& options);

  void begin(std::uint64_t block_in);
  void access(const trace::AccessEvent& event, CopyStage copy = CopyStage::None);
  void sync(std::uint32_t warp, std::uint32_t lanes);
  /// Another block of the cluster has stored there.
  void written(const trace::AccessEvent& event) { unwritten_.stored(event); }
  void barrier(); ///< also called at the block's end
  std::uint64_t block = 0;
  /// Records the steps of an interval in which the quick look found no race, in place of access() and sync().
  void pass(QuickInterval& quick);
  [[nodiscard]] const UnwrittenReads& unwritten() const { return unwritten_; }
  /// Of all blocks that it stood for.
  [[nodiscard]] bool looked_in_part() const { return effort_.exceeded(); }
  std::uint64_t phase = 0; ///< grid barriers that the block has passed

 private:
  /// What the lanes of a warp know about each other: everything that lane j did before its sync number
  /// seen[i][j] happens before lane i's next access.
  struct WarpOrder {
    std::array<std::uint32_t, 2> position{}; ///< accesses so far, in shared and in global memory
    std::uint32_t syncs = 0;
    std::array<std::array<std::uint32_t, warp_size>, warp_size> seen{};
  };
  using Lanes = std::array<std::uint32_t, warp_size>;
  struct Pairs {
    Lanes lanes{}; ///< for each lane of the first access, the lanes of the second that race with it
    bool first_is_old = false; ///< in the pair found first, the first access came first
  };
  using PairKey = std::tuple<Space, std::uint32_t, std::uint32_t, Place, Place>; ///< of the word and the warp
  using Entry = WordAccesses::Entry;

  WarpOrder& order(std::uint32_t warp);
  void touch(Space space, const Entry& now, std::uint32_t word);
  void land(Space space, const Entry& now, std::uint32_t word);
  [[nodiscard]] std::uint32_t unordered(std::uint32_t lanes, std::uint32_t stamp, const WarpOrder& order,
                                        std::uint32_t lane) const;
  void note_pairs(Space space, std::uint32_t word, const Entry& old, std::uint32_t old_lanes,
                  const Entry& now);
  void judge(Space space, const WordAccesses& all, const WordAccesses::Cell& cell);
  /// All that a warp did at one site since the barrier.
  struct AtPlace : Entry {
    /// Lanes that accessed it by copies alone, begun before the barrier: pairs of two such lanes were
    /// reported then.
    std::uint32_t began_before = 0;
  };
  void judge(Space space, std::uint32_t word, const AtPlace& a, const AtPlace& b);
  [[nodiscard]] static bool as_run(const Entry& a, const Entry& b);
  /// `a` comes first.
  void add(Space space, std::uint32_t word, const Entry& a, std::uint32_t lane_a, const Entry& b,
           std::uint32_t lane_b, std::uint64_t count);

  GlobalAccesses* global_;
  GlobalNotes* notes_;
  HazardList& found_;
  const HazardOptions& options_;
  WordAccesses shared_words_, global_words_;
  UnwrittenReads unwritten_;
  std::vector<WarpOrder> warps_;
  std::map<PairKey, Pairs> pairs_; ///< within warps that have had a sync since the barrier
  std::vector<AtPlace> places_;
  Effort effort_;
};

} // namespace warpscope::races
