// One pane of the stage: the Picture of one request in a box, with a texture that is kept while nothing
// changes. A pair draws two of them.
#pragma once

#include "app/panels/stage/stage_view.h"
#include "app/panels/window/panel.h"

#include <cstdint>
#include <memory>

namespace warpscope::panels {

class StagePane {
 public:
  /// The pointer's actions in this frame.
  struct Pointer {
    bool inside = false;                ///< inside this pane
    float x = 0, y = 0;                 ///< relative to the picture
    const view::Hit* hovered = nullptr; ///< in picture(); null: nothing
    bool clicked = false;               ///< released without having been dragged
    bool dragged = false;               ///< pressed in this pane, and moved
  };
  /// Draws into the current window. `id` is the Dear ImGui item's. Size, theme, pointer and what Tiling needs
  /// of the device are set here.
  Pointer draw(const PanelContext& c, const Paint& paint, const char* id, view::Box box,
               view::SceneKind scene, view::SceneRequest request);

  [[nodiscard]] const view::Picture& picture() const { return *picture_; }
  [[nodiscard]] const view::Headline& headline() const { return headline_; }
  [[nodiscard]] std::uint32_t texture() const { return texture_; }
  /// As last drawn, for StageView.
  [[nodiscard]] StageView::Pane shown() const { return {picture_, key_.request, key_.scene, 0, 0, false}; }

 private:
  /// Everything that the Picture depends on.
  struct Key {
    view::SceneRequest request;
    view::SceneKind scene{};
    const char* language = nullptr; ///< the address of its name, which differs after each change
    bool operator==(const Key&) const = default;
  };

  Key key_;
  std::shared_ptr<const view::Picture> picture_ = std::make_shared<const view::Picture>();
  view::Headline headline_;
  std::shared_ptr<const Device> device_; ///< of the last picture of Tiling
  std::uint32_t texture_ = 0;
  bool over_before_ = false; ///< the pointer was in this pane in the previous frame
};

/// Draws a Picture's texture into a box of the window.
void draw_texture(const PanelContext& c, const Paint& paint, std::uint32_t texture, view::Box box,
                  float alpha = 1);

} // namespace warpscope::panels
