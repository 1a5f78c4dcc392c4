// The controls at the right of the scenes' tabs: which access of its line is on the stage, and A beside B.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// The width in which the buttons of A beside B have room at least as signs.
[[nodiscard]] float least_strip(const Paint& paint, bool pinned);

/// Widths of the stepper between the accesses of the line that is shown, with its arrows; all 0: there is but
/// one access.
struct PickerWidths {
  float whole = 0;  ///< "access 3 of 17 · warp 2"
  float words = 0;  ///< "access 3 of 17"
  float brief = 0;  ///< "3 of 17"
  float number = 0; ///< "3"
  float arrows = 0; ///< the words are a tooltip
  /// Returns the widest form but the whole one that fits; 0: none does.
  [[nodiscard]] float in(float room) const {
    for (const float width : {words, brief, number, arrows})
      if (width <= room) return width;
    return 0;
  }
};
[[nodiscard]] PickerWidths picker_widths(PanelContext& c, const Paint& paint, playback::Moment shown);

/// Uses the room that the tabs leave; what does not fit is left out, the least important first.
void stage_strip(PanelContext& c, const Paint& paint, view::Box room, playback::Moment shown);

/// Ctrl+P: pins the present picture as A, or unpins it.
void toggle_compare(PanelContext& c);

} // namespace warpscope::panels
