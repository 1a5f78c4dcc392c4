// "Since the pin" as a table: the accesses served for each line, the words that were written and their
// values.
#pragma once

#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

/// "since the pin: 3 accesses, 96 wavefronts, 64 words written"; empty while nothing is pinned.
[[nodiscard]] std::string since_pin_sentence(const session::Session& session);

/// Fills the box. Only while something is pinned.
void draw_since_pin(PanelContext& context, view::Box box);

} // namespace warpscope::panels
