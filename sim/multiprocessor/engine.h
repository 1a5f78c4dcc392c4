// The warps, sub-partitions and blocks of a running simulation.
#pragma once

#include "sim/multiprocessor/memory.h"
#include "sim/multiprocessor/multiprocessor.h"

#include <array>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace warpscope::multiprocessor {

inline constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

/// Runs a valid Work; simulate() checks it.
class Engine {
 public:
  Engine(const Work& work, const Figures& figures, const Options& options);
  Result run();

 private:
  /// What an issue needs besides the port: index into Partition::open.
  enum Need : std::uint8_t { Nothing, Queue };
  static constexpr std::size_t need_count = 2;

  static constexpr std::uint32_t no_row = ~0u;
  struct Warp {
    const Block* block = nullptr;
    const std::vector<Step>* steps = nullptr;
    std::uint32_t next = 0;            ///< step that it issues next
    std::uint32_t place = 0;           ///< of its block, among the resident ones
    std::uint64_t since = 0;           ///< cycle up to which its states are counted
    std::uint64_t copied = 0;          ///< latest result of its copies
    std::uint64_t stored = 0;          ///< earliest end, for its stores
    std::uint64_t answered = 0;        ///< the latest answer to them
    std::uint64_t loaded = 0;          ///< when the load of its loop of compare-and-swaps was served
    std::vector<std::uint32_t> failed; ///< words that its loop has not changed yet, one for each lane
    bool repeats = false;              ///< the rounds that were recorded are over: these alone are left
    bool at_barrier = false;
    std::uint64_t own_time = 0; ///< before which it does not go on behind a barrier
    WarpRow row;
    std::uint32_t row_index = no_row;
    std::array<std::uint64_t, token_count> results{};
  };
  struct Partition {
    std::uint64_t port = 0;                       ///< its issue port is free from here on
    std::uint64_t next = never;                   ///< cycle of its next issue
    std::uint32_t last = ~0u;                     ///< place that issued last
    std::array<std::uint64_t, need_count> open{}; ///< end of the last time that it was full
    /// By pipe: from when on it is free, and the place of the one run that may wait for it.
    std::array<std::uint64_t, pipe_count> pipe_free{}, place_free{};
    std::vector<std::uint64_t> ready; ///< by local place: when its warp can issue
    std::vector<std::uint64_t> rank;  ///< likewise: who of those that can goes first, the greatest
    std::vector<Need> need;
    std::vector<std::uint64_t> served; ///< when the last `queue` memory instructions leave the queue: a ring
    std::uint32_t head = 0;
  };
  struct Resident {
    std::uint64_t number = 0;
    bool taken = false;
    std::vector<std::uint32_t> places; ///< of its warps; another block may have those of warps that have
                                       ///< ended
    std::uint32_t warps = 0, arrived = 0, ended = 0;
    std::uint64_t latest = 0;                                 ///< latest arrival or end
    std::uint64_t arrival = 0;                                ///< the last one's
    std::uint64_t free = never;                               ///< known when all its warps have ended
    std::unordered_map<std::uint32_t, std::uint64_t> swapped; ///< by word: when it was changed last by a swap
  };

  void take_ended();
  void start_blocks(std::uint32_t most, std::uint64_t now);
  [[nodiscard]] bool find_places(std::uint32_t block_place, std::size_t count, std::uint64_t now);
  void start_block(std::uint32_t block_place, std::uint64_t now);
  void issue(std::uint32_t partition);
  void advance(std::uint32_t place, std::uint64_t now);
  void end_warp(std::uint32_t place, std::uint64_t now);
  [[nodiscard]] std::uint64_t swap(Warp& warp, std::uint32_t at, const Memory::Access& access,
                                   std::uint64_t goes_on);
  void release_if_complete(std::uint32_t block_place);
  void find_next(Partition& partition);
  [[nodiscard]] std::uint32_t choose(const Partition& partition, std::uint64_t now) const;
  void spend(Warp& warp, State state, std::uint64_t until, std::uint32_t step);
  void note_service(const Warp& warp, std::uint32_t step, const Memory::Access& access);
  void note_lookups(const Warp& warp, std::uint32_t step, std::size_t first);
  void finish(Result& result);

  const Work& work_;
  Figures figures_;
  Options options_;
  Memory memory_;
  Server barriers_;                       ///< in ticks: takes the arrivals
  std::vector<Warp> warps_;               ///< by place
  std::vector<std::uint64_t> place_free_; ///< by place: from when on; never: a warp lives there
  std::vector<Partition> partitions_;
  std::vector<Resident> residents_;
  std::uint32_t warps_per_block_ = 1; ///< at most
  std::uint32_t taken_ = 0;           ///< of residents_
  std::uint64_t next_block_ = 0, starts_from_ = 0, last_end_ = 0;
  std::uint64_t next_end_ = never; ///< the earliest Resident::free
  Result result_;
};

} // namespace warpscope::multiprocessor
