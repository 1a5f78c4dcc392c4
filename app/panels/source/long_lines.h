// Lines that are longer than their panel: the one at the playhead is drawn further left, so that its access
// is in sight and the beginnings of all others stay; a cut end says so.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"

#include <optional>

namespace warpscope::panels {

class LongLines {
 public:
  /// Decides before the editor draws how far `access` has to move. None: nothing is to be shown of a line.
  void follow(CodeEditor& editor, const std::optional<LineRange>& access);
  /// Draws over the editor's own text: call it right after the editor has drawn.
  void draw(const PanelContext& c, const CodeEditor& editor, const CodeEditor::Look& look,
            std::uint32_t line_now) const;

 private:
  void slid(const Paint& over, const CodeEditor& editor, const CodeEditor::Look& look) const;

  LineRange access_;
  std::size_t first_ = 0; ///< the first glyph of the slid line that is in sight
};

} // namespace warpscope::panels
