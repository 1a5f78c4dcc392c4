// The chart of one thing varied: bars of a count over its values, with the ideal as a mark on each and a ring
// around the current value.
#pragma once

#include "app/measuring/chart.h"
#include "app/panels/window/panel.h"

#include <optional>
#include <string>
#include <vector>

struct ImPlotContext;

namespace warpscope::panels {

class ChartView {
 public:
  ChartView() = default;
  ~ChartView();
  ChartView(const ChartView&) = delete;
  ChartView& operator=(const ChartView&) = delete;

  void draw(PanelContext& c, view::Box box);

 private:
  void offers(PanelContext& c, const Paint& paint, view::Box box);
  void controls(PanelContext& c, const Paint& paint, view::Box box, const jobs::Sweep& sweep);
  void plot(PanelContext& c, const Paint& paint, view::Box box, const jobs::Sweep& sweep);
  void bar_buttons(PanelContext& c, const Paint& paint, const jobs::Sweep& sweep,
                   const measuring::ChartSeries& series);
  [[nodiscard]] std::optional<std::size_t> measure_of(const jobs::Sweep& sweep);

  ImPlotContext* context_ = nullptr;
  std::vector<measuring::EvidencePtr> evidence_; ///< of the sweep's points
  measuring::Estimates estimates_;               ///< of the sweep's points
  measuring::ChartChoice choice_;
  std::string subject_;               ///< the subject that the choice below is for
  std::optional<std::size_t> chosen_; ///< index into all_measures(); nullopt: the most instructive one
};

} // namespace warpscope::panels
