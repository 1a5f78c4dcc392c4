// One block's part of sim/races/hazards.h: the accesses between two barriers, kept by word, and what of them
// nothing orders.
#pragma once

#include "sim/races/quick_interval.h"
#include "sim/races/unwritten_reads.h"

namespace warpscope::races {

class GlobalNotes;

struct BlockHazards {
  /// `notes`: the sink's, null without `global_in`.
  BlockHazards(GlobalAccesses* global_in, GlobalNotes* notes, HazardList& found_in,
               const HazardOptions& options);

  void begin(std::uint64_t block_in);
  void access(const trace::AccessEvent& event, CopyStage copy = CopyStage::None);
  void sync(std::uint32_t warp, std::uint32_t lanes);
  void barrier(); ///< or the block's end
  std::uint64_t block = 0;
  /// Steps in which nothing races, instead of those since the barrier.
  void pass(QuickInterval& quick);
  [[nodiscard]] const UnwrittenReads& unwritten() const { return unwritten_; }
  [[nodiscard]] bool looked_in_part() const {
    return effort_.exceeded();
  } ///< of all blocks that it stood for
  std::uint64_t phase = 0; ///< grid barriers that it has passed

 private:
  /// What each lane of a warp knows of the others: everything that lane j did before its sync number
  /// seen[i][j] is behind lane i.
  struct WarpOrder {
    std::array<std::uint32_t, 2> position{}; ///< in shared, global memory
    std::uint32_t syncs = 0;
    std::array<std::array<std::uint32_t, warp_size>, warp_size> seen{};
  };
  using Lanes = std::array<std::uint32_t, warp_size>;
  struct Pairs {
    Lanes lanes{};             ///< which of the second place race with each of the first
    bool first_is_old = false; ///< the first place was accessed first in the pair found first
  };
  using PairKey = std::tuple<Space, std::uint32_t, std::uint32_t, Place, Place>; ///< word, warp
  using Entry = WordAccesses::Entry;

  WarpOrder& order(std::uint32_t warp);
  void touch(Space space, const Entry& now, std::uint32_t word);
  void land(Space space, const Entry& now, std::uint32_t word);
  [[nodiscard]] std::uint32_t unordered(std::uint32_t lanes, std::uint32_t stamp, const WarpOrder& order,
                                        std::uint32_t lane) const;
  void note_pairs(Space space, std::uint32_t word, const Entry& old, std::uint32_t old_lanes,
                  const Entry& now);
  void judge(Space space, const WordAccesses& all, const WordAccesses::Cell& cell);
  /// All that a warp did at a place since the barrier.
  struct AtPlace : Entry {
    std::uint32_t began_before = 0; ///< lanes whose copies alone did it, begun before the barrier: two of
                                    ///< those were paired then
  };
  void judge(Space space, std::uint32_t word, const AtPlace& a, const AtPlace& b);
  [[nodiscard]] static bool as_run(const Entry& a, const Entry& b);
  /// `a` is the first of the two.
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
