// The lens: the picture around the pointer, drawn larger over the stage.
#pragma once

#include "app/panels/stage/pen.h"
#include "app/panels/window/panel.h"

namespace warpscope::panels {

class Lens {
 public:
  /// Follows the pointer in `box`, which the stage's pictures fill, and takes the wheel. The point that is
  /// pointed at stays where it is; around it everything is larger, the pen's strokes too.
  void draw(PanelContext& c, const Paint& paint, view::Box box, const Pen& pen);

 private:
  bool on_before_ = false;
};

/// Brings it nearer or, when negative, farther; it stays within its limits.
void zoom_lens(StageView::Lens& lens, float notches);

} // namespace warpscope::panels
