// What a GPU measured beside what was simulated: its source and duration, a row for each line and counter,
// and why they differ.
#pragma once

#include "app/panels/window/panel.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::panels {

/// "barrier of line 44 removed"; empty: nothing is cut.
[[nodiscard]] std::string removed_barriers(const session::Session& session);

class MeasuredView {
 public:
  /// Device, measure, filter and copy, between the tabs (which end at `left`) and `right`.
  void header(PanelContext& c, const Paint& paint, view::Box strip, float left, float right, float cy,
              float hit);
  void draw(PanelContext& c, view::Box box);

 private:
  void copy(PanelContext& c);
  /// One line each above the table; they return the height they take.
  float question(PanelContext& c, const Paint& paint, view::Box box);
  float state_line(PanelContext& c, const Paint& paint, view::Box box);
  float facts(PanelContext& c, const Paint& paint, view::Box box);
  float pair_facts(PanelContext& c, const Paint& paint, view::Box box);
  void table(PanelContext& c, view::Box box);
  void row(PanelContext& c, const Paint& paint, const measuring::MeasuredLine& row, view::Box box,
           bool first);
  void empty(PanelContext& c, const Paint& paint, view::Box box);

  /// Positions of the columns: right ends of numbers, left ends of texts.
  struct Columns {
    float line = 0, code = 0, counter = 0, simulated = 0, written = 0, compiled = 0, difference = 0, bar = 0,
          bar_w = 0, ratio = 0, why = 0;
    bool shows_ratio = true; ///< the ratio, with its bar where bar_w is not 0
  };
  [[nodiscard]] Columns columns(const PanelContext& c, const Paint& paint, view::Box box,
                                const std::vector<measuring::MeasuredLine>& rows) const;

  /// Whose estimate is asked for: the key is kept until another is pinned.
  struct OfA {
    std::uint64_t version = 0;
    std::string device;
    document::RunKey key;
  } of_a_;
  void ask_for_estimate_of_a(PanelContext& c);
  Columns x_;
  std::string filter_, problem_;
  measuring::MeasuredOrder order_;
  std::vector<std::size_t> shown_; ///< rows of the table, filtered and sorted
};

/// In the header of the Simulated tab: how long the launch takes by the model. Returns where it begins.
float estimate_hint(PanelContext& c, const Paint& paint, float left, float right, float cy, float em);

/// In the header of the Simulated tab: whether a recording fits, and what it says; a click shows it. Returns
/// where it begins.
float measured_hint(PanelContext& c, const Paint& paint, float left, float right, float cy, float em);

} // namespace warpscope::panels
