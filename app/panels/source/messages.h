// What the compiler says, on a plate under its line: one message at a time, all of them reachable, its cure
// one click away.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"

#include <string>
#include <vector>

namespace warpscope::panels {

class SourceMessages {
 public:
  /// Call when the frame begins: takes the session's messages and wants room for the one that is shown.
  CodeEditor::Room layout(PanelContext& c, const Paint& paint, CodeEditor& editor, view::Box box,
                          float line_h);
  /// After the editor: the plate in its room, a sign before each line with a message. `wants_line`: a line to
  /// scroll to, or 0.
  void draw(PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box, float line_h);

  /// To the next (or previous) message, from the cursor's line when none is shown. False: there are none.
  bool go(int direction, CodeEditor& editor);
  bool fix(PanelContext& c);

 private:
  void take(PanelContext& c, CodeEditor& editor);
  [[nodiscard]] const Diagnostic* shown() const { return shown_ < list_.size() ? &list_[shown_] : nullptr; }

  Diagnostics known_; ///< the session's, as they were taken
  Diagnostics list_;  ///< those with a place in the text
  std::size_t shown_ = ~std::size_t{0};
  bool dark_ = true;
  // Of the present frame.
  std::vector<std::string> lines_; ///< the message, wrapped
  std::string cure_;
  float plate_h_ = 0, buttons_w_ = 0;
  bool buttons_below_ = false;
  int go_ = 0; ///< asked for by a button: the next frame does it
};

} // namespace warpscope::panels
