// Local memory: a column for each lane, a row for each word of its own array, and the sectors that the access
// touches: the same word of eight lanes beside each other.
//
// Source of the count: sim/model/local.h. Where several words are touched they are drawn in their order;
// words between them are left out where there is no room.
#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"
#include "sim/model/local.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

namespace warpscope::view {
namespace {

constexpr std::uint32_t word_bytes = 4, lanes_in_sector = 8;
constexpr std::uint32_t fewest_rows = 8, most_rows = 24;

/// Returns the words to draw, ascending: those touched, and others of the array between and after them.
std::vector<std::uint32_t> rows_of(const WarpAccess& access) {
  std::set<std::uint32_t> words;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t end = access.offset[lane] + std::max(1u, access.width);
    for (std::uint32_t word = access.offset[lane] / word_bytes; word * word_bytes < end; ++word)
      words.insert(word);
  }
  if (words.empty()) return {};
  const std::uint32_t low = *words.begin(), high = *words.rbegin();
  if (high - low < most_rows)
    for (std::uint32_t word = low; word < std::max(high + 1, low + fewest_rows); ++word) words.insert(word);
  return {words.begin(), words.end()};
}

/// True when one of the bytes of the word is among those that the lane accesses.
bool takes(const WarpAccess& access, std::uint32_t lane, std::uint32_t word) {
  return (access.mask >> lane & 1u) != 0 && access.offset[lane] < (word + 1) * word_bytes &&
         access.offset[lane] + std::max(1u, access.width) > word * word_bytes;
}

std::size_t different_indices(const WarpAccess& access) {
  std::set<std::uint32_t> offsets;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) offsets.insert(access.offset[lane]);
  return offsets.size();
}

} // namespace

Headline make_local_headline(const SceneRequest& request) {
  Headline h;
  const WarpAccess access = request.run->trace().access(request.moment.event);
  const auto active = static_cast<std::uint32_t>(std::popcount(access.mask));
  const std::uint32_t sectors = model::count_local(access).sectors,
                      ideal = model::ideal_local_sectors(access);
  const bool together = sectors <= ideal;
  h.strong = language::count_of(sectors, language::Counted::Sector);
  h.tone = together ? Headline::Tone::Good : Headline::Tone::Conflict;
  h.rest = together ? std::string(language::tr("headline.no_fewer"))
                    : language::trf("headline.where_would_do", language::arg("ideal", ideal));
  h.lead = language::tr("local.lead");
  h.explanation_is = definition::local_sector;
  const std::string lanes = language::count_of(active, language::Counted::Lane);
  h.explanation = together ? language::trf("local.one_index", language::arg("lanes", lanes))
                           : language::trf("local.indices", language::arg("lanes", lanes),
                                           language::arg("indices", different_indices(access)));
  return h;
}

