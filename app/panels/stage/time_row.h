// A stretch of time between two edges of the timeline, whatever its steps are: where a step lies, the wheel
// and the drag that change what is visible, the playhead, and the bar below that says which part is visible.
#pragma once

#include "app/panels/window/panel.h"
#include "app/playback/time_axis.h"

#include <cstdint>

namespace warpscope::panels {

class TimeRow {
 public:
  /// Its edges in the current frame, in pixels.
  struct Edges {
    float from = 0, to = 0;
    [[nodiscard]] float width() const { return to - from; }
  };

  /// Call in each frame, first. What is visible follows `now`, the step at the playhead, whenever that moves.
  void set(Edges edges, std::uint64_t steps, std::uint64_t now);
  /// Shows all of it with the next set(), however long what was there before was.
  void forget() { axis_.set_steps(0); }

  [[nodiscard]] const playback::TimeAxis& axis() const { return axis_; }
  [[nodiscard]] float x_of(double step) const;
  [[nodiscard]] float width_of_step() const { return edges_.width() / static_cast<float>(axis_.span()); }
  /// Of the pointer; below 0 and above 1 outside the edges.
  [[nodiscard]] double share_of_mouse() const;
  [[nodiscard]] std::uint64_t step_of_mouse() const { return axis_.whole_step_at(share_of_mouse()); }

  /// The rows as the last item, "##scrub": its middle button scrolls. Returns whether the left one holds it.
  [[nodiscard]] bool scrub(float top, float bottom);
  /// Over the last item the wheel zooms, and scrolls with shift.
  void zoom_and_pan();
  /// Nothing where the playhead is not visible.
  void playhead(const Paint& paint, double step, float top, float bottom) const;
  /// At the lower edge of `box`, once not all is visible: which part is. Dragging it scrolls.
  void range_bar(const Paint& paint, const Fonts& fonts, view::Box box);

 private:
  Edges edges_;
  playback::TimeAxis axis_;
  std::uint64_t now_ = ~0ull;
};

} // namespace warpscope::panels
