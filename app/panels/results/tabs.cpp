// The rule of the results' tabs.
#include "app/panels/results/tabs.h"

#include <utility>

namespace warpscope::panels {

ResultsTab shown_tab(ResultsTab chosen, bool kernel, bool difference, bool program) {
  if (chosen == ResultsTab::Output && !program) return ResultsTab::Table;
  if ((chosen == ResultsTab::Hazards || chosen == ResultsTab::Roofline) && !kernel) return ResultsTab::Table;
  if (chosen == ResultsTab::SincePin && !difference) return ResultsTab::Table;
  return chosen;
}

float results_height(ResultsTab tab, float scale) {
  constexpr float line = 29, margin = 16;
  if (tab == ResultsTab::Roofline) return 260 * scale;
  if (tab == ResultsTab::Chart) return 150 * scale;
  return (3 * line + margin) * scale;
}

ResultsTab PinFollower::follow(ResultsTab chosen, bool pinned) {
  const bool was_pinned = std::exchange(pinned_, pinned);
  if (chosen != ResultsTab::SincePin) before_ = chosen;
  if (pinned && !was_pinned) return ResultsTab::SincePin;
  return chosen == ResultsTab::SincePin && !pinned ? before_ : chosen;
}

} // namespace warpscope::panels
