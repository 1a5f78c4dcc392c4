// How large a tooltip will be, for whoever chooses its place.
#pragma once

#include "app/panels/window/paint.h"
#include "imgui.h"

#include <string_view>

namespace warpscope::panels {

/// Returns the size of the window that tooltip() and tooltip_at() of widgets.h open.
[[nodiscard]] ImVec2 tooltip_window_size(const Paint& paint, const Fonts& fonts, std::string_view text);

} // namespace warpscope::panels
