// The results while something is pinned: A, B, the difference and the ratio.
#pragma once

#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// Draws the table into `box` of the current window. False, with nothing drawn: nothing is pinned, or the
/// counts are hidden.
bool compared_results(PanelContext& c, view::Box box);

/// The same table for the clipboard: tab-separated, with a head.
[[nodiscard]] std::string compared_table(const session::Session& session);

} // namespace warpscope::panels
