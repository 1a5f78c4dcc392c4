// What a person marks in time: a stretch that plays again and again, and a moment to compare with. Plain
// values, no part of undo; the session keeps them fitting to its track.
#pragma once

#include "app/playback/playback.h"

#include <cstdint>
#include <optional>

namespace warpscope::playback {

/// Steps of a track, both ends belong to it.
struct LoopRange {
  std::uint64_t first = 0, last = 0;
  [[nodiscard]] std::uint64_t length() const { return last - first + 1; }
  [[nodiscard]] bool contains(std::uint64_t step) const { return step >= first && step <= last; }
  bool operator==(const LoopRange&) const = default;
};

struct TimeMarks {
  std::optional<LoopRange> range; ///< marked, whether it plays or not
  bool looping = false;           ///< playing stays inside the range; never without one
  std::optional<Moment> pin;
  bool operator==(const TimeMarks&) const = default;
};

/// The loop begins (ends) at `step`. An end before its beginning is moved to the track's other end. Switches
/// the loop on.
void set_loop_in(TimeMarks& marks, std::uint64_t step, std::uint64_t steps);
void set_loop_out(TimeMarks& marks, std::uint64_t step, std::uint64_t steps);
/// From one of the steps to the other, in either order. Switches the loop on.
void set_loop_range(TimeMarks& marks, std::uint64_t a, std::uint64_t b, std::uint64_t steps);
/// On or off; without a range, the whole track.
void toggle_loop(TimeMarks& marks, std::uint64_t steps);
/// For a track with other steps: what lies beyond its end is cut off, a range that lies there altogether is
/// forgotten.
void fit(TimeMarks& marks, std::uint64_t steps);
/// Where playing arrives that would reach `step`: from behind the range's end it goes on at its beginning.
[[nodiscard]] std::uint64_t wrap(const LoopRange& range, std::uint64_t step);

} // namespace warpscope::playback
