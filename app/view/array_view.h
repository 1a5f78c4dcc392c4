// The scene Array. scene_array.cpp computes what is touched and the layout, scene_array_draw.cpp draws,
// scene_array_values.cpp writes values into the cells.
#pragma once

#include "app/playback/difference.h"
#include "app/view/array_grid.h"
#include "app/view/scene_parts.h"
#include "sim/base/element_type.h"
#include "sim/model/banks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace warpscope::view::array_view {

inline constexpr std::uint32_t banks = 32;

/// How the access touches one cell.
struct Touch {
  std::uint32_t lanes = 0;
  std::uint32_t now = 0; ///< lanes served in the current wavefront
  std::uint32_t first_wavefront = ~0u, last_wavefront = 0;
};
enum class CellState : std::uint8_t { Served, Now, Waits };

class ArrayScene {
 public:
  explicit ArrayScene(const SceneRequest& request)
      : request_(request), index_(request.run->block_index()), theme_(theme_of(request)),
        canvas_(request.options.frame.width, request.options.frame.height, theme_),
        sizes_(sizes_for(request)), event_(*event_at(request)), site_(site_of(request, event_)),
        access_(request.run->trace().access(request.moment.event)),
        service_(model::serve_banks(access_, event_.access_kind)) {
    if (site_ != nullptr) shared_site_ = *site_;
    shared_site_.space = Space::Shared;
    read_access();
    read_values();
    lay_out();
  }

  Picture build();
  [[nodiscard]] ArrayWindow window() const { return window_; }

 private:
  void read_access();
  void read_values();
  void lay_out();
  void lay_out_window(float room_w, float room_h);
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.4F * size : size);
  }
  [[nodiscard]] CellState state_of(const Touch& touch) const {
    return touch.now != 0                    ? CellState::Now
           : touch.last_wavefront < current_ ? CellState::Served
                                             : CellState::Waits;
  }
  [[nodiscard]] Address address(std::uint32_t byte) const;
  [[nodiscard]] std::string arithmetic(std::uint32_t byte) const;
  [[nodiscard]] bool in_window(std::uint32_t cell) const;
  [[nodiscard]] Box cell_box(std::uint32_t cell) const;
  [[nodiscard]] std::uint32_t focus_lane() const;
  [[nodiscard]] Color ink_on(Color fill) const;

  // scene_array_values.cpp
  static constexpr std::uint32_t most_bytes = 32; ///< of an element, that are shown
  static constexpr std::uint32_t most_looked_at = 4096;
  /// What an element holds.
  struct CellValue {
    enum class State : std::uint8_t {
      Unwritten, ///< nothing has stored there yet
      Unknown,   ///< what was stored is not known
      Known
    } state = State::Unwritten;
    std::uint32_t count = 0; ///< of its parts
    std::array<std::uint64_t, most_bytes> parts{};
  };
  [[nodiscard]] CellValue value_in(const playback::SharedWords& words, std::uint32_t cell) const;
  [[nodiscard]] CellValue value_of(std::uint32_t cell, bool before) const;
  [[nodiscard]] std::string part_text(std::uint64_t bits, int digits) const;
  [[nodiscard]] std::string value_words(const CellValue& value, int digits) const;
  [[nodiscard]] std::string shortest(const CellValue& value) const;
  [[nodiscard]] std::string values_text(std::uint32_t cell) const;
  [[nodiscard]] float value_size() const;
  [[nodiscard]] float value_width() const;
  [[nodiscard]] bool has_room_for_values() const;
  void draw_values();
  void draw_value(std::uint32_t cell, const CellValue& value, float size);
  void draw_values_button();

  void draw_header();
  void draw_row_and_column_numbers();
  void draw_cells();
  void draw_untouched();
  void draw_touched();
  void draw_since(); // scene_array_since.cpp
  void draw_stale(); // scene_array_stale.cpp
  void ring_stale(Box cell, const std::string& said);
  void tell_stale(Box cell, const std::string& said);
  [[nodiscard]] const playback::WordChange* change_of(std::uint32_t cell) const;
  [[nodiscard]] std::string since_text(std::uint32_t cell) const;
  void draw_cell_hits();
  void draw_note();
  void draw_banks();
  void draw_bank_bars(float y);
  void draw_legend();
  void draw_scroll_bars();

  const SceneRequest& request_;
  const playback::BlockIndex& index_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  const trace::BlockTrace::Event& event_;
  const program::Site* site_;
  /// A copy, in which the space of a generic pointer is set to the one it pointed to.
  program::Site shared_site_;
  WarpAccess access_;
  model::BankService service_;

  ArrayGrid grid_;
  std::optional<ColumnRange> untouched_;
  std::map<std::uint32_t, Touch> touched_;
  std::array<std::uint32_t, banks> words_{}; ///< words of the access, by bank
  std::array<Color, banks> full_{}, quiet_{};
  std::uint32_t current_ = 0;
  float motion_ = 1;
  bool conflict_ = false;

  // Only where values are asked for.
  playback::SharedWords memory_, memory_before_;
  std::optional<ElementType> part_; ///< of an element's parts; nullopt: shown as bits
  std::uint32_t part_bytes_ = 4;
  std::size_t letters_ = 2; ///< of the longest value

  ArrayWindow window_;
  Box button_;      ///< that switches between lanes and values
  float shift_ = 0; ///< downwards, where the array leaves room
  float x_ = 0, y_ = 0, cell_w_ = 18, cell_h_ = 18, gap_ = 1, number_ = 13;
  float note_x_ = 0, note_w_ = 0; ///< 0: there is no room for notes
  float banks_y_ = 0, banks_h_ = 0, bars_h_ = 0, bank_w_ = 8, foot_y_ = 0;
};

} // namespace warpscope::view::array_view
