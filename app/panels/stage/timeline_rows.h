// The steps of the track: warps as rows, their accesses as bars and ticks, barriers, the playhead, a loop, a
// pin. Dragging the rows scrubs, dragging the ruler marks a loop, dragging the bar below scrolls; the wheel
// zooms.
#pragma once

#include "app/panels/stage/time_row.h"
#include "app/panels/window/panel.h"
#include "app/playback/time_axis.h"
#include "app/view/timeline_items.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::panels {

class TimelineRows {
 public:
  void draw(PanelContext& c, const Paint& paint, view::Box box, float from, float to, bool roomy);

 private:
  /// The layout in the current frame.
  struct Place {
    view::Box box;
    float from = 0, to = 0, top = 0, bottom = 0, row_h = 0;
    std::uint32_t rows = 0;
    bool roomy = false, filtered = false;
    [[nodiscard]] float width() const { return to - from; }
  };
  /// Returns the row's access under the pointer.
  [[nodiscard]] std::optional<std::uint32_t> event_under_mouse(const PanelContext& c, const Place& p) const;

  void handle(PanelContext& c, const Place& p);
  void marks(const PanelContext& c, const Paint& paint, const Place& p) const;
  void bars(const PanelContext& c, const Paint& paint, const Place& p);
  void segments(const PanelContext& c, const Paint& paint, const Place& p) const;
  void names(const PanelContext& c, const Paint& paint, const Place& p) const;
  void barriers(const PanelContext& c, const Paint& paint, const Place& p) const;
  void hazard(const PanelContext& c, const Paint& paint, const Place& p) const;
  void ruler(PanelContext& c, const Paint& paint, const Place& p);
  void notes(const PanelContext& c, const Paint& paint, const Place& p);
  [[nodiscard]] std::string text_under_mouse(const PanelContext& c, const Place& p) const;

  TimeRow row_;
  std::optional<std::uint64_t> loop_from_; ///< the step where dragging the ruler began

  std::vector<view::TimelineItem> items_;
  playback::TimeAxis built_axis_;
  const void* built_for_ = nullptr;
  view::TimelineLegend legend_;
  const void* legend_of_ = nullptr;
  float built_width_ = 0;
};

} // namespace warpscope::panels
