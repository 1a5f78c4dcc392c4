// The scene Tiling. scene_tiling.cpp computes the layout, scene_tiling_draw.cpp draws it, tiling_words.cpp
// words it, tiling_sizes.cpp draws the table of tile sizes.
#pragma once

#include "app/view/scene_parts.h"
#include "sim/tiling/product.h"
#include "sim/tiling/tile_sizes.h"
#include "sim/tiling/tiling.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::view::tiling_view {

/// Returns "As[3][5]", "part[7]".
[[nodiscard]] std::string cell_name(const tiling::TilingArray& array, std::uint32_t element);
/// Returns "A[64][48]", "in[33]".
[[nodiscard]] std::string element_name(const tiling::TilingBuffer& buffer, std::uint64_t element);
/// Returns "70 × 70", "4,096".
[[nodiscard]] std::string shape_of(const tiling::TilingBuffer& buffer);
/// Returns "192 elements loaded; 320 cells filled with zero; every cell read 16 times".
[[nodiscard]] std::string phase_sentence(const tiling::TilingPhase& phase);

/// A range of a buffer's or an array's elements as rows and columns.
struct Rectangle {
  std::int64_t row = 0, column = 0, rows = 0, columns = 0;
  bool operator==(const Rectangle&) const = default;
};
/// Covers runs of elements by few rectangles: runs are split at row ends, and equal ones below each other are
/// joined.
[[nodiscard]] std::vector<Rectangle> rectangles_of(const std::vector<tiling::ElementRun>& runs,
                                                   std::uint64_t columns);

/// A buffer, an array or the block's results, and where its elements are drawn.
struct Plate {
  enum class Of : std::uint8_t { Buffer, Array, Results } of = Of::Buffer;
  std::uint32_t index = 0; ///< of the buffer (also for Results) or the array
  Box room;                ///< its area, including title and counts
  std::int64_t row0 = 0, column0 = 0, rows = 1,
               columns = 1; ///< the range shown; beyond the buffer's ends where a tile overlaps them
  Point at;                 ///< position of element (row0, column0)
  float cell_w = 1, cell_h = 1;
  [[nodiscard]] Box box(const Rectangle& part) const {
    return {at.x + static_cast<float>(part.column - column0) * cell_w,
            at.y + static_cast<float>(part.row - row0) * cell_h, static_cast<float>(part.columns) * cell_w,
            static_cast<float>(part.rows) * cell_h};
  }
  [[nodiscard]] Box box() const { return box({row0, column0, rows, columns}); }
};

class TilingScene {
 public:
  explicit TilingScene(const SceneRequest& request);
  Picture build();

 private:
  /// What the access at the moment touches.
  struct Lit {
    /// Of shared memory, this access's and what the same warp read last of the other arrays.
    std::vector<std::uint32_t> cells;
    /// By buffer: what the phase has loaded or stored so far.
    std::vector<std::vector<std::uint64_t>> elements;
    std::optional<std::uint32_t> thread;  ///< the thread that is followed
    std::vector<std::uint32_t> of_thread; ///< the cells of that thread
  };

  [[nodiscard]] bool stages_something() const { return tiling_ != nullptr && !tiling_->phases().empty(); }

  // -- where (scene_tiling.cpp)
  void find_lit();
  void find_used();
  void lay_out();
  void lay_out_product(Box global, Box shared);
  void lay_out_rows(Box room, const std::vector<Plate>& plates);
  void place(Plate plate, Box room, float largest);
  void set_extent(Plate& plate) const;
  void find_moved();
  [[nodiscard]] std::optional<tiling::TileMap> last_map(std::uint32_t array) const {
    return warpscope::tiling::last_map(*tiling_, phase_, array);
  }
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.45F * size : size);
  }
  [[nodiscard]] float title_h() const { return 1.7F * text(16); }

  // -- what (scene_tiling_draw.cpp)
  void draw_title(const Plate& plate);
  void draw_buffer(const Plate& plate);
  void draw_tiles(const Plate& plate);
  void draw_array(const Plate& plate);
  void draw_cell(const Plate& plate, const tiling::TilingArray& array, std::uint32_t element, bool lit);
  void draw_row_reads(const Plate& plate, const tiling::TilingArray& array);
  void draw_results(const Plate& plate);
  void draw_thread();
  float draw_numbers(Box corner, bool global, bool figures); ///< returns where it ends
  // -- the table of tile sizes (tiling_sizes.cpp)
  void draw_sizes(Box room, float at_size);
  void draw_sizes_button();
  [[nodiscard]] float height_of_sizes() const; ///< 0: there is no table
  void draw_slider();
  void draw_legend();
  void draw_nothing();
  bool say(Point at, const std::string& text, float size, Color color, Font font, Anchor anchor,
           std::string tip);
  [[nodiscard]] std::optional<Box> box_of_cell(std::uint32_t cell) const;
  [[nodiscard]] std::string tip_of(const tiling::TilingArray& array, std::uint32_t element) const;

  const SceneRequest& request_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  std::shared_ptr<const tiling::Tiling> tiling_;
  tiling::TilingState state_;
  std::uint32_t phase_ = 0;
  Lit lit_;

  /// Buffers that some phase loads; buffers that are stored and never loaded.
  std::vector<std::uint32_t> loaded_, stored_;
  std::optional<tiling::TiledProduct> product_;
  std::optional<tiling::SquareTiles> square_; ///< set when there is a table of tile sizes
  std::vector<Plate> plates_;
  std::optional<Box> global_corner_, shared_corner_, sizes_room_;
  Box slider_, button_;
  bool legend_ = false;
};

} // namespace warpscope::view::tiling_view
