// Builds a pane's Picture when its request has changed, draws it, and reports what is under the pointer.
#include "app/panels/stage/pane.h"

#include "app/language/language.h"
#include "app/measuring/registers.h"
#include "app/panels/window/tooltip_size.h"
#include "app/panels/window/widgets.h"
#include "app/view/tooltip_place.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::panels {

namespace {

/// Returns the same object as long as the session's device does not change.
std::shared_ptr<const Device> device_of(const session::Session& session,
                                        std::shared_ptr<const Device> before) {
  const std::string& id = session.document().device;
  if (before != nullptr && before->id == id) return before;
  const Device* found = session.catalog().find_device(id);
  return found == nullptr ? nullptr : std::make_shared<const Device>(*found);
}

/// Puts the tooltip that comes where it covers neither what it explains nor its strand; over a large thing it
/// lies at the pointer.
void beside(const Paint& paint, const Fonts& fonts, const view::Picture& picture, const view::Hit& hit,
            view::Box pane, const Layout& layout) {
  if (hit.box.h > layout.height * .25f) return;
  const ImVec2 size = tooltip_window_size(paint, fonts, hit.tooltip);
  const float edge = 4;
  const std::optional<view::Point> at = view::tooltip_place(
      picture, hit, size.x, size.y,
      {edge - pane.x, edge - pane.y, layout.width - 2 * edge, layout.height - 2 * edge});
  if (at) ImGui::SetNextWindowPos({pane.x + at->x, pane.y + at->y});
}

} // namespace

StagePane::Pointer StagePane::draw(const PanelContext& c, const Paint& paint, const char* id, view::Box box,
                                   view::SceneKind scene, view::SceneRequest request) {
  view::SceneOptions& options = request.options;
  view::Frame& frame = options.frame;
  frame.width = std::floor(box.w);
  frame.height = std::floor(box.h);
  if (frame.width < 40 || frame.height < 40) return {};
  frame.theme = &c.theme;
  if (scene == view::SceneKind::Tiling) {
    device_ = device_of(c.session, device_);
    options.tiling.device = device_;
    options.tiling.tile_sizes = c.ui.tile_sizes;
    options.tiling.registers = measuring::registers_of(c.measuring);
  }
  options.pointed.lanes = c.ui.hover.lanes;
  options.pointed.line = scene == view::SceneKind::Block ? c.ui.hover.line : 0;
  // A line of the text (or of the results) is under the pointer: highlight all lanes of its access.
  if (request.run != nullptr && options.pointed.lanes == 0 && c.ui.hover.line != 0 && !over_before_) {
    const trace::BlockTrace::Event& event = request.run->trace().event(request.moment.event);
    const std::vector<program::Site>& sites = request.run->program().sites;
    if (event.kind == trace::StepKind::Access && event.site_or_pc < sites.size() &&
        sites[event.site_or_pc].is_of_line(c.ui.hover.line))
      options.pointed.lanes = event.mask;
  }
  if (options.pointed.lanes != 0)
    options.pointed.lane = static_cast<std::uint32_t>(std::countr_zero(options.pointed.lanes));
  Key key{std::move(request), scene, language::chosen_language().data()};
  if (!(key == key_)) {
    key_ = std::move(key);
    picture_ = std::make_shared<const view::Picture>(view::build_scene(scene, key_.request));
    headline_ = view::make_headline(key_.request, scene);
    const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
    if (c.renderer != nullptr)
      texture_ = c.renderer->draw_to_texture(*picture_,
                                             static_cast<int>(std::lround(picture_->width * ratio)),
                                             static_cast<int>(std::lround(picture_->height * ratio)), ratio);
  }
  const view::Box place{std::floor(box.x), std::floor(box.y), key_.request.options.frame.width,
                        key_.request.options.frame.height};
  ImGui::SetCursorScreenPos({place.x, place.y});
  ImGui::SetNextItemAllowOverlap(); // the presenter's button is on top of it
  const bool let_go = ImGui::InvisibleButton(id, {place.w, place.h});
  draw_texture(c, paint, texture_, place);

  Pointer pointer;
  const ImGuiIO& io = ImGui::GetIO();
  pointer.inside = over_before_ = ImGui::IsItemHovered();
  pointer.x = io.MousePos.x - place.x;
  pointer.y = io.MousePos.y - place.y;
  const bool far = io.MouseDragMaxDistanceSqr[0] > io.MouseDragThreshold * io.MouseDragThreshold;
  pointer.clicked = let_go && !far;
  pointer.dragged = ImGui::IsItemActive() && far && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0);
  if (!pointer.inside) return pointer;
  for (std::size_t i = picture_->hits.size(); i-- > 0;) {
    const view::Hit& hit = picture_->hits[i];
    if (!hit.box.contains({pointer.x, pointer.y})) continue;
    pointer.hovered = &hit;
    if (!c.ui.presenter && !c.ui.stage.lens.on && !hit.tooltip.empty() &&
        ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) {
      beside(paint, c.fonts, *picture_, hit, place, c.layout);
      tooltip_at(paint, c.fonts, {io.MousePos.x - 1, io.MousePos.y - 1, 2, 2}, hit.tooltip);
    }
    break;
  }
  return pointer;
}

void draw_texture(const PanelContext& c, const Paint& paint, std::uint32_t texture, view::Box box,
                  float alpha) {
  if (texture == 0 || alpha <= 0) return;
  if (c.renderer != nullptr) c.renderer->keep(texture);
  paint.list()->AddImage(static_cast<ImTextureID>(texture), {box.x, box.y}, {box.x + box.w, box.y + box.h},
                         {0, 1}, {1, 0},
                         rgba({255, 255, 255, static_cast<std::uint8_t>(255 * std::min(alpha, 1.f) + .5f)}));
}

} // namespace warpscope::panels
