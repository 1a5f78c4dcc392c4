// Draws the scene Layouts with its fields, and carries out what is clicked in it.
#include "app/panels/stage/layouts_pane.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

constexpr std::uint32_t widest_reading = 16; ///< bytes of a lane

void choose(view::LayoutOptions& options, std::uint32_t index) {
  const auto counted = static_cast<std::uint32_t>(view::LayoutChoice::Counted);
  const auto types = static_cast<std::uint32_t>(layouts::element_types().size());
  if (index >= counted) {
    view::take_counted(options, index - counted);
    options.own_swizzle = options.follows;
    return;
  }
  switch (static_cast<view::LayoutChoice>(index)) {
  case view::LayoutChoice::Elements: options.unit = layouts::Unit::Elements; break;
  case view::LayoutChoice::Bytes: options.unit = layouts::Unit::Bytes; break;
  case view::LayoutChoice::Type:
    view::leave_access(options);
    options.type = (options.type + 1) % types;
    options.reading.bytes = 0;
    break;
  case view::LayoutChoice::Width: {
    // From what the swizzle keeps together to one element, and from there up again.
    view::leave_access(options);
    const std::uint32_t element = layouts::element_types()[options.type % types].bytes;
    std::uint32_t& bytes = options.reading.bytes;
    bytes = bytes == 0 ? element : bytes >= widest_reading ? 0 : bytes * 2;
    break;
  }
  case view::LayoutChoice::Access:
    options.follows = true;
    options.own_swizzle = false;
    break;
  case view::LayoutChoice::Counted: break;
  }
}

void follow_layouts(view::LayoutOptions& options, const StagePane::Pointer& pointer, std::uint32_t columns) {
  if (pointer.hovered == nullptr) return;
  const view::Hit& hit = *pointer.hovered;
  const layouts::Cell cell{hit.index / columns, hit.index % columns};
  if (hit.kind == view::HitKind::Place) options.cell = cell;
  if (!pointer.clicked) return;
  if (hit.kind == view::HitKind::Place || hit.kind == view::HitKind::Across) view::leave_access(options);
  switch (hit.kind) {
  case view::HitKind::Place: options.reading.index = options.reading.column ? cell.column : cell.row; break;
  case view::HitKind::Across:
    options.reading.column = hit.index % 2 == 0;
    options.reading.index = hit.index / 2;
    break;
  case view::HitKind::Bit: view::flip_bit(options, hit.index); break;
  case view::HitKind::Choice: choose(options, hit.index); break;
  default: break;
  }
}

/// The left button seizes a bracket; until it is released the swizzle follows the pointer.
void drag_brackets(view::LayoutOptions& options, const view::SceneRequest& request,
                   const StagePane::Pointer& pointer, LayoutDrag& drag) {
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && pointer.hovered != nullptr &&
      pointer.hovered->kind == view::HitKind::Bracket)
    drag = {static_cast<view::LayoutBracket>(pointer.hovered->index), options, pointer.x,
            std::max(1.f, view::layout_bit_pitch(request))};
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) drag.bracket.reset();
  if (drag.bracket)
    view::drag_bracket(options, drag.from, *drag.bracket,
                       static_cast<int>(std::lround((drag.x - pointer.x) / drag.pitch)));
  if (drag.bracket || (pointer.hovered != nullptr && pointer.hovered->kind == view::HitKind::Bracket))
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
}

} // namespace

void draw_layouts(PanelContext& c, const Paint& paint, StagePane& pane, view::Box box, LayoutDrag& drag,
                  std::optional<playback::Moment> shown) {
  view::LayoutOptions& options = c.ui.layouts;
  view::SceneRequest of_text; // without a run while the text's counts are asked for
  if (shown && !c.session.counts_hidden()) {
    of_text.run = c.session.runs().run();
    of_text.moment = *shown;
  }
  const view::LayoutOptions found = options;
  view::follow_access(options, of_text, c.session.document().mode == document::SourceMode::Expression);
  if (!(options == found)) c.ui.wake.again = true;
  const view::LayoutOptions before = options;
  view::SceneRequest request;
  request.options.layouts = options;
  request.options.frame.width = std::floor(box.w);
  request.options.frame.height = std::floor(box.h);
  request.options.frame.scale = c.layout.scale;
  request.options.frame.presenter = c.ui.presenter;
  const StagePane::Pointer pointer = pane.draw(c, paint, "##picture", box, view::SceneKind::Layouts, request);

  const view::LayoutFields fields = view::layout_fields(request);
  const auto field = [&](const char* id, view::Box at, std::string& typed, const std::string& drawn,
                         std::string_view hint) {
    if (at.w < 40 || at.h < 16) return;
    const view::Box place{std::floor(box.x) + at.x, std::floor(box.y) + at.y, at.w, at.h};
    paint.fill(place, c.theme.bg2, paint.px(6));
    (void)code_field(paint, c.fonts, id, place, typed, fields.text, false, typed != drawn, hint);
  };
  field("##layout_swizzle", fields.swizzle, options.swizzle, options.drawn_swizzle, "Swizzle<3,3,3>");
  field("##layout_tile", fields.tile, options.tile, options.drawn_tile, "(8,64):(64,1)");
  if (options.swizzle != before.swizzle || options.tile != before.tile) c.ui.typed = true;
  if (options.swizzle != before.swizzle) options.own_swizzle = options.follows;
  if (options.tile != before.tile) view::leave_access(options);
  follow_layouts(options, pointer, view::layout_columns(options));
  const std::string undragged = options.swizzle;
  drag_brackets(options, request, pointer, drag);
  if (options.swizzle != undragged) options.own_swizzle = options.follows;
  view::settle_layouts(options);
  if (!(options == before)) c.ui.wake.again = true; // the next frame draws it

  StageView::Pane drawn = pane.shown();
  c.ui.stage.panes.push_back(std::move(drawn));
  c.ui.stage.headline = pane.headline();
}

void toggle_layout_unit(PanelContext& c) {
  layouts::Unit& unit = c.ui.layouts.unit;
  unit = unit == layouts::Unit::Elements ? layouts::Unit::Bytes : layouts::Unit::Elements;
}

} // namespace warpscope::panels
