// The scene Warp -> banks. scene_banks.cpp computes what is served and the layout, scene_banks_strands.cpp
// draws the strands between lanes and banks, scene_banks_notes.cpp the texts beside them.
#pragma once

#include "app/view/scene_parts.h"
#include "sim/model/banks.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::view::banks_view {

inline constexpr std::uint32_t lanes_in_warp = warp_size;

/// A word that waits for its wavefront in a bank's column.
struct StackedWord {
  std::uint32_t wavefront = 0;
  std::uint32_t word = 0;
  std::uint32_t lanes = 0;
};

inline std::uint32_t bit_count(std::uint32_t mask) { return static_cast<std::uint32_t>(std::popcount(mask)); }
inline std::uint32_t lowest(std::uint32_t mask) { return static_cast<std::uint32_t>(std::countr_zero(mask)); }
inline std::uint32_t highest(std::uint32_t mask) {
  return 31u - static_cast<std::uint32_t>(std::countl_zero(mask));
}
inline bool has(std::uint32_t mask, std::uint32_t bit) { return (mask >> bit & 1u) != 0; }
inline bool neighbours(std::uint32_t mask) {
  return mask != 0 && highest(mask) - lowest(mask) + 1 == bit_count(mask);
}

enum class LaneState : std::uint8_t { Inactive, Served, Now, Waits, OtherGroup };

class BanksScene {
 public:
  explicit BanksScene(const SceneRequest& request)
      : request_(request), theme_(theme_of(request)),
        canvas_(request.options.frame.width, request.options.frame.height, theme_),
        sizes_(sizes_for(request)), event_(*event_at(request)), site_(site_of(request, event_)),
        access_(request.run->trace().access(request.moment.event)),
        service_(model::serve_banks(access_, event_.access_kind)) {}

  Picture build();

 private:
  void read_service();
  void lay_out();
  [[nodiscard]] float centre(std::uint32_t i) const { return x0_ + (static_cast<float>(i) + .5F) * col_; }
  [[nodiscard]] Box chip(std::uint32_t i, float y, float h) const {
    return {centre(i) - col_ / 2 + inset_, y, col_ - 2 * inset_, h};
  }
  [[nodiscard]] float word_y(std::size_t depth) const {
    return words_y_ + static_cast<float>(depth) * word_h_;
  }
  [[nodiscard]] float word_height() const { return word_h_ - (word_h_ < 12 ? 1.F : 3.F); }
  [[nodiscard]] std::uint32_t bank_of(std::uint32_t lane) const { return access_.offset[lane] / 4 % 32; }
  [[nodiscard]] std::uint32_t last_bank_of(std::uint32_t lane) const {
    return (access_.offset[lane] + std::max(4u, access_.width) - 4) / 4 % 32;
  }
  [[nodiscard]] std::uint32_t shown_word(std::uint32_t word) const {
    return word >= program::window_base / 4 ? word - program::window_base / 4 : word;
  }
  [[nodiscard]] std::string arithmetic(std::uint32_t lane) const;

  /// Where the chips are too small for every number, every fourth has one and the first lit chip; those stay
  /// where they are while the wavefronts pass, but for a neighbour of the lit one's.
  [[nodiscard]] bool has_number(std::uint32_t i, std::uint32_t lit) const {
    if (number_step_ == 0) return false;
    if (number_step_ == 1 || lit == 0) return i % number_step_ == 0;
    const std::uint32_t first = lowest(lit);
    if (i == first) return true;
    const float apart = static_cast<float>(i > first ? i - first : first - i) * col_;
    return i % number_step_ == 0 && apart >= 1.2F * number_ + 3;
  }
  [[nodiscard]] RibbonShape ribbon(std::uint32_t first_lane, std::uint32_t last_lane,
                                   std::uint32_t first_bank, std::uint32_t last_bank, float grow) const;

  struct ColumnNumber {
    std::uint32_t column;
    float y; ///< y: its middle
    Color color;
    Font font;
    bool lit;
    Definition definition;
  };
  void draw_numbers(const std::vector<ColumnNumber>& numbers);
  void draw_side_words();
  void draw_wedges();
  void draw_wide_ribbons();
  void draw_strands();
  void draw_strand(std::uint32_t lane);
  void draw_lit_strand(std::uint32_t lane);
  void draw_group_brackets();
  void draw_lanes();
  void draw_banks();
  void draw_words();
  void draw_counts();
  void draw_bracket();
  void draw_callout();
  void draw_legend();
  struct LegendEntry {
    std::string_view say;
    LaneState state;
  };
  /// `apart`: pixels between it and what else is there.
  bool put_legend(const std::vector<LegendEntry>& entries, float size, float apart);
  void draw_hover();

  const SceneRequest& request_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  const trace::BlockTrace::Event& event_;
  const program::Site* site_;
  WarpAccess access_;
  model::BankService service_;

  std::uint32_t current_ = 0; ///< the wavefront shown, from 0
  std::uint32_t shown_ = 0;   ///< the same, or the first of a compare-and-swap's two
  float motion_ = 1;          ///< 0: the step begins; 1: its motion is complete
  std::array<std::vector<StackedWord>, 32> stack_;
  std::array<LaneState, 32> state_{};
  std::array<std::uint32_t, 32> last_wavefront_{};
  std::uint32_t used_banks_ = 0, jammed_ = 0;
  std::size_t depth_ = 1;
  bool conflict_ = false, shared_ = false, wide_ = false, numbered_ = false, bracketed_ = false;
  float lit_width_ = .2F;         ///< of a lit strand, in columns
  std::uint32_t number_step_ = 1; ///< every how many lanes a number is shown
  Color hot_, on_hot_;

  float x0_ = 0, col_ = 0, inset_ = 1, number_ = 13, label_ = 13;
  float lane_y_ = 0, lane_h_ = 22, bank_y_ = 0, bank_h_ = 20, words_y_ = 0, word_h_ = 4, stack_h_ = 4;
  float top_ = 0, bottom_ = 0; ///< of the strands
  float end_ = 0;              ///< of the scene
};

} // namespace warpscope::view::banks_view
