// Draws the table of tile sizes beside the scene Tiling: the same product with other tiles, by the formulae
// of sim/tiling/tile_sizes.h.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"
#include "sim/tiling/tile_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpscope::view::tiling_view {
namespace {

struct Column {
  std::string_view head, tip; ///< keys
  std::string (*text)(const tiling::TileSize& size);
};

/// Returns "14", "7.8", "0.25".
std::string short_number(double x) {
  return x >= 100    ? grouped(static_cast<std::uint64_t>(x + .5))
         : x >= 9.95 ? fmt::format("{:.0f}", x)
                     : fmt::format("{:.1f}", x);
}

constexpr std::array columns{
    Column{"tiling.size_tile", "tiling.size_tile_tip",
           [](const tiling::TileSize& s) { return std::to_string(s.tile); }},
    Column{"tiling.size_loads", "tiling.size_loads_tip",
           [](const tiling::TileSize& s) { return grouped(s.loads); }},
    Column{"tiling.size_reuse", "tiling.size_reuse_tip",
           [](const tiling::TileSize& s) { return short_number(s.reuse); }},
    Column{"tiling.size_intensity", "tiling.size_intensity_tip",
           [](const tiling::TileSize& s) { return short_number(s.intensity); }},
    Column{
        "tiling.size_tflops", "tiling.size_tflops_tip",
        [](const tiling::TileSize& s) { return s.tflops > 0 ? short_number(s.tflops) : std::string("–"); }},
    Column{"tiling.size_occupancy", "tiling.size_occupancy_tip",
           [](const tiling::TileSize& s) {
             return percent(static_cast<std::uint64_t>(1000 * s.occupancy.fraction + .5), 1000);
           }},
    Column{"tiling.size_shared", "tiling.size_shared_tip",
           [](const tiling::TileSize& s) { return grouped(s.shared_bytes); }},
};

constexpr float line_share = 1.26F;    ///< line height, relative to the text's size
constexpr std::size_t least_shown = 6; ///< rows to show before the text shrinks
constexpr float least_lines = 8.1F;    ///< head, six sizes, and the run's own when it is another one

/// The sizes to show beside the current tile, the most instructive first.
constexpr std::uint32_t telling[] = {16, 32, 1,  64, 8,  4,  2,  24, 48, 12, 20, 28, 40, 56, 6, 33,
                                     36, 10, 14, 18, 22, 26, 30, 3,  5,  7,  9,  11, 13, 15, 17};

/// Returns as many sizes as there are lines for, ascending.
std::vector<std::uint32_t> shown_sizes(std::uint32_t now, std::size_t lines) {
  std::vector<std::uint32_t> tiles;
  if (now <= 64) tiles.push_back(now);
  for (const std::uint32_t tile : telling)
    if (tiles.size() < lines && tile != now) tiles.push_back(tile);
  std::sort(tiles.begin(), tiles.end());
  return tiles;
}

} // namespace

float TilingScene::height_of_sizes() const { return square_ ? least_lines * line_share * text(15) : 0; }

void TilingScene::draw_sizes_button() {
  const std::string_view words = language::tr(request_.options.tiling.tile_sizes ? "tiling.sizes_leave"
                                                                                 : "tiling.sizes_show");
  canvas_.outline(button_, 6, theme_.edge, 1);
  canvas_.mid({button_.x + button_.w / 2, button_.y + button_.h / 2}, words, text(15), theme_.t1,
              Font::SemiBold, Anchor::Middle);
  canvas_.hit(button_, HitKind::Button, 0,
              std::string(language::tr(request_.options.tiling.tile_sizes ? "tiling.sizes_leave_tip"
                                                                          : "tiling.sizes_show_tip")));
}

