// Which steps of a track are in sight, and where between two edges a step lies. A step is a stretch: step s
// covers [s, s + 1).
#pragma once

#include <cstdint>

namespace warpscope::playback {

class TimeAxis {
 public:
  /// Never closer than this many steps.
  static constexpr double fewest = 8;

  [[nodiscard]] double first() const { return first_; } ///< at the left edge
  [[nodiscard]] double end() const { return end_; }     ///< at the right edge
  [[nodiscard]] double span() const { return end_ - first_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] bool zoomed() const { return span() < static_cast<double>(steps_); }

  /// Another track: all of it, unless it is as long as the one before.
  void set_steps(std::uint64_t steps);
  void show_all();
  /// Shows 1 / `factor` of what is in sight; what lies at `share` (0..1 of the width) stays there.
  void zoom(double share, double factor);
  /// Moves what is in sight by so many steps, as far as there are any.
  void pan(double steps);
  /// Turns the page when the step is not in sight, or too near to the edge to see what comes.
  void follow(std::uint64_t step);

  /// 0 at the left edge, 1 at the right one; beyond them for what is not in sight.
  [[nodiscard]] double share_of(double step) const { return (step - first_) / span(); }
  [[nodiscard]] double step_at(double share) const { return first_ + share * span(); }
  /// The step under a place, within the track.
  [[nodiscard]] std::uint64_t whole_step_at(double share) const;

  bool operator==(const TimeAxis&) const = default;

 private:
  void place(double first, double span);

  std::uint64_t steps_ = 0;
  double first_ = 0, end_ = 1;
};

} // namespace warpscope::playback
