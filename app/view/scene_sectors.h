// The scene Lines & sectors. scene_sectors.cpp places and draws the access of the moment;
// scene_sectors_others.cpp, where there is room, further accesses of the warp below it.
#pragma once

#include "app/view/scene_parts.h"
#include "sim/model/sectors.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::view {

inline constexpr std::uint32_t memory_line_bytes = 128;
inline constexpr std::uint32_t memory_sector_bytes = 32;

/// A range of a sector that the same lanes request (none: unused).
struct SectorPiece {
  std::uint32_t first = 0, count = 0; ///< bytes in the sector
  std::uint32_t lanes = 0;
};

/// The same bytes of the same lanes, side by side from the beginning of a line on.
[[nodiscard]] WarpAccess side_by_side(const WarpAccess& access);

class SectorsScene {
 public:
  explicit SectorsScene(const SceneRequest& request)
      : request_(request), theme_(theme_of(request)),
        own_(request.options.frame.width, request.options.frame.height, theme_), canvas_(own_),
        sizes_(sizes_for(request)), event_(*event_at(request)), site_(site_of(request, event_)),
        access_(request.run->trace().access(request.moment.event)),
        counts_(model::count_sectors(access_, event_.access_kind)), motion_(ease(request.options.progress)) {}

  /// A further access below the one of the moment, between two heights of its picture. `packed`: its bytes
  /// lie side by side, as nobody wrote it.
  SectorsScene(const SceneRequest& request, Canvas& canvas, float top, float bottom, bool packed)
      : request_(request), theme_(theme_of(request)), own_(1, 1, theme_), canvas_(canvas),
        sizes_(sizes_for(request)), event_(*event_at(request)), site_(site_of(request, event_)),
        access_(request.run->trace().access(request.moment.event)), motion_(1), band_(true), packed_(packed) {
    if (packed) access_ = side_by_side(access_);
    counts_ = model::count_sectors(access_, event_.access_kind);
    sizes_.scene_y = top;
    sizes_.scene_end = bottom;
  }

  Picture build();
  [[nodiscard]] SectorsWindow window() {
    read_access();
    if (rows_.empty()) return {};
    lay_out();
    return {static_cast<std::uint32_t>(first_row_), static_cast<std::uint32_t>(shown_rows_),
            static_cast<std::uint32_t>(rows_.size()), pitch_};
  }

 private:
  struct Row {
    std::uint32_t line = 0; ///< address / 128
    const model::TouchedSector* sectors[4] = {};
  };

  /// Another access of the warp, drawn below the moment's where there is room: its lines, or a row of text.
  struct Other {
    std::size_t event = 0;
    std::uint32_t site = 0;
    bool packed = false;
    std::size_t lines = 0;
    float height = 0;
  };

  void read_access();
  void lay_out();
  [[nodiscard]] std::vector<Other> other_accesses() const;
  [[nodiscard]] float band_height(std::size_t lines, float pitch) const;
  [[nodiscard]] float band_gap() const { return gap_of_bands_; }
  /// Of a band where there is no room for its access at the side.
  [[nodiscard]] float title_height() const { return name_at_side_ ? 0 : 1.9F * text(18); }
  /// Below a line: how many of its sectors' bytes are used.
  [[nodiscard]] float label_height() const {
    return 1.5F * text(17) + 22 * (request_.options.frame.presenter ? sizes_.f : std::max(.6F, sizes_.f));
  }
  [[nodiscard]] bool reads_below(float left, float height) const;
  void draw_band();
  void draw_title();
  void draw_more(float y);
  void draw_others();
  void place_brief(float needed, float legend);
  void draw_brief();
  [[nodiscard]] float brief_pitch() const { return 1.7F * text(15); }
  [[nodiscard]] float text(float size) const {
    return sizes_.text(request_.options.frame.presenter ? 1.45F * size : size);
  }
  void draw_heads();
  void draw_row(std::size_t index, float y);
  void draw_sector(const Row& row, std::uint32_t s, float x, float y);
  void draw_wrong(const Row& row, float y);
  void draw_access_name(float y);
  void draw_sum(float y);
  void draw_legend();
  [[nodiscard]] std::vector<SectorPiece> pieces(const model::TouchedSector& sector) const;
  [[nodiscard]] std::string arithmetic(std::uint32_t lane) const;
  [[nodiscard]] std::string line_number(std::uint32_t line) const;
  [[nodiscard]] std::string what_lanes_do() const;

  const SceneRequest& request_;
  const Theme& theme_;
  Canvas own_; ///< of the picture; a band draws into that of the picture it is in
  Canvas& canvas_;
  SceneSizes sizes_;
  const trace::BlockTrace::Event& event_;
  const program::Site* site_;
  WarpAccess access_;
  model::SectorCounts counts_;
  float motion_;
  bool band_ = false, packed_ = false;
  std::vector<Other> others_; ///< those that have room
  float gap_of_bands_ = 20;
  bool brief_ = false, with_legend_ = true; ///< brief: the others are rows of text
  float brief_y_ = 0;                       ///< where these begin

  std::vector<model::TouchedSector> touched_;
  std::vector<Row> rows_;
  std::uint32_t first_line_ = 0;
  Color tone_;

  float left_ = 0, cell_ = 10, gap_ = 14, cell_h_ = 20, pitch_ = 60, rows_y_ = 0, rows_end_ = 0, sum_x_ = 0,
        number_ = 13;
  std::size_t first_row_ = 0, shown_rows_ = 0;
  bool labels_ = true, name_at_side_ = true, sum_at_side_ = true, hatched_ = true;
};

} // namespace warpscope::view
