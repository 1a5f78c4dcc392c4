// Which part of data larger than the stage is in sight, kept for each scene: moved by wheel, drag and keys,
// and left alone by the playback until the access leaves it.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>

namespace warpscope::view {

/// What a person asks for, in one frame.
struct StageMove {
  float rows = 0, columns = 0;  ///< notches of a wheel, or key presses: down and right are positive
  float drag_x = 0, drag_y = 0; ///< pixels that the picture was pulled
  float zoom = 0;               ///< notches: nearer is positive
  std::optional<float> zoom_at; ///< 0..1 of the picture's width; nothing: at the playhead
  bool back = false;            ///< to around the access
  [[nodiscard]] bool any() const {
    return rows != 0 || columns != 0 || drag_x != 0 || drag_y != 0 || zoom != 0 || back;
  }
};

class StageWindow {
 public:
  /// Puts the window into a scene's request.
  void apply(SceneRequest& request) const;
  /// Another access, or another step of it, is on the stage: the window stays unless that is out of sight.
  void follow(SceneKind scene, SceneRequest request);
  /// True when something moved.
  bool move(SceneKind scene, SceneRequest request, const StageMove& move);
  /// A person moved it away from around the access.
  [[nodiscard]] bool moved(SceneKind scene) const;

 private:
  void follow_array(const SceneRequest& request);
  void follow_block(const SceneRequest& request);
  bool move_array(const SceneRequest& request, const StageMove& move);
  bool move_sectors(const SceneRequest& request, const StageMove& move);
  bool move_block(const SceneRequest& request, const StageMove& move);

  std::optional<std::uint32_t> row_, column_;
  std::uint32_t all_rows_ = 0, all_columns_ = 0;      ///< of the array that row_ and column_ are of
  float zoom_ = 1, rest_rows_ = 0, rest_columns_ = 0; ///< rest: of a drag, less than a cell
  bool array_moved_ = false;
  std::uint32_t line_ = 0;
  float rest_lines_ = 0;
  std::uint64_t first_step_ = 0, end_step_ = 0; ///< 0, 0: all
};

} // namespace warpscope::view
