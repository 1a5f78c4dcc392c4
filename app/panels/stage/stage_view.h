// What the stage shows, as values: a film, an export or a key may copy it and keep it for any time.
#pragma once

#include "app/view/pair_view.h"
#include "app/view/scene.h"

#include <memory>
#include <optional>
#include <vector>

namespace warpscope::panels {

struct StageView {
  struct Pane {
    std::shared_ptr<const view::Picture> picture;
    view::SceneRequest request; ///< the request that the picture was built from
    view::SceneKind scene = view::SceneKind::Banks;
    float x = 0, y = 0;   ///< of the pane in the stage
    bool present = false; ///< it shows the present text, and is neither a pair's frame nor its A
  };
  std::vector<Pane> panes;               ///< one; for a pair its frame, A and B. Empty: nothing is shown
  std::optional<view::PairRequest> pair; ///< what the stage drew A beside B from
  std::shared_ptr<const view::Picture> picture; ///< the present text's picture, as last drawn; null: none yet
  view::Headline headline;                      ///< the sentence on the stage
  bool pen = false;                             ///< the presenter has taken the pen: the left button draws
  /// What the pen drew: its points as shares of the window's size.
  std::vector<std::vector<view::Point>> strokes;
  /// The magnifier over the pictures.
  struct Lens {
    bool on = false;
    float factor = 2.5f;
    view::Point at;                               ///< in the window: what it is pointed at
    view::Box box;                                ///< in the window, as last drawn
    std::shared_ptr<const view::Picture> picture; ///< what it shows; null: nothing
  };
  Lens lens;
  bool cures = false; ///< the buttons that cure the conflict are below the picture

  /// Returns the pane of the present text; null: there is none.
  [[nodiscard]] const Pane* present() const {
    return !panes.empty() && panes.back().present ? &panes.back() : nullptr;
  }
};

} // namespace warpscope::panels
