// The controls at the right of the scenes' tabs: which access of its line is on the stage, and A beside B.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// The width in which the buttons of A beside B have room at least as signs.
[[nodiscard]] float least_strip(const Paint& paint, bool pinned);

/// The width of the stepper between the accesses of the line that is shown, in its shortest form; 0: there is
/// but one.
[[nodiscard]] float least_picker(PanelContext& c, const Paint& paint, playback::Moment shown);

/// Uses the room that the tabs leave; what does not fit is left out, the least important first.
void stage_strip(PanelContext& c, const Paint& paint, view::Box room, playback::Moment shown);

/// Ctrl+P: pins the present picture as A, or unpins it.
void toggle_compare(PanelContext& c);

} // namespace warpscope::panels
