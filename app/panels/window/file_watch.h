// Files under the window's hands: what another program did to one, what would be written over, what was left
// unsaved.
#pragma once

#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

class FileWatch {
 public:
  /// Once a frame, in a window: asks when the file has changed (looked at once a second at most, so on coming
  /// back to the window too), and says when an unsaved text gave way to another.
  void draw(PanelContext& c, const Paint& paint);
  /// Saves where the text came from. False: there is no such file, a path has to be asked for.
  bool save(PanelContext& c);

 private:
  double looked_ = -1;
  bool saving_ = false, ask_ = false;
  std::size_t told_ = 0;
  std::string gone_; ///< the file whose loss was told
};

} // namespace warpscope::panels
