// The scene Layouts: a tile as it lies and through a swizzle. scene_layouts.cpp places the parts and draws
// the tiles; scene_layouts_bits.cpp the fields, the bits and the same numbers counted otherwise.
#pragma once

#include "app/view/scene_parts.h"
#include "sim/layouts/layouts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

/// What is drawn, worked out from the texts that could be read.
struct LayoutsDrawn {
  layouts::Swizzle swizzle;
  layouts::Tile tile;
  layouts::Study study;
  std::vector<layouts::Counted> counted;
  layouts::Cell cell;
  std::uint32_t element = 4, base = 0; ///< bytes of an element; the byte at which the tile begins
  [[nodiscard]] std::uint32_t plain_wavefronts() const { return study.plain.service.counts.wavefronts; }
  [[nodiscard]] std::uint32_t swizzled_wavefronts() const { return study.swizzled.service.counts.wavefronts; }
};
[[nodiscard]] LayoutsDrawn drawn_layouts(const LayoutOptions& options);

/// The piece of several elements that a lane reads and that holds the chosen cell.
struct ChosenPiece {
  std::size_t lane = 0;
  layouts::Cell first;
};
/// Null: no lane reads the cell, or each reads a single element.
[[nodiscard]] std::optional<ChosenPiece> chosen_piece(const LayoutsDrawn& drawn);
/// The banks of what the chosen cell stands for, its piece or itself: "8–11"; "8 …" where the piece is torn.
[[nodiscard]] std::string chosen_banks(const LayoutsDrawn& drawn, const layouts::Side& side);

/// Places of the picture's parts.
struct LayoutsParts {
  Box left;           ///< fields, bits, the rows counted otherwise
  Box tiles;          ///< A above B
  float counts_x = 0; ///< of the counts at the right; 0: they stand with the names of A and B
  LayoutFields fields;
  float choices_y = 0, choice_h = 0; ///< middle and height of the row of choices
  float bits_y = 0;                  ///< its upper edge
};
[[nodiscard]] LayoutsParts layouts_parts(const SceneRequest& request);

class LayoutsScene {
 public:
  explicit LayoutsScene(const SceneRequest& request)
      : request_(request), options_(request.options.layouts), theme_(theme_of(request)),
        canvas_(request.options.frame.width, request.options.frame.height, theme_),
        sizes_(sizes_for(request)), parts_(layouts_parts(request)), drawn_(drawn_layouts(options_)) {}

  Picture build();
  [[nodiscard]] float bit_pitch() const { return bits().step; }

 private:
  /// The part of the tile that is in sight, the same for A and B. A cell is a word, or an element that is
  /// wider.
  struct Grid {
    std::uint32_t elements = 1;                               ///< of a cell
    std::uint32_t row = 0, rows = 0, column = 0, columns = 0; ///< cells: first ones and how many
    float w = 0, h = 0;
    float x = 0; ///< left edge of the first
    /// Of A and of B: above the cells; of the bars of words, and of the banks below them (0: there is no
    /// room).
    float head = 0, bar = 4, chip = 0;
    bool named = false; ///< columns have numbers, the bars a sentence
  };
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.4F * size : size);
  }
  void lay_out_grid();
  void draw_side(const layouts::Side& side, bool swizzled, float top, float height);
  void draw_cells(const layouts::Side& side, float top);
  [[nodiscard]] float number_size() const;
  [[nodiscard]] bool numbered() const; ///< each cell has the number of its bank
  void name_pieces(const layouts::Side& side, float top, const std::vector<bool>& read);
  void draw_touched(float top, Color color);
  void draw_banks(const layouts::Side& side, float top, Color color);
  void draw_note(const layouts::Side& side, float top, float bottom, Color color);

  void draw_field(Box box, std::string_view label, const std::string& text, bool wrong);
  void draw_faults();
  void draw_way_back();
  void draw_choices();
  float choice(float x, LayoutChoice what, std::string_view label, bool on, std::string_view tip);
  /// Where the bits stand: the number of them, and pixels.
  struct Bits {
    std::uint32_t count = 1, exist = 1; ///< drawn; those that offsets of the tile have
    float left = 0, step = 0;
    [[nodiscard]] float x(std::uint32_t bit) const {
      return left + (static_cast<float>(count - 1 - bit) + .5F) * step;
    }
  };
  [[nodiscard]] Bits bits() const;
  float draw_bits();
  void draw_strands(const std::vector<float>& x, float top, float bottom, std::uint32_t count);
  float draw_sentences(float y);
  void draw_counted(float y);
  void draw_why(float y);

  const SceneRequest& request_;
  const LayoutOptions& options_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  LayoutsParts parts_;
  LayoutsDrawn drawn_;
  Grid grid_;
  bool faulty_ = false; ///< what was typed cannot be read
};

} // namespace warpscope::view
