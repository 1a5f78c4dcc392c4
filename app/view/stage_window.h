// The visible part of data larger than the stage, kept for each scene: moved by wheel, drag and keys, and
// kept during playback until the access leaves it.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>

namespace warpscope::view {

/// A person's input in one frame.
struct StageMove {
  float rows = 0, columns = 0;  ///< notches of a wheel, or key presses: down and right are positive
  float drag_x = 0, drag_y = 0; ///< pixels by which the picture was dragged
  float zoom = 0;               ///< notches: towards the viewer is positive
  std::optional<float> zoom_at; ///< 0..1 of the picture's width; nullopt: at the playhead
  bool back = false;            ///< return to the surroundings of the access
  [[nodiscard]] bool any() const {
    return rows != 0 || columns != 0 || drag_x != 0 || drag_y != 0 || zoom != 0 || back;
  }
};

class StageWindow {
 public:
  /// Puts the window into a scene's request.
  void apply(SceneRequest& request) const;
  /// Called when another access, or another step of it, is on the stage: the window stays unless the access
  /// is not visible.
  void follow(SceneKind scene, SceneRequest request);
  /// True when something moved.
  bool move(SceneKind scene, SceneRequest request, const StageMove& move);
  /// True when a person moved the window away from the access.
  [[nodiscard]] bool moved(SceneKind scene) const;

 private:
  void follow_array(const SceneRequest& request);
  void follow_block(const SceneRequest& request);
  bool move_array(const SceneRequest& request, const StageMove& move);
  bool move_sectors(const SceneRequest& request, const StageMove& move);
  bool move_block(const SceneRequest& request, const StageMove& move);
  void follow_machine(const SceneRequest& request);
  bool move_machine(const SceneRequest& request, const StageMove& move);

  std::optional<std::uint32_t> row_, column_;
  std::uint32_t all_rows_ = 0, all_columns_ = 0; ///< the size of the array to which row_ and column_ refer
  float zoom_ = 1, rest_rows_ = 0, rest_columns_ = 0; ///< rest: the part of a drag that is less than a cell
  bool array_moved_ = false;
  std::uint32_t line_ = 0;
  float rest_lines_ = 0;
  std::uint64_t first_step_ = 0, end_step_ = 0;   ///< 0, 0: all steps
  std::uint64_t first_cycle_ = 0, end_cycle_ = 0; ///< 0, 0: the scene decides
  std::uint32_t first_partition_ = 0;
  float rest_partitions_ = 0;
};

} // namespace warpscope::view
