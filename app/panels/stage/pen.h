// The presenter's pen: strokes over the picture, drawn by hand with the left button once P has taken the
// pen.
#pragma once

#include "app/panels/window/panel.h"
#include "imgui.h"

namespace warpscope::panels {

/// No colour of the data: of the strokes, and of what tells that the pen is on.
[[nodiscard]] view::Color pen_color(const view::Theme& theme);

class Pen {
 public:
  /// Takes what the hand draws in this frame, and draws all strokes over the window.
  void draw(PanelContext& c, const Paint& paint);

  /// Strokes seen through a lens: `factor` times as far from a point of the window, and as wide.
  struct Through {
    view::Point at;
    float factor = 1;
  };
  void strokes(const PanelContext& c, const Paint& paint, const Through& through) const;

 private:
  static bool takes_mouse(ImVec2 size);
  bool down_ = false;
};

} // namespace warpscope::panels
