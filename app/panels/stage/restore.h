// The button beside the hazard on the stage that restores the cut barrier. It is not part of the Picture, so
// no export contains it.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

class RestoreButton {
 public:
  /// Determines whether there is something to restore and room for the button, in the scene that shows the
  /// hazard.
  RestoreButton(const PanelContext& context, const Paint& paint, const view::SceneRequest& request);
  [[nodiscard]] float width() const { return width_; } ///< 0: there is no button
  /// `stage`: where the picture is; `request`: with its corner.
  void draw(PanelContext& context, const Paint& paint, view::Box stage,
            const view::SceneRequest& request) const;

 private:
  std::string label_, tail_;
  float width_ = 0;
};

} // namespace warpscope::panels
