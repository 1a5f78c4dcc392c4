// The scene Tiling. scene_tiling.cpp computes the layout, tiling_product.cpp that of a matrix product with
// its sum, tiling_layout.cpp arranges a product's plates; scene_tiling_draw.cpp draws the scene,
// tiling_words.cpp words it, tiling_loads.cpp and tiling_sizes.cpp draw its tables.
#pragma once

#include "app/view/scene_parts.h"
#include "sim/tiling/product.h"
#include "sim/tiling/tile_sizes.h"
#include "sim/tiling/tiling.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::view::tiling_view {

inline constexpr float most_stretch = 3; ///< how much wider than high a buffer's elements may be

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
  /// Rows and columns that hold something; those behind them are narrow. 0: all.
  std::int64_t live_rows = 0, live_columns = 0;
  /// Of the live rows, those that are shown; 0: all. Where the room is low the rest is out of view.
  std::int64_t first_shown = 0, shown_rows = 0;
  float folded = .27F; ///< size of a row or column that holds nothing, of a cell (SCENES3)
  /// Where the n-th row or column begins, in cells.
  [[nodiscard]] float column_at(std::int64_t n) const {
    const std::int64_t live = live_columns > 0 ? live_columns : columns;
    return static_cast<float>(std::min(n, live)) + (n > live ? folded * static_cast<float>(n - live) : 0.F);
  }
  [[nodiscard]] float row_at(std::int64_t n) const {
    const std::int64_t live = live_rows > 0 ? live_rows : rows;
    std::int64_t whole = std::min(n, live);
    if (shown_rows > 0) whole = std::clamp<std::int64_t>(whole - first_shown, 0, shown_rows);
    return static_cast<float>(whole) + (n > live ? folded * static_cast<float>(n - live) : 0.F);
  }
  [[nodiscard]] bool folds(std::int64_t row, std::int64_t column) const {
    return (live_rows > 0 && row - row0 >= live_rows) ||
           (live_columns > 0 && column - column0 >= live_columns);
  }
  /// True for a row outside the shown ones.
  [[nodiscard]] bool hides(std::int64_t row) const {
    const std::int64_t n = row - row0, live = live_rows > 0 ? live_rows : rows;
    return shown_rows > 0 && n < live && (n < first_shown || n >= first_shown + shown_rows);
  }
  [[nodiscard]] float high() const { return row_at(rows); } ///< in cells
  [[nodiscard]] float wide() const { return column_at(columns); }
  [[nodiscard]] Box box(const Rectangle& part) const {
    const float x = column_at(part.column - column0), y = row_at(part.row - row0);
    return {at.x + x * cell_w, at.y + y * cell_h,
            (column_at(part.column - column0 + part.columns) - x) * cell_w,
            (row_at(part.row - row0 + part.rows) - y) * cell_h};
  }
  [[nodiscard]] Box box() const { return box({row0, column0, rows, columns}); }
};

/// The thread of a product whose element is pointed out.
struct Followed {
  std::uint32_t thread = 0;
  std::int64_t row = 0, column = 0; ///< of its element in C
};

/// The values in the tiles of a product, and what the followed thread adds up.
struct ProductNumbers {
  std::vector<std::optional<double>> cells; ///< by cell, at the moment; empty: not known
  struct Term {
    double a = 0, b = 0, sum = 0; ///< both factors, and the sum that includes their product
    std::int64_t k = 0;           ///< the column of A and row of B
  };
  std::vector<Term> terms; ///< of the whole run; empty: the thread does something else
  std::size_t done = 0;    ///< how many of them at the moment
};

/// Loads of a product from global memory, with the tiles and without them.
struct Loads {
  std::uint64_t with = 0;    ///< that fill the tiles
  std::uint64_t without = 0; ///< that the threads with a result would do if each loaded its own factors
};
/// Of the block in the phase; of a block without edges; of all blocks and phases.
struct ProductLoads {
  Loads here, inner, whole;
};
/// Empty: the tiles save nothing here.
[[nodiscard]] std::optional<Loads> loads_here(const tiling::Tiling& tiling, std::uint32_t phase);
/// Returns what tiles of the current size load. The block in the phase is counted, the others are computed
/// from the shapes.
[[nodiscard]] std::optional<ProductLoads> product_loads(const tiling::Tiling& tiling, std::uint32_t phase,
                                                        const tiling::TiledProduct& product);
/// Returns "6", "13.5": how many times fewer loads there are.
[[nodiscard]] std::string times_fewer(const Loads& loads);

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
  [[nodiscard]] std::uint32_t lane_to_follow(const trace::BlockTrace::Event& event) const;
  void find_lit();
  void find_used();
  void lay_out();
  bool lay_out_product(Box room);
  void lay_out_shared(Box room, Plate& as, Plate& bs, Plate& acc);
  [[nodiscard]] std::int64_t k_in_view() const;
  void fold(Plate& plate) const;
  void find_followed();
  void find_numbers();
  [[nodiscard]] std::int64_t k_of(std::uint32_t element, std::uint32_t phase) const;
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
  void draw_folded(const Plate& plate, const tiling::TilingArray& array, const std::vector<bool>& lit);
  void draw_zero(const Plate& plate, bool below, Box box, const std::vector<Box>& read);
  void draw_column_reads(const Plate& plate, const tiling::TilingArray& array);
  void draw_row_reads(const Plate& plate, const tiling::TilingArray& array);
  void draw_results(const Plate& plate);
  void draw_thread();
  void draw_crossing();
  void draw_values(const Plate& plate);
  float draw_sum(Box room, float free_before);               ///< returns where it ends
  bool draw_stairs(Box room);                                ///< false: there is nothing to draw, or no room
  float draw_numbers(Box corner, bool global, bool figures); ///< returns where it ends
  void draw_product();
  void draw_caption(const Plate& plate);   ///< the name of a matrix, inside it
  void draw_side_name(const Plate& plate); ///< the name of an array, beside it
  void draw_phase_marks(const Plate& plate, bool below);
  [[nodiscard]] float width_of_loads() const;
  [[nodiscard]] float height_of_loads() const; ///< the least
  bool draw_loads(Box room);                   ///< false: there is no room
  // -- the table of tile sizes (tiling_sizes.cpp)
  void draw_sizes(Box room, float at_size);
  void draw_sizes_button();
  [[nodiscard]] float height_of_sizes() const; ///< 0: there is no table
  /// Whether the table is shown below the title of the corner above A.
  [[nodiscard]] bool fits_sizes(Box corner) const {
    return height_of_sizes() > 0 && 1.5F * text(20) + height_of_sizes() <= corner.h &&
           corner.w >= 12 * text(15);
  }
  [[nodiscard]] std::string summed_range(std::size_t phase, bool whole) const;
  void draw_slider();
  void draw_code(); // tiling_product.cpp
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
  std::optional<Followed> followed_;
  ProductNumbers numbers_;
  std::optional<tiling::SquareTiles> square_; ///< set when there is a table of tile sizes
  std::vector<Plate> plates_;
  std::optional<Box> global_corner_, shared_corner_, sizes_room_;
  Box slider_, button_;
  bool legend_ = false;
  // Of a product:
  bool crossed_ = false;      ///< it is laid out as one
  bool side_names_ = false;   ///< the arrays' names are beside them, for the room is low
  bool marks_ = false;        ///< the phases are marked beside A and B
  std::optional<Box> middle_; ///< what is left between the matrices and the tiles
};

} // namespace warpscope::view::tiling_view
