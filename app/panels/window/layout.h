// The layout of the panels: TOKENS.md, "Workbench". Pure arithmetic, no ImGui.
#pragma once

#include "app/settings/preferences.h"
#include "app/view/picture.h"

namespace warpscope::panels {

struct Layout {
  float width = 0, height = 0;
  float scale = 1;  ///< f of TOKENS.md, including the user's zoom
  bool big = false; ///< the wider spacings and full labels of 1080p
  view::Box bar;
  view::Box source_tabs, source;      ///< on the left: tabs, and what is below them
  view::Box stage_tabs, stage;        ///< on the right
  view::Box lesson;                   ///< a lab's question, below the stage's picture; empty without one
  view::Box course_head, course_foot; ///< of a lesson that is played, around the stage; empty without one
  view::Box launches;                 ///< a program's, above the timeline; empty without one
  view::Box timeline;
  view::Box results_tabs, results; ///< empty (h = 0) in a small window
};

/// `expression`: the timeline has one row and the results few, so both are lower. Every height is at least 0,
/// and the boxes cover the window without overlap, from 320x200 up. `panes`: what the person moved or hid; a
/// factor stays a factor when window, zoom or mode change, and the stage always keeps room. `program`: there
/// is a row of launches. `results_needed`: the height that the shown tab of the results was asked for with.
[[nodiscard]] Layout make_layout(float width, float height, float zoom, bool expression,
                                 const settings::PaneSizes& panes = {}, bool program = false,
                                 float results_needed = 0);

/// The row of launches before a class, in sizes of a pane's: its smallest text has 21 px at 1080p, 14 at
/// 720p.
inline constexpr float launches_before_a_class = 1.5F;

/// Gives the lowest `height` pixels of the stage to the row of a program's launches, if enough of the stage
/// is left.
void make_room_for_launches(Layout& layout, float height);
/// Gives the lowest `height` pixels of the stage to the lesson, if enough of the stage is left.
void make_room_for_lesson(Layout& layout, float height);

} // namespace warpscope::panels
