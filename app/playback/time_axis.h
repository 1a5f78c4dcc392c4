// The visible steps of a track, and where between two edges a step is. A step is an interval: step s covers
// [s, s + 1).
#pragma once

#include <cstdint>

namespace warpscope::playback {

class TimeAxis {
 public:
  /// Never fewer visible steps than this.
  static constexpr double fewest = 8;

  [[nodiscard]] double first() const { return first_; } ///< at the left edge
  [[nodiscard]] double end() const { return end_; }     ///< at the right edge
  [[nodiscard]] double span() const { return end_ - first_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] bool zoomed() const { return span() < static_cast<double>(steps_); }

  /// For another track: shows all of it, unless it is as long as the one before.
  void set_steps(std::uint64_t steps);
  void show_all();
  /// Shows 1 / `factor` of the visible range; what is at `share` (0..1 of the width) stays there.
  void zoom(double share, double factor);
  /// Moves the visible range by so many steps, as far as there are any.
  void pan(double steps);
  /// Turns the page when the step is not visible, or too near to the edge to see what follows.
  void follow(std::uint64_t step);

  /// 0 at the left edge, 1 at the right one; beyond them for steps that are not visible.
  [[nodiscard]] double share_of(double step) const { return (step - first_) / span(); }
  [[nodiscard]] double step_at(double share) const { return first_ + share * span(); }
  /// The step at a position, within the track.
  [[nodiscard]] std::uint64_t whole_step_at(double share) const;

  bool operator==(const TimeAxis&) const = default;

 private:
  void place(double first, double span);

  std::uint64_t steps_ = 0;
  double first_ = 0, end_ = 1;
};

} // namespace warpscope::playback
