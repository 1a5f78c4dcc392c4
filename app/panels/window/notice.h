// One sentence over the timeline: a save that failed, a file that cannot be opened; perhaps with a button.
#pragma once

#include "app/panels/window/ask.h"

#include <string>

namespace warpscope::panels {

struct PanelContext;

struct Notice {
  std::string sentence; ///< empty: nothing is said
  bool error = false;
  std::string button; ///< empty: none
  Ask wants = {};     ///< what a click on the button asks for
};

/// The notice in sight: it goes by itself after 4 seconds, an error after 12, one with a button after 30.
class Notices {
 public:
  void say(Notice notice);
  /// A plate over the timeline.
  void draw(PanelContext& context);
  [[nodiscard]] const Notice& shown() const { return shown_; }

 private:
  Notice shown_;
  double until_ = 0; ///< ImGui::GetTime()
};

} // namespace warpscope::panels
