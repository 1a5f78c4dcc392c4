// The chart of one thing varied: bars of a count over its values, the ideal as a mark on each, the present
// value ringed.
#pragma once

#include "app/measuring/chart.h"
#include "app/panels/window/panel.h"

#include <optional>
#include <string>
#include <vector>

struct ImPlotContext;

namespace warpscope {

class ChartView {
 public:
  ChartView() = default;
  ~ChartView();
  ChartView(const ChartView&) = delete;
  ChartView& operator=(const ChartView&) = delete;

  void draw(PanelContext& c, Box box);

 private:
  void offers(PanelContext& c, const Paint& paint, Box box);
  void controls(PanelContext& c, const Paint& paint, Box box, const Sweep& sweep);
  void plot(PanelContext& c, const Paint& paint, Box box, const Sweep& sweep);
  void bar_buttons(PanelContext& c, const Paint& paint, const Sweep& sweep, const ChartSeries& series);
  [[nodiscard]] std::optional<std::size_t> measure_of(const Sweep& sweep);

  ImPlotContext* context_ = nullptr;
  std::vector<EvidencePtr> evidence_; ///< of the sweep's points
  ChartChoice choice_;
  std::string subject_;               ///< that the choice below is of
  std::optional<std::size_t> chosen_; ///< index into all_measures(); nullopt: the telling one
};

} // namespace warpscope
