// The races of sim/races/hazards.h in launches whose code has fences: checks each access against the earlier
// ones, by what happens before its thread's next access (clocks.h). Slower than block_hazards.h, and used for
// such launches only.
//
// A thread's fence passes what the thread knows to the atomics and volatile stores that it executes
// afterwards; a thread that reads one of them and then passes a fence or a barrier knows it, too. A chain of
// atomics on one word passes on all that was given to it. A thread that arrives at a cuda::barrier passes on
// what it knows to those that wait for the phase, or for a later one. An asynchronous copy is unordered with
// everything after its call, until its thread has waited for its group, or for those who have waited for the
// phase that it belongs to. Source: the PTX ISA, memory consistency model: release and acquire patterns,
// causality order, mbarrier; __threadfence_block() orders threads of one block only.
#pragma once

#include "sim/races/clocks.h"
#include "sim/races/unwritten_reads.h"

#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace warpscope::races {

/// One for all sinks of a launch: several host threads may call. Blocks on different threads share only the
/// counts of races between them.
class OrderedHazards {
 public:
  OrderedHazards(const HazardOptions& options, std::uint64_t most_words);
  void begin(std::uint64_t block);
  void end(std::uint64_t block);
  void barrier(std::uint64_t block, bool grid);
  void sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes);
  void fence(const trace::OrderEvent& event);
  void arrive(const trace::OrderEvent& event);            ///< at a cuda::barrier
  void wait(const trace::OrderEvent& event);              ///< the event comes after its phase
  void arrive_at_cluster(const trace::OrderEvent& event); ///< at the barrier of the block's cluster
  void wait_for_cluster(const trace::OrderEvent& event);  ///< likewise
  /// `copies`: within the call of an asynchronous copy.
  void access(const trace::AccessEvent& event, bool copies);
  /// Another block of the cluster has stored into the event's block.
  void written(const trace::AccessEvent& event);
  /// For a copy that was reported as an access: the lanes of its mask have waited for it, or it belongs to a
  /// phase of the object `of`.
  void settle(const trace::AccessEvent& copy, const trace::OrderEvent* of);
  /// True when the thread knows that the phase is over.
  [[nodiscard]] bool is_over(std::uint64_t block, std::uint32_t thread, std::uint32_t object,
                             std::uint32_t phase);

  /// To be called when all blocks have ended.
  [[nodiscard]] HazardList finish();
  [[nodiscard]] bool given_up() const { return kept_ > most_; }
  [[nodiscard]] bool looked_in_part() const { return in_part_; } ///< some block's Effort was exceeded

 private:
  using Entry = WordAccesses::Entry;
  using Lanes = std::array<std::uint32_t, warp_size>;
  enum class Copy : std::uint8_t { None, InFlight, OfPhase };
  static constexpr std::uint32_t before_barrier = ~0u; ///< Entry::position of a copy begun before a barrier
  struct Seen : Entry {
    Copy copy = Copy::None;
    /// OfPhase: the agent that stands for the object, and its phase.
    std::uint32_t agent = 0, agent_phase = 0;
    std::uint64_t block = 0;
    std::uint32_t interval = 0, phase = 0;
    std::uint64_t version = 0; ///< of a strong access: the version of the flag after it
  };
  struct WordPlace {
    Space space = Space::None;
    std::uint64_t block = 0; ///< of shared memory; 0 for global memory
    std::uint32_t word = 0;
    bool operator==(const WordPlace&) const = default;
  };
  struct Hash {
    std::size_t operator()(const WordPlace& at) const {
      return ((static_cast<std::size_t>(at.space) << 60 ^ at.block) * 0x9e3779b97f4a7c15ull) ^
             (std::size_t{at.word} * 0xff51afd7ed558ccdull);
    }
  };
  /// For flags that were read: up to which version. What was done to a flag up to there does not race with a
  /// later plain access (the last block sets the counter back to 0).
  using Versions = std::unordered_map<WordPlace, std::uint64_t, Hash>;
  struct Release {
    ClockRef clock;
    BlockKnownRef own; ///< of the block itself, not yet in the clock
  };
  struct Thread {
    ClockRef known; ///< in addition to what its block knows
    /// Learned from flags but not yet effective by a fence: given by any block; given by its own.
    ClockRef read_anywhere, read_here;
    Release for_device, for_block; ///< what it knew at its last fence of that scope
    Versions read, passed;         ///< not yet effective by a fence; effective
  };
  struct Warp {
    std::array<std::uint32_t, 2> position{}; ///< accesses of shared and global memory since the barrier
    std::uint32_t time = 0;                  ///< fences and syncs so far
    std::array<Lanes, warp_size> knows{}; ///< lane i knows what lane j did before its warp's time knows[i][j]
  };
  struct Side {
    Place place;
    std::uint32_t warp = 0;
    auto operator<=>(const Side&) const = default;
  };
  struct Pairs {
    Lanes lanes{}; ///< of the second side, for each lane of the first
    std::uint32_t position[2] = {~0u, ~0u};
    Written written[2];
    LaneValues values[2];
    bool began = false;
  };
  struct Flag {
    ClockRef anywhere, here;   ///< given by any block; given by threads of a single block
    std::uint64_t block = 0;   ///< that single block
    std::uint64_t version = 0; ///< strong writes of it so far
    bool used = false;         ///< some thread has read what was given
  };
  /// A cuda::barrier. Knowing that its phase p is over means knowing what its agent did before time p + 1.
  struct Object {
    std::uint32_t agent = 0, phase = 0;
    std::map<std::uint32_t, std::uint32_t> arrived; ///< the arrivals' accesses, as thread and time
    ClockRef known;                                 ///< and what the arriving threads knew
    std::map<std::uint32_t, ClockRef> over;         ///< by phase: what a thread that waited for it knows
  };
  struct Block {
    std::map<std::uint32_t, Object> objects; ///< by offset
    std::uint32_t agents = 0;
    std::map<std::uint32_t, std::uint32_t> over; ///< agents' times that all threads know since a barrier
    std::uint64_t number = 0;
    std::uint32_t interval = 0, phase = 0;
    Versions passed;
    ClockRef known, given; ///< what all its threads know; what was released by a fence before a barrier

    std::vector<Warp> warps;
    std::unordered_map<std::uint32_t, Thread> threads;
    std::unordered_map<std::uint32_t, std::vector<Seen>> shared; ///< accesses since the barrier
    UnwrittenReads unwritten;
    Effort effort;
    std::map<std::tuple<Space, std::uint32_t, Side, Side>, Pairs> pairs;
  };
  /// Pairs that do not race if the word turns out to be a flag.
  struct Doubtful {
    Hazard hazard;
    WordPlace at;
  };

  [[nodiscard]] static Release join(const Release& a, const Release& b) {
    return {Clock::join(a.clock, b.clock), warpscope::races::join(a.own, b.own)};
  }
  Block& of(std::uint64_t block) { return *blocks_.at(block); }
  Warp& warp(Block& block, std::uint32_t index);
  [[nodiscard]] bool strong(const Place& place) const {
    return is_atomic(place.does) || is_volatile(place.site);
  }
  [[nodiscard]] bool is_volatile(std::uint32_t site) const {
    return site < sites_.size() && sites_[site].is_volatile;
  }
  [[nodiscard]] WordPlace place_of(const Block& block, Space space, std::uint32_t word) const {
    return {space, space == Space::Shared ? block.number : 0, word};
  }
  void touch(Block& block, Space space, const Seen& now, std::uint32_t word);
  [[nodiscard]] std::uint32_t passed(Block& block, const Seen& old, const Seen& now, const WordPlace& at);
  [[nodiscard]] BlockKnown own_of(const Block& block, std::uint32_t warp, std::uint32_t lane) const;
  Object& object(Block& block, const trace::OrderEvent& event);
  const ClockRef& over(Block& block, Object& object, std::uint32_t phase);
  [[nodiscard]] bool is_over(Block& block, std::uint32_t thread, std::uint32_t agent,
                             std::uint32_t phase) const;
  [[nodiscard]] bool is_over_elsewhere(Block& block, std::uint32_t thread, const Seen& copy) const;
  void forget_shared(Block& block);
  void keep(std::vector<Seen>& cell, const Seen& now, Space space);
  [[nodiscard]] std::uint32_t unordered(Block& block, const Seen& old, std::uint32_t lanes,
                                        std::uint32_t warp, std::uint32_t lane);
  [[nodiscard]] std::uint32_t lanes_unordered(Block& block, std::uint32_t lanes, std::uint32_t of_warp,
                                              std::uint32_t stamp, std::uint32_t warp, std::uint32_t lane);
  void note_pair(Block& block, Space space, std::uint32_t word, const Seen& old, const Seen& now);
  void note_between(Block& block, std::uint32_t word, const Seen& old, const Seen& now);
  void synchronise(Block& block, const trace::AccessEvent& event, Does does);
  void give(Block& block, std::uint32_t thread, Flag& flag, bool chain);
  [[nodiscard]] ClockRef release_of(Block& block, const Release& release);
  void judge(Block& block);
  void add(const Hazard& hazard, const Place& a, const Place& b, const WordPlace& at);

  /// The barrier of a cluster: what the threads knew that arrived, by phase, and those that have ended.
  struct ClusterPhases {
    std::map<std::uint32_t, ClockRef> given;
    ClockRef ended;
  };

  std::vector<HazardSite> sites_;
  Dim3 grid_, cluster_size_;
  std::unordered_map<std::uint64_t, ClusterPhases> clusters_; ///< by their first block
  bool pre_volta_;
  const std::atomic<bool>* cancel_; ///< as in HazardOptions
  bool in_part_ = false;
  std::uint64_t most_, kept_ = 0;
  std::mutex mutex_;
  HazardList found_;
  std::vector<Doubtful> doubtful_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Block>> blocks_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<std::pair<std::uint32_t, std::uint32_t>>>
      over_; ///< Block::over, by block and agent: times and intervals
  std::unordered_map<std::uint32_t, std::vector<Seen>> global_;
  std::unordered_map<WordPlace, Flag, Hash> flags_;
  std::map<std::tuple<std::uint32_t, Place, Place>, Hazard> between_; ///< by word
};

} // namespace warpscope::races
