// Places the lens and draws the pictures below it once more, larger.
#include "app/panels/stage/lens.h"

#include "app/view/magnified.h"
#include "imgui.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::panels {

namespace {

constexpr float nearest = 4, farthest = 2, notch = 1.12f;

bool any_popup() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

/// Everything that the panes show in `part` of the stage.
view::Picture under_lens(const StageView& stage, view::Box part, float factor) {
  view::Picture all;
  for (const StageView::Pane& pane : stage.panes) {
    view::Picture one = view::magnified(*pane.picture, {part.x - pane.x, part.y - pane.y, part.w, part.h},
                                        factor);
    if (all.width == 0) all = std::move(one);
    else std::move(one.shapes.begin(), one.shapes.end(), std::back_inserter(all.shapes));
  }
  return all;
}

} // namespace

void zoom_lens(StageView::Lens& lens, float notches) {
  lens.factor = std::clamp(lens.factor * std::pow(notch, notches), farthest, nearest);
}

void Lens::draw(PanelContext& c, const Paint& paint, view::Box box, const Pen& pen) {
  StageView::Lens& lens = c.ui.stage.lens;
  const bool comes = lens.on && !on_before_;
  on_before_ = lens.on;
  lens.picture.reset();
  if (!lens.on || c.ui.stage.panes.empty() || box.w < 80 || box.h < 80 || any_popup()) return;
  const ImGuiIO& io = ImGui::GetIO();
  const bool inside = ImGui::IsMousePosValid() && box.contains({io.MousePos.x, io.MousePos.y});
  const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
  if (inside && (moved || comes)) lens.at = {io.MousePos.x, io.MousePos.y};
  else if (comes) lens.at = {box.x + box.w / 2, box.y + box.h / 2};
  lens.at = {std::clamp(lens.at.x, box.x, box.x + box.w - 1),
             std::clamp(lens.at.y, box.y, box.y + box.h - 1)};
  if (inside && !io.KeyCtrl && !io.KeyShift && io.MouseWheel != 0) zoom_lens(lens, io.MouseWheel);
  if (inside) ImGui::SetMouseCursor(ImGuiMouseCursor_None);

  view::Box& place = lens.box;
  place.w = std::floor(std::min(box.w * .56f, box.h * 1.1f));
  place.h = std::floor(std::min(box.h * .56f, place.w * .6f));
  place.x = std::floor(std::clamp(lens.at.x - place.w / 2, box.x, box.x + box.w - place.w));
  place.y = std::floor(std::clamp(lens.at.y - place.h / 2, box.y, box.y + box.h - place.h));
  // The same point under the pointer before and behind the glass.
  const view::Point origin{std::floor(box.x), std::floor(box.y)};
  const view::Box part{lens.at.x - (lens.at.x - place.x) / lens.factor - origin.x,
                       lens.at.y - (lens.at.y - place.y) / lens.factor - origin.y, place.w / lens.factor,
                       place.h / lens.factor};
  view::Picture picture = under_lens(c.ui.stage, part, lens.factor);
  picture.width = place.w;
  picture.height = place.h;

  ImDrawList* over = ImGui::GetForegroundDrawList();
  const float radius = paint.px(12);
  const ImVec2 from{place.x, place.y}, to{place.x + place.w, place.y + place.h};
  over->AddRectFilled({from.x - paint.px(5), from.y - paint.px(5)}, {to.x + paint.px(5), to.y + paint.px(5)},
                      rgba(view::with_alpha(c.theme.bg0, .8f)), radius + paint.px(5));
  if (c.renderer != nullptr) {
    const float ratio = io.DisplayFramebufferScale.x;
    const std::uint32_t texture = c.renderer->draw_to_texture(
        picture, static_cast<int>(std::lround(place.w * ratio)),
        static_cast<int>(std::lround(place.h * ratio)), ratio);
    over->AddImageRounded(static_cast<ImTextureID>(texture), from, to, {0, 1}, {1, 0},
                          IM_COL32(255, 255, 255, 255), radius);
  }
  over->PushClipRect(from, to, true);
  if (c.ui.presenter) pen.strokes(c, paint, {lens.at, lens.factor});
  over->PopClipRect();
  over->AddRect(from, to, rgba(c.theme.t1), radius, 0, std::max(2.f, paint.px(2.5f)));
  // What is pointed at is seen through a ring.
  const float ring = paint.px(c.ui.presenter ? 30 : 22);
  over->AddCircle({lens.at.x, lens.at.y}, ring, rgba(view::with_alpha(c.theme.bg1, .8f)), 40,
                  std::max(4.f, paint.px(6)));
  over->AddCircle({lens.at.x, lens.at.y}, ring, rgba(c.theme.now), 40, std::max(2.f, paint.px(2.5f)));
  lens.picture = std::make_shared<const view::Picture>(std::move(picture));
}

} // namespace warpscope::panels
