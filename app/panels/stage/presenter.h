// What only the presenter view has: a dot in place of the pointer, and two lines of the source.
#pragma once

#include "app/panels/window/panel.h"

#include <vector>

namespace warpscope::panels {

/// The line at the playhead and the expensive one before it (else after it), from the simulated text.
[[nodiscard]] std::vector<view::SceneSourceLine> presenter_source_lines(const session::Session& session);

/// Draws a small button that asks for a prediction, and a dot in place of the pointer that the last row can
/// see. It moves only with the mouse: at rest nothing is drawn.
void draw_presenter_tools(PanelContext& context, const Paint& paint);

} // namespace warpscope::panels
