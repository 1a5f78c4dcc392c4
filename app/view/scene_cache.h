// The scene Cache: L1's sets and ways, access by access. scene_cache_parts.cpp lays it out, scene_cache.cpp
// draws accesses, strands, cells and history, scene_cache_sums.cpp the shares, the curve, the sliders and the
// headline; scene_cache_words.cpp has the names of lines and what is said under the pointer.
#pragma once

#include "app/view/scene_parts.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::view {

/// Accesses of the history; what none of them touched is older.
inline constexpr std::size_t cache_history = 112;

/// Pixels of a cell that its name leaves free; of a set's chip, for the dashed frame and a gap to its number.
inline constexpr float cache_name_pad = 6, cache_set_frame = 10;

/// What a cell shows.
enum class CacheLook : std::uint8_t {
  Hit,      ///< by the access at the playhead: filled, with a check
  Stored,   ///< it is a store and put sectors there: a whole outline
  Waits,    ///< by it, but the line is on its way for another load
  Miss,     ///< asked of L2 by it
  InFlight, ///< on its way
  Recent,   ///< read or stored to by an access of the history
  Older,
  Empty,
};

/// "13" of "a": the line within its buffer, or the word of a thread's array. No name: none is known.
struct CacheLineName {
  std::string name, number;
  [[nodiscard]] std::string whole() const { return name.empty() ? number : name + "." + number; }
};
[[nodiscard]] CacheLineName cache_line_name(const SceneRequest& request, std::uint32_t line);

/// Places of the picture's parts.
struct CacheParts {
  std::vector<std::size_t> accesses; ///< of one warp, the last is at the playhead
  std::vector<std::uint32_t> sets;   ///< of the columns, ascending
  bool lens = false;                 ///< not all sets have a column: these are the ones touched last
  float names_x = 0, names_w = 0;    ///< names of the rows; no width: none
  Box chips;                         ///< of the accesses
  float gap = 0, chip_w = 0;         ///< between two of them; of each
  float sets_y = 0, sets_h = 0;      ///< of the sets' chips
  Box cells;
  float column = 0, cell_w = 0, row = 0, cell_h = 0; ///< pitch and size
  std::uint32_t ways = 0;                            ///< rows
  Box all;                                           ///< every set, small; no width: it is not drawn
  float small_w = 0, small_h = 0;
  float legend_y = 0, note_y = 0; ///< 0: not drawn
  Box history;
  Box side; ///< no width: it is not drawn
  [[nodiscard]] float column_x(std::size_t at) const { return cells.x + static_cast<float>(at) * column; }
};
[[nodiscard]] CacheParts cache_parts(const SceneRequest& request);

class CacheScene {
 public:
  explicit CacheScene(const SceneRequest& request);
  Picture build();

 private:
  using Access = playback::CacheAccess;
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.4F * size : size);
  }
  [[nodiscard]] std::size_t now() const { return parts_.accesses.back(); }
  [[nodiscard]] CacheLook look_of(std::uint32_t place) const;
  /// "a.13", with little room "cou…13", with less "13".
  [[nodiscard]] std::string line_name(std::uint32_t line, Font font, float size, float room) const;
  [[nodiscard]] std::string cell_name(const playback::CacheCell& cell, Font font, float size,
                                      float room) const;
  /// Below a line's name, where there is room: the warp and the line of the text that brought it.
  [[nodiscard]] std::string cell_note(const playback::CacheCell& cell, float size, float room) const;
  [[nodiscard]] std::string who(std::uint32_t access) const;
  [[nodiscard]] std::string cell_words(std::uint32_t place) const;
  [[nodiscard]] std::string access_words(std::size_t access) const;
  void draw_chips();
  void draw_strands();
  void draw_sets();
  void draw_cells();
  /// `cell`: whose name it gets; null: none.
  void draw_cell(CacheLook look, const playback::CacheCell* cell, Box box);
  void draw_small(CacheLook look, Box box);
  void draw_all_sets();
  void draw_legend();
  void draw_history();
  void draw_side();
  void draw_curve(Box box);
  /// What each line of the text finds, the line of the access at the playhead marked.
  void draw_lines(Box box);
  void draw_l1_slider(Box box);

  const SceneRequest& request_;
  const playback::Machine& machine_;
  const playback::Cache& cache_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  CacheParts parts_;
  std::vector<playback::CacheCell> cells_; ///< after the access at the playhead
  std::uint64_t cycle_ = 0;                ///< of it
};

/// The text of what an access found.
[[nodiscard]] std::string_view found_key(playback::Found found);
/// "16 KB", "1.5 KB", "96 B".
[[nodiscard]] std::string kilobytes(std::uint64_t bytes);
/// L1 of the request's multiprocessor; null: there is none, or no access goes through it.
[[nodiscard]] const playback::Cache* cache_of(const SceneRequest& request);

} // namespace warpscope::view
