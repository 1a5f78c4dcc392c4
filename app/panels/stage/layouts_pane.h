// The scene Layouts on the stage: its picture, the two fields over it, and what clicks and its key do. It
// shows the text's access until something else is typed or chosen, and needs no run.
#pragma once

#include "app/panels/stage/pane.h"
#include "app/panels/window/panel.h"

#include <optional>

namespace warpscope::panels {

/// A bracket over the bits, while the pointer drags it.
struct LayoutDrag {
  std::optional<view::LayoutBracket> bracket; ///< nullopt: none is dragged
  view::LayoutOptions from;                   ///< as it was when it was seized
  float x = 0, pitch = 1;                     ///< of the pointer then; pixels of a bit
};

/// Draws it into a box of the current window. `shown`: the moment on the stage.
void draw_layouts(PanelContext& c, const Paint& paint, StagePane& pane, view::Box box, LayoutDrag& drag,
                  std::optional<playback::Moment> shown);

/// The key U: elements or bytes.
void toggle_layout_unit(PanelContext& c);

} // namespace warpscope::panels