Picture build_local_picture(const SceneRequest& request) {
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme_of(request));
  const Theme& theme = canvas.theme();
  const SceneSizes sizes = sizes_for(request);
  const trace::BlockTrace::Event& event = *event_at(request);
  const WarpAccess access = request.run->trace().access(request.moment.event);
  const Headline headline = make_local_headline(request);
  draw_headline(canvas, request, sizes, make_headline(request, SceneKind::Banks), std::nullopt);
  program::Site site;
  if (const program::Site* known = site_of(request, event)) site = *known;
  site.space = Space::Local;
  const program::Program& program = request.run->program();
  const std::vector<std::uint32_t> rows = rows_of(access);
  const auto name_of_row = [](std::uint32_t word) {
    return language::trf("local.word", language::arg("word", word));
  };

  const float label = sizes.label;
  const float width = request.options.frame.width - 2 * sizes.margin;
  float gut = text_width(language::tr("unit.lanes"), Font::Regular, label);
  for (const std::uint32_t word : rows)
    gut = std::max(gut, text_width(name_of_row(word), Font::Regular, label));
  gut += 12 * sizes.f;
  if (width - gut < 32 * 13) gut = 0;
  const float col = std::max(1.F, std::floor((width - gut) / 32));
  const float x0 = request.options.frame.width - sizes.margin - 32 * col;
  const float inset = col < 8 ? .08F * col : std::max(1.F, std::round(.06F * col));
  const float height = std::max(8.F, sizes.scene_end - sizes.scene_y);
  const float chip_h = std::min(std::clamp(std::round(.95F * col), 22.F, 48 * std::max(1.F, sizes.f)),
                                .22F * height);
  const bool note = height > 150; // what is drawn is the text, as written
  const float lane_y = sizes.scene_y;
  const float rows_y = lane_y + chip_h + std::clamp(.12F * height, 8.F, 3 * chip_h);
  const float rows_end = sizes.scene_end - (note ? 2 * label : 0);
  const float pitch = std::clamp(
      std::floor((rows_end - rows_y) / static_cast<float>(std::max<std::size_t>(1, rows.size()))), 2.F,
      1.2F * chip_h);
  const auto left = [&](std::uint32_t lane) { return x0 + static_cast<float>(lane) * col; };
  const float digits = text_width("00", Font::Mono, sizes.least);
  const std::uint32_t step = digits + 2 <= col       ? 1
                             : digits + 3 <= 2 * col ? 2
                             : digits + 3 <= 4 * col ? 4
                                                     : 8;
  const float number = std::max(
      sizes.least, std::min({sizes.number, std::floor((col - 2 * inset) / 1.2F), std::floor(.9F * chip_h)}));
  const std::uint32_t lit = lit_lanes(request);
  const Color tone = headline.tone == Headline::Tone::Conflict ? theme.conflict : theme.now;

  // The strands lie under the cells that they pass.
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (!takes(access, lane, rows[row])) continue;
      const float x = left(lane) + col / 2;
      canvas.line({x, lane_y + chip_h + 3}, {x, rows_y + static_cast<float>(row) * pitch}, tone,
                  std::clamp(.1F * col, 2.F, 5.F));
      break;
    }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const float y = rows_y + static_cast<float>(row) * pitch, h = pitch - (pitch >= 8 ? 3.F : 1.F);
    for (std::uint32_t first = 0; first < warp_size; first += lanes_in_sector) {
      std::uint32_t lanes = 0;
      for (std::uint32_t lane = first; lane < first + lanes_in_sector; ++lane)
        if (takes(access, lane, rows[row])) lanes |= 1u << lane;
      const Box sector{left(first) + 1, y, lanes_in_sector * col - 2, std::max(1.F, h)};
      if (lanes != 0) canvas.fill(sector, std::min(3.F, h / 2), mix(tone, theme.bg1, .3F));
      for (std::uint32_t lane = first; lane < first + lanes_in_sector; ++lane) {
        const Box cell{left(lane) + inset, y + (h >= 8 ? 2.F : 0.F), col - 2 * inset,
                       std::max(1.F, h - (h >= 8 ? 4.F : 0.F))};
        const bool here = (lanes >> lane & 1u) != 0;
        if (here || lanes == 0) canvas.fill(cell, std::min(3.F, cell.h / 2), here ? tone : theme.bg2);
        if (here && (lit >> lane & 1u) != 0)
          canvas.outline({cell.x - 1, cell.y - 1, cell.w + 2, cell.h + 2}, 4, theme.t1, 3);
      }
      if (lanes != 0) canvas.outline(sector, std::min(3.F, h / 2), tone, pitch >= 8 ? 2.F : 1.F);
    }
    if (gut > 0 && pitch > 1.1F * label)
      canvas.defined(definition::word)
          .mid({sizes.margin, y + h / 2}, name_of_row(rows[row]), label, theme.t2);
  }
  const float end = rows_y + static_cast<float>(rows.size()) * pitch;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const bool active = (access.mask >> lane & 1u) != 0;
    const Box chip{left(lane) + inset, lane_y, col - 2 * inset, chip_h};
    if (active) canvas.fill(chip, 4, tone);
    else
      canvas.outline({chip.x + .75F, chip.y + .75F, chip.w - 1.5F, chip.h - 1.5F}, 4, theme.edge, 1.5F,
                     {3, 3});
    if (chip_h >= 15 && lane % step == 0)
      canvas.defined(definition::lane)
          .mid({chip.x + chip.w / 2, lane_y + chip_h / 2}, std::to_string(lane), number,
               !active                  ? theme.t3
               : tone == theme.conflict ? theme.on_conflict
                                        : theme.on_now,
               active ? Font::MonoBold : Font::Mono, Anchor::Middle);
    if ((lit >> lane & 1u) != 0)
      canvas.outline({chip.x - 1, chip.y - 1, chip.w + 2, chip.h + 2}, 5, theme.t1, 3);
    const std::string address = active ? address_arithmetic(program, site, access.offset[lane])
                                       : std::string();
    const std::string say = lane_tip(request, event.warp, lane,
                                     active ? language::trf("local.own", language::arg("address", address))
                                            : std::string());
    canvas.hit({left(lane), lane_y - 2, col, end - lane_y + 2}, HitKind::Lane, lane, say, 1u << lane);
  }
  if (gut > 0)
    canvas.mid_if_free({sizes.margin, lane_y + chip_h / 2}, language::tr("unit.lanes"), label, theme.t2);
  if (note)
    canvas.mid_if_free({sizes.margin, std::min(end + 1.2F * label, sizes.scene_end - .5F * label)},
                       fit_text(language::tr("local.as_written"), Font::Regular, label, width), label,
                       theme.t2);
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
