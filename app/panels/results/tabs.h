// Which tab of the results is shown: one value, and the rule of what it comes to. Pure, no ImGui.
#pragma once

#include <cstdint>

namespace warpscope::panels {

enum class ResultsTab : std::uint8_t {
  Table,    ///< what was simulated; A beside B while something is pinned
  Measured, ///< what a GPU counted
  Chart,    ///< one thing varied
  Hazards,  ///< races and barriers that not all threads reach
  Output,   ///< what a whole program printed, and what was found in it
  SincePin, ///< what happened since the pinned moment
  Values,   ///< what the lanes' variables hold
  Roofline, ///< the launch below its device's roofs, and its occupancy
};

/// Returns the tab that is drawn when `chosen` was chosen. A lone expression has neither hazards nor a
/// roofline, and without a difference (nothing is pinned, or the counts are hidden) there is nothing to say
/// of a pin: both give the table. What was chosen stays chosen, and is there again with the next kernel. Only
/// a whole program has an output.
[[nodiscard]] ResultsTab shown_tab(ResultsTab chosen, bool kernel, bool difference, bool program = false);

/// Returns the height that a tab needs below the row of tabs: three lines; for a chart, what can be read.
[[nodiscard]] float results_height(ResultsTab tab, float scale);

/// Brings SincePin to the front when a moment is pinned, and the tab before it back when the pin goes.
class PinFollower {
 public:
  /// Returns the choice from now on. Call once a frame.
  [[nodiscard]] ResultsTab follow(ResultsTab chosen, bool pinned);

 private:
  bool pinned_ = false;
  ResultsTab before_ = ResultsTab::Table; ///< the last choice that was not SincePin
};

} // namespace warpscope::panels
