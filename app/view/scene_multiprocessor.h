// The scene Multiprocessor: rows of warps over cycles. scene_multiprocessor.cpp lays it out and draws rows,
// LSU, axis and playhead; scene_multiprocessor_sums.cpp the shares, the curve and the headline.
#pragma once

#include "app/view/scene_parts.h"

#include <array>
#include <cstdint>
#include <string>

namespace warpscope::view {

/// Places of the picture's parts.
struct MachineParts {
  MachineLayout layout;
  float names_x = 0; ///< left edge of the sub-partitions' names
  float head_y = 0;  ///< middle of the row with the playhead's plate
  float lsu_y = 0, lsu_h = 0;
  float axis_y = 0;
  bool microseconds = false; ///< a second row below the axis
  Box shares;                ///< the stacked bar
  float shares_title_y = 0;  ///< 0: no title
  float legend_y = 0;
  bool whole_names = false; ///< of the sub-partitions, with words for their shares
  Box curve;                ///< its column; no width: it is not drawn
};
[[nodiscard]] MachineParts machine_parts(const SceneRequest& request);

class MachineScene {
 public:
  explicit MachineScene(const SceneRequest& request)
      : request_(request), machine_(*request.options.machine.machine), theme_(theme_of(request)),
        canvas_(request.options.frame.width, request.options.frame.height, theme_),
        sizes_(sizes_for(request)), parts_(machine_parts(request)), layout_(parts_.layout) {}

  Picture build();

 private:
  using State = playback::MachineState;
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.4F * size : size);
  }
  void draw_pills();
  void draw_names();
  void draw_row(const MachineLayout::Row& row);
  /// `issues`: the share of a column of pixels in which the warp issues, though another state fills most.
  void draw_state(State state, Box box, double issues = 0);
  void draw_lsu();
  void draw_axis();
  void draw_torn_edge();
  void draw_playhead();
  void draw_shares();
  void draw_cycle_sums(float right, float y, float size);
  void draw_curve();
  void draw_latency(Box box);
  [[nodiscard]] float conflict_key_width() const;
  [[nodiscard]] bool conflict_key_below_curve() const { return parts_.curve.w > 0 && parts_.curve.h > 270; }
  void draw_conflict_key(Point at, float room);
  [[nodiscard]] std::string piece_words(const multiprocessor::Life& life,
                                        const multiprocessor::Piece& piece) const;

  const SceneRequest& request_;
  const playback::Machine& machine_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  MachineParts parts_;
  const MachineLayout& layout_;
  float column_ = 2, bar_ = 10;
  float pills_left_ = 0; ///< where they begin
  int sentences_ = 0;
};

/// Key of the words for a state.
[[nodiscard]] std::string_view machine_state_key(playback::MachineState state);

} // namespace warpscope::view
