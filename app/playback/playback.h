// Positions in time: an event of the traced block, and a wavefront within it.
//
// A step is a wavefront of a shared access; a global, constant or local access and a barrier's release take
// one step each; a warp's arrival at a barrier takes none. The index is built once for a trace; every query
// is then O(log events).
//
// Not modelled: time. Steps count work in the order in which the simulator ran it, not cycles.
#pragma once

#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::playback {

struct Moment {
  std::size_t event = 0;
  std::uint32_t wavefront = 0; ///< from 0, less than Playback::steps_of(event)
  bool operator==(const Moment&) const = default;
};

/// What `next` and `previous` jump to.
enum class Stride : std::uint8_t {
  Step,   ///< the next wavefront, access or release
  Access, ///< the first wavefront of the next access
  Barrier ///< the next release of a barrier
};

class Playback {
 public:
  Playback() = default; ///< without a trace: zero steps
  explicit Playback(std::shared_ptr<const trace::BlockTrace> trace);

  [[nodiscard]] const trace::BlockTrace* trace() const { return trace_.get(); }
  [[nodiscard]] std::uint64_t steps() const { return starts_.empty() ? 0 : starts_.back(); }
  [[nodiscard]] bool empty() const { return steps() == 0; }
  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(by_warp_.size()); }

  /// Step `step` as a moment; beyond the end, the last one. Moment{} when there are no steps.
  [[nodiscard]] Moment moment_at(std::uint64_t step) const;
  /// The moment's step; for a moment that does not exist (from another trace), that of the nearest one that
  /// does.
  [[nodiscard]] std::uint64_t step_of(Moment moment) const;
  /// The number of steps of one event: wavefronts of a shared access, 0 for an arrival at a barrier,
  /// otherwise 1.
  [[nodiscard]] std::uint32_t steps_of(std::size_t event) const;
  /// The first step of an event; size() + 1 entries are kept, so [first_step(e), first_step(e + 1)) are its
  /// steps.
  [[nodiscard]] std::uint64_t first_step(std::size_t event) const { return starts_[event]; }
  /// The nearest moment that exists here: for a moment from an older trace of a text being edited.
  [[nodiscard]] Moment settle(Moment moment) const { return moment_at(step_of(moment)); }

  /// The next moment after (before) `from`; nullopt when there is none. With a warp: only among its accesses
  /// (and barriers, which belong to every warp).
  [[nodiscard]] std::optional<Moment> next(Moment from, Stride stride,
                                           std::optional<std::uint32_t> warp = {}) const;
  [[nodiscard]] std::optional<Moment> previous(Moment from, Stride stride,
                                               std::optional<std::uint32_t> warp = {}) const;

  /// The first access of the site at or after `from`, else the first one from the beginning; nullopt when it
  /// never executes.
  [[nodiscard]] std::optional<Moment> next_access_of_site(std::uint32_t site, Moment from) const;

  /// The event numbers of a warp's accesses, ascending; empty for a warp that the block does not have.
  [[nodiscard]] std::span<const std::uint32_t> accesses_of_warp(std::uint32_t warp) const;
  /// The event numbers of all releases, ascending.
  [[nodiscard]] std::span<const std::uint32_t> releases() const { return releases_; }

 private:
  std::shared_ptr<const trace::BlockTrace> trace_;
  std::vector<std::uint64_t> starts_;               ///< the first step of each event, and the end
  std::vector<std::vector<std::uint32_t>> by_warp_; ///< the accesses of each warp
  std::vector<std::uint32_t> accesses_;
  std::vector<std::uint32_t> releases_;
};

} // namespace warpscope::playback
