// The scene Block: rows of warps over steps, and what happens in them. scene_block.cpp draws rows, phases,
// accesses, barriers, playhead, axis and legend; scene_block_hazard.cpp a hazard and removed barriers;
// scene_block_copies.cpp asynchronous copies.
#pragma once

#include "app/view/scene_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

/// The glyph of an access.
enum class BlockMark : std::uint8_t { SharedLoad, SharedStore, SharedAtomic, Global, Other };

class BlockScene {
 public:
  explicit BlockScene(const SceneRequest& request)
      : request_(request), index_(request.run->block_index()), theme_(theme_of(request)),
        canvas_(request.options.frame.width, request.options.frame.height, theme_),
        sizes_(sizes_for(request)), event_(*event_at(request)) {}

  Picture build();

 private:
  struct Row {
    std::uint32_t warp = 0;
    float y = 0, h = 0, bar = 0; ///< middle of the bar, pitch of the rows, height of the bar
    float low = 0;               ///< how far the middle of the row is below `y`, to leave room for copies
  };
  /// Neighbouring accesses in one column of pixels, or a single access.
  struct Piece {
    std::size_t first = 0, end = 0;
    float x0 = 0, x1 = 0, next = 0; ///< `next`: where the following access begins
  };

  void lay_out();
  void lay_out_rows(float room);
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.4F * size : size);
  }
  [[nodiscard]] float x_of(double step) const {
    const double share = (step - static_cast<double>(first_)) / static_cast<double>(end_ - first_);
    return x0_ + static_cast<float>(std::clamp(share, 0., 1.)) * (x1_ - x0_);
  }
  [[nodiscard]] std::uint64_t step_at(float x) const {
    const double share = std::clamp(static_cast<double>((x - x0_) / (x1_ - x0_)), 0., 1.);
    return first_ + static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(end_ - first_)));
  }
  [[nodiscard]] bool is_focus(std::uint32_t warp) const { return focus_ && *focus_ == warp; }

  void draw_row_grounds();
  void draw_phases(const Row& row);
  void draw_accesses(const Row& row);
  void draw_piece(const Row& row, const Piece& piece);
  void draw_glyph(BlockMark mark, Point at, float size, Color color, Color hole);
  void draw_current(const Row& row);
  void draw_barriers();
  bool name_barrier(float x, const std::string& say, float size);
  void draw_playhead();
  [[nodiscard]] bool has_note() const { return headed_ && !note_.empty(); }
  /// The arc has the room above the rows.
  [[nodiscard]] bool tab_below() const {
    return request_.options.told.hazard && sizes_.scene_end - sizes_.scene_y > 120;
  }
  void draw_beside(Point from, Point to, float ring);
  void draw_note();
  void draw_hazard();
  void draw_cuts();
  void draw_seam(const std::vector<std::vector<std::uint64_t>>& steps, std::size_t time, std::uint32_t line);
  void draw_copies(const Row& row);
  void draw_copy(const playback::CopyBar& copy, Box box, bool folded);
  /// Draws a copy from `from` to `to` at one height: dashed, with a dot at the call and a tick up to `up` at
  /// the wait; open-ended without a wait.
  void draw_copy_stroke(Point from, Point to, float thick, std::optional<float> up);
  void draw_row_names();
  void draw_axis();
  void draw_legend();

  const SceneRequest& request_;
  const playback::BlockIndex& index_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  const trace::BlockTrace::Event& event_;

  std::optional<std::uint32_t> focus_;
  std::uint64_t first_ = 0, end_ = 1, now_ = 0;
  float f_ = 1, x0_ = 0, x1_ = 1, top_ = 0, bottom_ = 1, column_ = 1.5F, head_y_ = 0;
  bool headed_ = true;
  float glyph_end_ = 0; ///< right end of the last glyph in the current row
  Box tab_;             ///< of the playhead
  std::vector<Row> rows_;
  std::uint32_t hidden_rows_ = 0;
  int sentences_ = 0;
  std::array<bool, 5> seen_{};
  std::string note_; ///< the hazard's values, above the rows
  Box note_box_;
  bool seen_cut_ = false, seen_copy_ = false, seen_open_copy_ = false;
  bool seen_conflict_ = false, seen_wait_ = false;
};

/// The size of the hazard's sentence: that of the presenter's other texts.
[[nodiscard]] float block_note_size(const SceneRequest& request, const SceneSizes& sizes);

} // namespace warpscope::view
