// Breakpoints beside the line numbers: a click sets or takes one away, the other button says when it stops.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"
#include "app/playback/run.h"

#include <cstdint>
#include <vector>

namespace warpscope::panels {

class StopMarks {
 public:
  /// Call it after the editor has drawn, with nothing drawn since. `look`: as the editor's.
  void draw(PanelContext& c, const CodeEditor& editor, const CodeEditor::Look& look);

 private:
  void choose(PanelContext& c);
  /// False: nothing was traced on the line, so that playing does not stop there.
  [[nodiscard]] bool can_stop(const PanelContext& c, std::uint32_t line);

  std::uint32_t line_ = 0; ///< whose condition is chosen
  int lane_ = 0;
  playback::RunPtr run_; ///< of which the lines are
  std::vector<std::uint32_t> lines_;
};

} // namespace warpscope::panels
