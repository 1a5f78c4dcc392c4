// What a picture of a whole block asks of a million events, answered from tables that are built once for a
// trace: when each warp had its turn and when it stood at a barrier, what lies between two steps of a warp,
// which words of shared memory the block ever touches.
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

/// A stretch of one warp's life: from its first event after a barrier to its arrival at the next one, and the
/// wait there. In steps of the Playback.
struct WarpPhase {
  std::uint64_t from = 0;
  std::uint64_t arrived = 0;  ///< end of its own work; the wait begins
  std::uint64_t released = 0; ///< end of the wait; == arrived where there is none
  bool at_barrier = false;    ///< it ends at a barrier (else with the warp's last event)
  bool operator==(const WarpPhase&) const = default;
};

/// The accesses of a warp in a range, counted.
struct AccessSum {
  std::uint32_t accesses = 0, conflicts = 0, shared_loads = 0, shared_stores = 0, shared_atomics = 0,
                global = 0;
  bool operator==(const AccessSum&) const = default;
};

class BlockIndex {
 public:
  BlockIndex() = default;
  /// Keeps nothing of `playback` but its trace's events by number: the two must be asked together.
  explicit BlockIndex(const Playback& playback);

  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(rows_.size()); }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Ascending and disjoint; empty for a warp the block does not have.
  [[nodiscard]] std::span<const WarpPhase> phases(std::uint32_t warp) const;
  /// Event numbers of the warp's accesses, ascending, and the first step of each.
  [[nodiscard]] std::span<const std::uint32_t> accesses(std::uint32_t warp) const;
  [[nodiscard]] std::span<const std::uint64_t> starts(std::uint32_t warp) const;
  /// Steps of the access at a place in `accesses(warp)`.
  [[nodiscard]] std::uint32_t steps_of(std::uint32_t warp, std::size_t place) const {
    return rows_[warp].steps[place];
  }
  /// The accesses first..end - 1 (places in `accesses(warp)`) in one look, however many.
  [[nodiscard]] AccessSum sum(std::uint32_t warp, std::size_t first, std::size_t end) const;
  /// Whether the access at a place in `accesses(warp)` takes more wavefronts than its bytes need.
  [[nodiscard]] bool is_conflict(std::uint32_t warp, std::size_t place) const {
    return sum(warp, place, place + 1).conflicts != 0;
  }

  /// Asynchronous copies of a warp, by their beginning.
  [[nodiscard]] std::span<const CopyBar> copies(std::uint32_t warp) const;
  /// The most of them that one warp has in flight at a time.
  [[nodiscard]] std::uint32_t copy_depth() const { return copy_depth_; }

  struct Release {
    std::uint64_t step = 0;
    std::uint32_t event = 0;
    std::uint32_t pc = 0;
    bool operator==(const Release&) const = default;
  };
  [[nodiscard]] std::span<const Release> releases() const { return releases_; }

  /// Warps that stand at a barrier in this step.
  [[nodiscard]] std::uint32_t waiting_at(std::uint64_t step) const;
  /// The phase that holds the step, or the last one before it; nullptr when there is none.
  [[nodiscard]] const WarpPhase* phase_at(std::uint32_t warp, std::uint64_t step) const;

  /// Whether any access of the block touches one of the bytes [offset, offset + bytes) of the Shared window,
  /// by whole words.
  [[nodiscard]] bool touches_shared(std::uint32_t offset, std::uint32_t bytes) const;
  /// One past the last byte of the Shared window that the block touches (window_base when it touches none).
  [[nodiscard]] std::uint32_t shared_end() const;
  /// The trace had no room for all events: what is not in it may still have happened.
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] std::size_t bytes() const; ///< memory held

 private:
  /// Running counts in front of each access, one more than there are accesses.
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
  std::vector<bool> words_; ///< of the Shared window, from its base on
  std::uint64_t steps_ = 0;
  bool truncated_ = false;
};

} // namespace warpscope::playback
