// Protects files: changes by other programs, files that would be overwritten, unsaved texts.
#pragma once

#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

class FileWatch {
 public:
  /// Call in each frame, in a window: asks when the file has changed (checked at most once a second, so also
  /// on coming back to the window), and reports an unsaved text that another has replaced.
  void draw(PanelContext& c, const Paint& paint);
  /// Saves where the text came from, or asks first. False: there is no such file, and a path has to be asked
  /// for.
  bool save(PanelContext& c);
  [[nodiscard]] bool asks() const { return saving_; } ///< the last save() waits for an answer
  [[nodiscard]] bool saved() const { return saved_; } ///< the last save() has written the text

 private:
  double looked_ = -1;
  bool saving_ = false, saved_ = false, ask_ = false;
  std::size_t told_ = 0;
  std::string gone_; ///< the file whose loss was reported
};

} // namespace warpscope::panels
