// What the stage drew last, for whoever exports it, plays by its phases or tests it.
#pragma once

#include "app/view/picture.h"
#include "app/view/scene.h"

#include <memory>
#include <vector>

namespace warpscope::view {
struct CompareInput;
} // namespace warpscope::view

namespace warpscope::panels {

/// One picture on the stage. Its pointers hold until the stage draws again.
struct OnStage {
  const view::Picture* picture = nullptr;
  view::SceneInput input; ///< that it was built from; its pointers are the stage's
  view::SceneKind scene = view::SceneKind::Banks;
  float x = 0, y = 0;                                  ///< of the pane in the stage
  std::shared_ptr<const run::SimulationResult> result; ///< what `input` points into; null: not the present
                                                       ///< text's
};

struct StageView {
  /// One picture; of A beside B the frame, A and B. The last one is the present text's.
  std::vector<OnStage> on_stage;
  const view::CompareInput* compared = nullptr; ///< what A beside B was drawn from; null: nothing is pinned
  const view::Picture* picture = nullptr;       ///< B's, as last drawn
  view::Headline headline;                      ///< what stands over the picture
};

} // namespace warpscope::panels