/// `at_size`: the text's size at scale 1; it shrinks when not even the most important columns fit.
void TilingScene::draw_sizes(Box room, float at_size) {
  if (!square_) return;
  const std::vector<tiling::TileSize> all = tiling::tile_sizes(
      square_->shape, *request_.options.tiling.device, request_.options.tiling.registers);
  float size = text(at_size), between = 0, line = 0;
  std::vector<std::uint32_t> tiles;
  std::vector<float> ends;
  for (;; size *= .92F) { // as many columns as fit the width
    line = line_share * size, between = 1.1F * size;
    tiles = shown_sizes(square_->tile, static_cast<std::size_t>(std::max(3.F, room.h / line - 2.26F)));
    ends.clear();
    float x = room.x;
    for (const Column& column : columns) {
      float w = text_width(language::tr(column.head), Font::Regular, size);
      for (const std::uint32_t t : tiles)
        if (all[t - 1].illegal.empty())
          w = std::max(w, text_width(column.text(all[t - 1]), Font::Mono, size));
      if (x + w > room.x + room.w) break;
      ends.push_back(x + w);
      x += w + between;
    }
    if ((ends.size() == columns.size() && tiles.size() >= least_shown) || size <= text(15)) break;
  }
  if (ends.size() < 3) return;
  if (at_size > 15) { // it has the scene to itself: wider columns
    const float more = std::clamp((room.x + room.w - ends.back()) / static_cast<float>(ends.size() - 1), 0.F,
                                  1.4F * size);
    for (std::size_t c = 1; c < ends.size(); ++c) ends[c] += more * static_cast<float>(c);
  }
  const auto tip = [&](std::size_t c) {
    const bool unknown = columns[c].tip == "tiling.size_occupancy_tip" &&
                         request_.options.tiling.registers == 0;
    const bool known = columns[c].tip == "tiling.size_occupancy_tip" && !unknown;
    return known ? language::trf("tiling.size_occupancy_with",
                                 language::arg("registers", request_.options.tiling.registers))
                 : std::string(language::tr(columns[c].tip));
  };
  float y = room.y + .7F * line;
  for (std::size_t c = 0; c < ends.size(); ++c)
    say({ends[c], y}, std::string(language::tr(columns[c].head)), size, theme_.t2, Font::Regular, Anchor::End,
        tip(c));
  for (const std::uint32_t t : tiles) {
    y += line;
    const tiling::TileSize& row = all[t - 1];
    const bool now = t == square_->tile;
    if (now) canvas_.fill({room.x - 6, y - line / 2, ends.back() - room.x + 12, line}, 4, theme_.bg3);
    const Color color = now ? theme_.t1 : theme_.t2;
    const Font font = now ? Font::MonoBold : Font::Mono;
    say({ends[0], y}, columns[0].text(row), size, color, font, Anchor::End,
        language::trf("tiling.size_row_tip", language::arg("tile", t),
                      language::arg("threads", grouped(row.threads)),
                      language::arg("bytes", grouped(row.shared_bytes))));
    if (!row.illegal.empty()) {
      const float from = ends[0] + between;
      const std::string why = language::trf("tiling.size_illegal",
                                            language::arg("threads", grouped(row.threads)));
      say({from, y}, fit_text(why, Font::Regular, size, room.x + room.w - from), size, theme_.conflict_text,
          Font::Regular, Anchor::Start,
          language::trf(
              "tiling.size_illegal_tip",
              language::arg("most", grouped(request_.options.tiling.device->max_threads_per_block))));
      continue;
    }
    for (std::size_t c = 1; c < ends.size(); ++c)
      say({ends[c], y}, columns[c].text(row), size, color, font, Anchor::End, tip(c));
  }
  y += 1.05F * line;
  if (y + line / 2 > room.y + room.h) return;
  const std::string registers = request_.options.tiling.registers == 0
                                    ? std::string(language::tr("tiling.size_no_registers"))
                                    : language::trf(
                                          "tiling.size_registers",
                                          language::arg("registers", request_.options.tiling.registers));
  const std::string whose = language::trf("tiling.size_whose",
                                          language::arg("device", request_.options.tiling.device->name)),
                    both = language::trf("tiling.join", language::arg("one", whose),
                                         language::arg("two", registers));
  // What the occupancy leaves out is more important than where the other numbers come from.
  const std::string& said = text_width(both, Font::Regular, size) <= room.w ? both : registers;
  say({room.x, y}, fit_text(said, Font::Regular, size, room.w), size, theme_.t3, Font::Regular, Anchor::Start,
      whose + "\n" + std::string(language::tr("tiling.size_whose_tip")));
}

} // namespace warpscope::view::tiling_view
