// What a person marks in time: an interval that plays repeatedly, and a moment to compare with. Plain values,
// not part of undo; the session adapts them to its track.
#pragma once

#include "app/playback/playback.h"

#include <cstdint>
#include <optional>

namespace warpscope::playback {

/// Steps of a track, both inclusive.
struct LoopRange {
  std::uint64_t first = 0, last = 0;
  [[nodiscard]] std::uint64_t length() const { return last - first + 1; }
  [[nodiscard]] bool contains(std::uint64_t step) const { return step >= first && step <= last; }
  bool operator==(const LoopRange&) const = default;
};

struct TimeMarks {
  std::optional<LoopRange> range; ///< kept whether it plays or not
  bool looping = false;           ///< playing stays within the range; never without one
  std::optional<Moment> pin;
  bool operator==(const TimeMarks&) const = default;
};

/// Makes the loop begin (end) at `step`. An end before its beginning moves to the track's other end. Switches
/// the loop on.
void set_loop_in(TimeMarks& marks, std::uint64_t step, std::uint64_t steps);
void set_loop_out(TimeMarks& marks, std::uint64_t step, std::uint64_t steps);
/// From one of the steps to the other, in either order. Switches the loop on.
void set_loop_range(TimeMarks& marks, std::uint64_t a, std::uint64_t b, std::uint64_t steps);
/// Switches on or off; without a range, the whole track.
void toggle_loop(TimeMarks& marks, std::uint64_t steps);
/// For a track with another number of steps: cuts off what is beyond its end, and drops a range that is
/// entirely beyond it.
void fit(TimeMarks& marks, std::uint64_t steps);
/// Returns where playing arrives instead of `step`: past the range's end it continues at the beginning.
[[nodiscard]] std::uint64_t wrap(const LoopRange& range, std::uint64_t step);

} // namespace warpscope::playback
