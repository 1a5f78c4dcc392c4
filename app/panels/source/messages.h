// The compiler's messages, on a plate below their line: one at a time, all of them reachable, with the fix
// one click away.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"

#include <string>
#include <vector>

namespace warpscope::panels {

class SourceMessages {
 public:
  std::uint32_t file = 0; ///< Span::file of the text that is shown
  /// Call at the beginning of the frame: takes the session's messages and requests room for the one that is
  /// shown.
  CodeEditor::Room layout(PanelContext& c, const Paint& paint, CodeEditor& editor, view::Box box,
                          float line_h);
  /// Call after the editor: draws the plate in its room, and a sign before each line with a message.
  /// `wants_line`: a line to scroll to, or 0.
  void draw(PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box, float line_h);

  /// Goes to the next (or previous) message, from the cursor's line when none is shown. False: there are
  /// none.
  bool go(int direction, CodeEditor& editor);
  bool fix(PanelContext& c);

 private:
  void take(PanelContext& c, CodeEditor& editor);
  [[nodiscard]] const Diagnostic* shown() const { return shown_ < list_.size() ? &list_[shown_] : nullptr; }

  Diagnostics known_; ///< the session's messages when they were taken
  Diagnostics list_;  ///< those with a position in the text
  std::size_t shown_ = ~std::size_t{0};
  bool dark_ = true;
  // For the current frame.
  std::vector<std::string> lines_; ///< the message, wrapped
  std::string cure_;
  float plate_h_ = 0, buttons_w_ = 0;
  bool buttons_below_ = false;
  int go_ = 0; ///< requested by a button: the next frame does it
};

} // namespace warpscope::panels
