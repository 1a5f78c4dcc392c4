// Everything behind the LSU's queue: the LSU's service, L1, L2, DRAM, atomics, constants. All are served in
// the order of issue, so that an access's times are known as soon as it is issued.
#pragma once

#include "sim/multiprocessor/l1.h"
#include "sim/multiprocessor/multiprocessor.h"

#include <array>
#include <cstdint>
#include <list>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpscope::multiprocessor {

/// Serves one request after the other. The unit is its user's.
class Server {
 public:
  /// Returns when the service of a request that comes at `at` starts.
  std::uint64_t serve(std::uint64_t at, std::uint64_t length) {
    const std::uint64_t start = at < free_ ? free_ : at;
    free_ = start + length;
    busy_ += length;
    return start;
  }
  /// The last request takes longer.
  void extend(std::uint64_t length) {
    free_ += length;
    busy_ += length;
  }
  [[nodiscard]] std::uint64_t free() const { return free_; }
  [[nodiscard]] std::uint64_t busy() const { return busy_; }

 private:
  std::uint64_t free_ = 0, busy_ = 0;
};

/// Cycles in which L1 looks up a load's lines. Its tags lie in `at_once` banks, in each of which it finds one
/// line a cycle: four by model::tag_bank(). Of other numbers of banks nothing is known: lines count as spread
/// evenly.
[[nodiscard]] std::uint64_t lookup_cycles(std::span<const Line> lines, std::uint32_t at_once);

/// True when an access reads bytes side by side that begin or end within a line, in two lines or more.
[[nodiscard]] bool straddles(std::span<const Line> lines);

/// True when no line beside the i-th is its neighbour in memory; false where there is no other.
[[nodiscard]] bool is_apart(std::span<const Line> lines, std::size_t i);

class Memory {
 public:
  Memory(const Figures& figures, const std::vector<Meeting>& meetings)
      : figures_(figures), meetings_(meetings),
        l1_(figures.l1_sets, figures.l1_sets == 0 ? 0 : figures.l1_ways, lines_held(figures)),
        conflict_ends_(figures.partitions), uniforms_(figures.partitions), together_(figures.partitions),
        most_together_((figures.write_lines + figures.partitions - 1) / figures.partitions),
        made_room_(figures.partitions) {}

  struct Access {
    std::uint64_t served = 0; ///< cycle in which its data pass, or an atomic or a store is looked up
    std::uint64_t result = 0; ///< first cycle in which an instruction can use its result
    /// For pictures: the LSU works on it, and on none before it, for `length` cycles from `shown` on.
    std::uint64_t shown = 0, length = 0;
  };
  /// `step` accesses memory and is issued in cycle `now` by `partition`; `now` never decreases.
  Access access(const Step& step, std::span<const Line> lines, std::uint64_t now, std::uint32_t partition);
  /// Returns when a fence that is issued in cycle `now` is done, whose warp's stores are answered at
  /// `answered`; L1 forgets its lines.
  std::uint64_t fence(std::uint64_t now, std::uint64_t answered, bool for_host);
  /// So many blocks are resident, each of which has a warp in `in` of the sub-partitions at most.
  void set_blocks(std::uint32_t blocks, std::uint32_t in) {
    blocks_here_ = (blocks * std::min(in, figures_.partitions) + figures_.partitions - 1) /
                   figures_.partitions;
  }
  /// The last warp of a block comes to its barrier, and issues in cycle `now`: the LSU, if it is busy, is
  /// held behind what it was given last.
  void hold_at_barrier(std::uint64_t now);
  /// Appends every lookup of L1, but for its row and step, from now on; null: no longer.
  void record(std::vector<Lookup>* lookups) { lookups_ = lookups; }
  /// Cycle in which everything that was written has left.
  [[nodiscard]] std::uint64_t drained();
  /// The counters of memory.
  void tell(Counters& counters) const;

