// Beside the hazard on the stage: the button that puts the cut barrier back. No part of the Picture, so that
// no export has it.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

class RestoreButton {
 public:
  /// Looks whether there is something to restore and room to say so, in the scene that shows the hazard.
  RestoreButton(const PanelContext& context, const Paint& paint, const view::SceneRequest& request);
  [[nodiscard]] float width() const { return width_; } ///< 0: there is none
  /// `stage`: where the picture is; `request`: with its corner.
  void draw(PanelContext& context, const Paint& paint, view::Box stage,
            const view::SceneRequest& request) const;

 private:
  std::string label_, tail_;
  float width_ = 0;
};

} // namespace warpscope::panels
