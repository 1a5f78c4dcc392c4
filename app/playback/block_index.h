// Tables over a trace of up to a million events, built once, that answer what a picture of the whole block
// needs: when each warp ran and when it waited at a barrier, what lies between two steps of a warp, which
// words of shared memory the block touches.
//
// Not modelled: time. Steps count work in the order in which the simulator ran it; a warp that waits for
// memory and one whose turn has not come look the same.
#pragma once

#include "app/playback/copy_bars.h"
#include "app/playback/playback.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace warpscope::playback {

/// A phase of one warp: from its first event after a barrier to its arrival at the next one, and the wait
/// there. In steps of the Playback.
struct WarpPhase {
  std::uint64_t from = 0;
  std::uint64_t arrived = 0;  ///< end of its own work, where the wait begins
  std::uint64_t released = 0; ///< end of the wait; == arrived where there is none
  bool at_barrier = false;    ///< the phase ends at a barrier (otherwise with the warp's last event)
  bool operator==(const WarpPhase&) const = default;
};

/// Counts over a range of a warp's accesses.
struct AccessSum {
  std::uint32_t accesses = 0, conflicts = 0, shared_loads = 0, shared_stores = 0, shared_atomics = 0,
                global = 0;
  bool operator==(const AccessSum&) const = default;
};

class BlockIndex {
 public:
  BlockIndex() = default;
  /// Keeps only the event numbers of `playback`'s trace: query both together.
  explicit BlockIndex(const Playback& playback);

  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(rows_.size()); }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Ascending and disjoint; empty for a warp that the block does not have.
  [[nodiscard]] std::span<const WarpPhase> phases(std::uint32_t warp) const;
  /// The event numbers of the warp's accesses, ascending, and the first step of each.
  [[nodiscard]] std::span<const std::uint32_t> accesses(std::uint32_t warp) const;
  [[nodiscard]] std::span<const std::uint64_t> starts(std::uint32_t warp) const;
  /// The number of steps of the access at an index into `accesses(warp)`.
  [[nodiscard]] std::uint32_t steps_of(std::uint32_t warp, std::size_t place) const {
    return rows_[warp].steps[place];
  }
  /// Sums over the accesses first..end - 1 (indices into `accesses(warp)`), in constant time.
  [[nodiscard]] AccessSum sum(std::uint32_t warp, std::size_t first, std::size_t end) const;
  /// True when the access at an index into `accesses(warp)` takes more wavefronts than its bytes need.
  [[nodiscard]] bool is_conflict(std::uint32_t warp, std::size_t place) const {
    return sum(warp, place, place + 1).conflicts != 0;
  }

  /// The asynchronous copies of a warp, by their beginning.
  [[nodiscard]] std::span<const CopyBar> copies(std::uint32_t warp) const;
  /// The largest number that one warp has in flight at the same time.
  [[nodiscard]] std::uint32_t copy_depth() const { return copy_depth_; }

  struct Release {
    std::uint64_t step = 0;
    std::uint32_t event = 0;
    std::uint32_t pc = 0;
    bool operator==(const Release&) const = default;
  };
  [[nodiscard]] std::span<const Release> releases() const { return releases_; }

  /// The number of warps that wait at a barrier in this step.
  [[nodiscard]] std::uint32_t waiting_at(std::uint64_t step) const;
  /// The phase that contains the step, or the last one before it; nullptr when there is none.
  [[nodiscard]] const WarpPhase* phase_at(std::uint32_t warp, std::uint64_t step) const;

  /// True when some access of the block touches one of the bytes [offset, offset + bytes) of the Shared
  /// window, in units of words.
  [[nodiscard]] bool touches_shared(std::uint32_t offset, std::uint32_t bytes) const;
  /// One past the last byte of the Shared window that the block touches (window_base when it touches none).
  [[nodiscard]] std::uint32_t shared_end() const;
  /// The trace had no room for all events: what it does not contain may still have happened.
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] std::size_t bytes() const; ///< memory in use

 private:
  /// Running counts before each access, one more than there are accesses.
  enum Column : std::uint8_t { Conflicts, SharedLoads, SharedStores, SharedAtomics, Globals, Columns };
  struct Row {
    std::vector<std::uint32_t> events;
    std::vector<std::uint64_t> starts;
    std::vector<std::uint8_t> steps;
    std::vector<std::array<std::uint32_t, Columns>> before;
    std::vector<WarpPhase> phases;
  };
  void add_access(const Playback& playback, const trace::BlockTrace& trace, std::uint32_t event);
  void mark_words(const WarpAccess& access);

  std::vector<Row> rows_;
  std::vector<Release> releases_;
  std::vector<CopyBar> copies_; ///< by warp
  std::uint32_t copy_depth_ = 0;
  std::vector<bool> words_; ///< in the Shared window, from its base on
  std::uint64_t steps_ = 0;
  bool truncated_ = false;
};

} // namespace warpscope::playback