 private:
  struct Loaded {
    std::uint64_t arrives = 0; ///< the latest sector
    std::uint64_t missing = 0; ///< lines of which a sector misses
    std::uint64_t waiting = 0; ///< lines of which none misses and one is under way
  };
  Loaded load(std::span<const Line> lines, std::uint64_t start);
  std::uint64_t lookups_of(std::span<const Line> lines);
  std::uint64_t extension_of(const Loaded& loaded, std::uint64_t lookups);
  std::uint64_t turn_of(bool loads);
  std::uint64_t constant_misses(std::span<const Line> lines);
  std::uint64_t uniform(std::span<const Line> lines, std::uint64_t now, std::uint32_t partition);
  std::uint64_t turns(const Step& step, std::span<const Line> lines, std::uint64_t start);
  void store(std::span<const Line> lines, std::uint64_t start, std::uint32_t partition);
  void keep(const Line& line, std::uint64_t cycle);
  void put_together(std::uint32_t partition, const Line& line, std::uint64_t cycle);
  void write(const Line& line, std::uint64_t cycle);
  void write_back(const Line& line, std::uint64_t cycle);
  void turn_to_writes(std::uint64_t cycle);
  std::uint64_t fetch(const Line& line, bool apart, std::uint64_t cycle);
  std::uint32_t fresh_pairs(const Line& line);
  struct InL2 {
    std::uint32_t fetched = 0, dirty = 0;   ///< bits of pairs of sectors, of sectors
    std::array<std::uint64_t, 2> arrives{}; ///< cycles, by pair
    std::list<std::uint32_t>::iterator place;
  };
  InL2& in_l2(std::uint32_t line);
  void open_window(std::uint64_t cycle);

  Figures figures_;
  const std::vector<Meeting>& meetings_;
  L1 l1_;
  std::vector<std::uint64_t> conflict_ends_;         ///< by sub-partition, cycle
  Server tags_, data_, constant_, fences_;           // in cycles; the LSU's two stages
  Server l2_read_, l2_write_, dram_;                 // in ticks
  std::unordered_map<std::uint32_t, InL2> l2_;       ///< of lines that it does not hold all the time
  std::list<std::uint32_t> l2_order_;                ///< of these, the one asked for latest last
  std::unordered_map<std::uint32_t, Server> slices_; ///< of atomics, in ticks, by slice_of()
  std::unordered_map<std::uint32_t, Server> words_;  ///< of additions of floats, likewise by line
  std::unordered_set<std::uint32_t> constants_;      ///< lines that have been read
  std::list<std::uint32_t> constant_cache_;          ///< of these the ones that are there, the latest last
  struct Uniform {
    std::vector<std::uint32_t> lines; ///< the latest last
    Server port;                      ///< in cycles
    std::uint64_t lost = 0;           ///< of 64, what uniform_lost() has left
  };
  std::unordered_set<std::uint32_t> uniform_lines_; ///< that any uniform register has loaded from
  std::uint32_t blocks_here_ = 0;                   ///< that have warps in a sub-partition
  std::vector<Uniform> uniforms_;           ///< by sub-partition: what it holds for its uniform registers
  std::vector<std::vector<Line>> together_; ///< by sub-partition: stores that may grow
  std::size_t most_together_;               ///< of each
  std::vector<std::uint32_t> made_room_;    ///< by sub-partition: how many have had to go
  std::uint64_t half_lookups_ = 0, half_turns_ = 0; ///< cycles that accesses have left
  std::uint64_t shown_until_ = 0;                   ///< cycle
  LastWrite last_write_ = LastWrite::None;
  std::uint64_t last_conflict_ = 0;                      ///< cycles of the last access, if it has several
  bool shared_loads_ = true;                             ///< the last access of shared memory
  std::uint64_t last_store_ = 0;                         ///< cycle
  std::uint64_t waiting_writes_ = 0;                     ///< ticks of DRAM
  std::uint64_t window_ = 0;                             ///< of crowd_window cycles
  std::uint64_t loads_of_dram_ = 0, loads_before_ = 0;   ///< ticks: in this window, in the one before
  std::uint64_t writes_of_dram_ = 0, writes_before_ = 0; ///< in this window, in the mean of those before
  std::uint64_t last_turn_ = 0;                          ///< the latest end of theirs
  Counters counters_;
  std::vector<Lookup>* lookups_ = nullptr;
  bool forgot_ = false; ///< since the last lookup that was recorded
};

} // namespace warpscope::multiprocessor
