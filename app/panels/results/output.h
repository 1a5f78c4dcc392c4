// The Output tab: what a whole program printed, on the left, and what its checks found, on the right.
#pragma once

#include "app/panels/window/panel.h"
#include "app/results/launches.h"

#include <memory>
#include <vector>

namespace warpscope::panels {

class OutputView {
 public:
  void draw(PanelContext& c, view::Box box);
  /// How it ended and the counts of its launches, between the tabs and `right`.
  void header(PanelContext& c, const Paint& paint, float end, float right, float cy) const;

 private:
  void printed(PanelContext& c, view::Box box);
  void findings(PanelContext& c, view::Box box);
  void go(PanelContext& c, const results::FindingCard& card) const;

  std::shared_ptr<const whole::Record> of_;
  std::vector<results::FindingCard> cards_;
  std::size_t lines_ = 0; ///< as drawn last: the end stays in sight while more comes
};

} // namespace warpscope::panels
