// The scene Fragment: which lane holds which element of a matrix product, and how the load that fills an
// operand is served. scene_fragment.cpp draws the operands and the registers, scene_fragment_load.cpp the
// load.
#pragma once

#include "app/view/fragment_view.h"
#include "app/view/scene_parts.h"

#include <cstdint>
#include <string>

namespace warpscope::view {

class FragmentScene {
 public:
  explicit FragmentScene(const SceneRequest& request)
      : request_(request), options_(request.options.fragment), theme_(theme_of(request)),
        canvas_(request.options.frame.width, request.options.frame.height, theme_),
        sizes_(sizes_for(request)), drawn_(drawn_fragment(request)) {}

  Picture build();

 private:
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.4F * size : size);
  }
  [[nodiscard]] bool holds(std::uint32_t lane) const { return lane == drawn_.lane; }
  [[nodiscard]] bool chosen(fragments::Operand operand, std::uint32_t reg) const {
    return drawn_.reg == FragmentRegister{operand, reg};
  }
  /// Of m8n8k4 of half: works on the same product.
  [[nodiscard]] bool in_group(std::uint32_t lane) const {
    return drawn_.layout.shape.quads() ? lane % 16 / 4 == drawn_.lane % 16 / 4 : lane / 4 == drawn_.lane / 4;
  }

  // ---- scene_fragment.cpp
  struct Grid {
    float u = 0;   ///< the short side of a cell; the long one is twice that
    float lab = 0; ///< above each row of blocks
    float gap = 0; ///< between blocks
  };
  struct Size {
    float w = 0, h = 0;
  };
  /// Blocks of 8 lines: how many beside each other and below each other.
  [[nodiscard]] static std::uint32_t across(const fragments::Fragment& fragment);
  [[nodiscard]] static std::uint32_t down(const fragments::Fragment& fragment);
  [[nodiscard]] Size size_of(const fragments::Fragment& fragment) const;
  void choose_grid(float width, float height, float columns, std::uint32_t rows);
  void draw_operand(const fragments::Fragment& fragment, float x, float y);
  void draw_row_numbers(float x, float y, std::uint32_t first);
  [[nodiscard]] std::string element_text(const fragments::Fragment& fragment, fragments::Cell cell) const;
  [[nodiscard]] std::string elements_text(const fragments::Fragment& fragment, fragments::Cell first,
                                          fragments::Cell last) const;
  [[nodiscard]] std::string cell_tip(const fragments::Fragment& fragment, std::uint32_t lane,
                                     std::uint32_t reg, const std::string& names) const;
  void draw_lane(Box box, std::uint32_t lane, std::uint32_t index, std::string tip);
  void draw_held(Box cell);
  [[nodiscard]] bool number_fits_in(Box cell) const;
  [[nodiscard]] bool second_fits(Box cell, std::uint32_t lane) const;
  void draw_second(Box cell, std::uint32_t lane);
  void draw_lanes(Box box, std::uint32_t columns);
  [[nodiscard]] std::string group_text(std::string_view quads, std::string_view group) const;

  // ---- scene_fragment_parts.cpp: what only some products have
  void draw_quad_operand(const fragments::Fragment& fragment, float x, float y);
  void draw_stored(Box cell);
  [[nodiscard]] float metadata_columns() const; ///< in blocks of 8 units
  [[nodiscard]] float metadata_width() const;   ///< with the gap behind it
  void draw_metadata(float x, float y);
  [[nodiscard]] bool selector_is_chosen() const;
  [[nodiscard]] float metadata_choices_height() const;
  void draw_metadata_choices(Box box);
  /// Of the chosen lane: which bits say what is stored of which row. Empty: the selector asks others.
  struct Says {
    std::string bits, of;
  };
  [[nodiscard]] std::vector<Says> metadata_of_lane() const;

  // ---- scene_fragment.cpp
  void draw_registers(Box box);
  void draw_title(const Headline& headline);
  void draw_menu();
  void draw_tall(Box area);
  void draw_short(Box area);
  void draw_legend(float y);

  // ---- scene_fragment_load.cpp
  void draw_load(Box box, float tile_y);
  void draw_side(const FragmentSide& side, bool other, Box box, float tile_y);
  void draw_wavefronts(const FragmentSide& side, bool other, std::uint32_t now, Box box);
  void draw_tile(const FragmentSide& side, std::uint32_t now, float x, float y, float end);
  void draw_plain_load(Box box);
  void draw_misaligned(Box box);
  void draw_foot(Box box);
  void draw_costs(Box box);
  /// A plate with words that can be clicked; returns its right end.
  float draw_choice(float x, float y, float end, FragmentChoice what, const std::string& says, bool on);
  [[nodiscard]] std::uint32_t shown_wavefront(const FragmentSide& side, bool other) const;
  [[nodiscard]] std::string row_name(std::uint32_t lane) const;
  struct TilePlace {
    std::uint32_t column = 0, row = 0;
  };
  [[nodiscard]] TilePlace tile_place(std::uint32_t matrix) const;
  [[nodiscard]] Size tile_size() const;

  const SceneRequest& request_;
  const FragmentOptions& options_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  FragmentDrawn drawn_;
  Grid grid_;
};

} // namespace warpscope::view
