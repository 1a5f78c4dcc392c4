// The draggable lines between the regions: they change PaneSizes and nothing else.
#pragma once

#include "app/panels/window/panel.h"

#include <array>

namespace warpscope::panels {

class Splitters {
 public:
  /// Call after the panels, on top of which they are drawn. Not in the presenter's view.
  void draw(PanelContext& context);

 private:
  struct Splitter {
    const char* window;
    float settings::PaneSizes::* factor;
    bool upright; ///< between left and right
  };
  void draw_one(PanelContext& context, const Splitter& splitter, view::Box line, float size,
                float size_by_default, float direction);

  float grabbed_size_ = 0; ///< of the region when the drag began
};

} // namespace warpscope::panels
