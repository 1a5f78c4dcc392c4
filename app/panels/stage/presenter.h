// What only the presenter view has: a dot instead of the pointer, and two lines of the source.
#pragma once

#include "app/panels/window/panel.h"

#include <vector>

namespace warpscope::panels {

/// The line at the playhead and the costly one before it (else after it), as they stand in the simulated
/// text.
[[nodiscard]] std::vector<view::SceneSourceLine> presenter_source_lines(const session::Session& session);

/// A small button that asks for a prediction; and a dot that the last row sees, in place of the pointer. It
/// moves with the mouse only: at rest nothing is drawn.
void draw_presenter_tools(PanelContext& context, const Paint& paint);

} // namespace warpscope::panels
