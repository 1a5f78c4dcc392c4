// The Roofline tab: a launch below its device's roofs, and how many of its blocks a multiprocessor holds.
#pragma once

#include "app/panels/window/panel.h"
#include "app/view/roofline.h"
#include "sim/model/occupancy.h"
#include "sim/model/roofline.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::panels {

/// Returns the threads of a block written as "256", "32x8" or "8 x 8 x 4"; nullopt: it is not a block's
/// shape.
[[nodiscard]] std::optional<std::uint64_t> threads_of_shape(std::string_view text);

class RooflineView {
 public:
  void draw(PanelContext& c, view::Box box);

 private:
  void follow(PanelContext& c);
  void chart(const PanelContext& c, const Paint& paint, view::Box box) const;
  void table(const PanelContext& c, const Paint& paint, view::Box box) const;
  void occupancy(PanelContext& c, const Paint& paint, view::Box box);
  float fields(PanelContext& c, const Paint& paint, view::Box box);
  void bars(PanelContext& c, const Paint& paint, view::Box box);
  [[nodiscard]] std::optional<run::Interval> estimated_interval() const;
  [[nodiscard]] std::string bound_words(const PanelContext& c) const;

  /// A launch that was measured.
  struct Measured {
    std::string label; ///< "H200, 2026-11-22"
    double rate = 0;   ///< operations a second
  };
  std::vector<Measured> measured_;

  std::shared_ptr<const run::Result> grid_, picture_;
  std::string device_id_;
  jobs::EstimatedPtr estimate_;
  std::optional<model::Roofline> line_;
  std::string why_not_;

  /// What the person typed; empty: as the launch has it.
  std::string block_, registers_, shared_;
  std::string kernel_; ///< that they were typed for
  model::OccupancyRequest asked_;
  bool wrong_ = false; ///< the block that was typed has no meaning
};

} // namespace warpscope::panels
