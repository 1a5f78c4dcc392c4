// What both source panels share: the tab strip, the remedies of a conflict, messages.
#pragma once

#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"

namespace warpscope::panels {

/// Draws "Expression | Kernel" followed by a note in small letters; `right` stays free at the strip's end and
/// `indent` before the note.
/// Returns the note's place; no width: there was no room for it.
view::Box source_tabs(PanelContext& context, const Paint& paint, std::string_view note, float right = 0,
                      float indent = 0);

/// The width that its two tabs need, with their margin.
float source_tabs_width(const Paint& paint);

/// Draws buttons with remedies of the present conflict, in one row from (x, y) on, within `width`. False when
/// there is nothing to offer.
bool remedy_buttons(PanelContext& context, const Paint& paint, float x, float y, float width, float height);

/// Draws a sentence in the colour of errors with its icon, wrapped to `width`. Returns the y below it.
float error_text(const Paint& paint, float x, float y, float width, std::string_view text, float em);

} // namespace warpscope::panels
