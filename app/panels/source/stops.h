// Breakpoints beside the line numbers: a click sets or takes one away, the other button says when it stops.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"

#include <cstdint>

namespace warpscope::panels {

class StopMarks {
 public:
  /// Call it after the editor has drawn, with nothing drawn since. `look`: as the editor's.
  void draw(PanelContext& c, const CodeEditor& editor, const CodeEditor::Look& look);

 private:
  void choose(PanelContext& c);

  std::uint32_t line_ = 0; ///< whose condition is chosen
  int lane_ = 0;
};

} // namespace warpscope::panels
