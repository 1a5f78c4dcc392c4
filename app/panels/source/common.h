// What both source panels share: the tab strip, the cures of a conflict, messages.
#pragma once

#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"

namespace warpscope::panels {

/// "Expression | Kernel" and behind them a note in small letters; `right` is left free at the strip's end.
void source_tabs(PanelContext& context, const Paint& paint, std::string_view note, float right = 0);

/// Buttons for what cures the present conflict, in one row from (x, y) on, within `width`. False when there
/// is nothing to offer.
bool remedy_buttons(PanelContext& context, const Paint& paint, float x, float y, float width, float height);

/// A sentence in the colour of errors with its icon, wrapped to `width`. Returns the y below it.
float error_text(const Paint& paint, float x, float y, float width, std::string_view text, float em);

} // namespace warpscope::panels
