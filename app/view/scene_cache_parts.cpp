// Cache: which accesses and sets are shown, and where.
#include "app/language/language.h"
#include "app/view/scene_cache.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpscope::view {
namespace {

using multiprocessor::Lookup;
using playback::Cache;
using playback::CacheAccess;

constexpr float least_named_cell = 14; ///< height of a cell that can have a name
constexpr std::size_t least_columns = 8, most_columns = 16, most_chips = 4;

/// The width that the chip above a cell needs for the number of its set within a frame, and a cell for the
/// names of the lines that the accesses touch.
float cell_needs(const SceneRequest& request, const Cache& cache, const std::vector<std::size_t>& accesses,
                 bool named, float name_size, float set_size) {
  float widest = text_width(std::to_string(cache.sets), Font::MonoBold, set_size) + cache_set_frame;
  if (!named) return widest;
  for (const std::size_t number : accesses) {
    const CacheAccess& access = cache.accesses[number];
    for (std::uint32_t at = access.first; at < access.first + access.count; ++at)
      widest = std::max(widest, text_width(cache_line_name(request, cache.lookups[at].line).whole(),
                                           Font::MonoBold, name_size) +
                                    cache_name_pad);
  }
  return widest;
}

std::size_t sets_touched(const Cache& cache, const CacheAccess& access) {
  std::vector<std::uint32_t> sets;
  for (std::uint32_t at = access.first; at < access.first + access.count; ++at)
    if (cache.lookups[at].place != Lookup::nothing) sets.push_back(cache.lookups[at].place / cache.ways);
  std::sort(sets.begin(), sets.end());
  return static_cast<std::size_t>(std::unique(sets.begin(), sets.end()) - sets.begin());
}

/// Of a cell in a row of ways.
float cell_height(float row, float f) { return std::max(1.F, row - (row > 12 ? 3 * f : 1)); }

/// The sets that the warp's accesses touch, and as many others as there are columns, the last touched first.
std::vector<std::uint32_t> cache_columns(const Cache& cache, const std::vector<std::size_t>& accesses,
                                         std::size_t columns) {
  std::vector<std::uint32_t> sets;
  const std::size_t most = std::min<std::size_t>(columns, cache.sets);
  const auto add = [&](std::uint32_t set) {
    if (sets.size() < most && std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(set);
  };
  const auto add_access = [&](const CacheAccess& access) {
    for (std::uint32_t at = access.first; at < access.first + access.count; ++at)
      if (cache.lookups[at].place != Lookup::nothing) add(cache.lookups[at].place / cache.ways);
  };
  for (auto at = accesses.rbegin(); at != accesses.rend(); ++at) add_access(cache.accesses[*at]);
  for (std::size_t at = accesses.back() + 1; at-- > 0 && sets.size() < most;) add_access(cache.accesses[at]);
  for (std::uint32_t set = 0; set < cache.sets && sets.size() < most; ++set) add(set);
  std::sort(sets.begin(), sets.end());
  return sets;
}

} // namespace

std::string kilobytes(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  const double kb = static_cast<double>(bytes) / 1024;
  if (kb >= 10'000) return fmt::format("{} MB", grouped(static_cast<std::uint64_t>(std::llround(kb / 1024))));
  const bool whole = bytes % 1024 == 0 || kb >= 100;
  return whole ? fmt::format("{} KB", grouped(static_cast<std::uint64_t>(std::llround(kb))))
               : fmt::format("{:.1f} KB", kb);
}

const Cache* cache_of(const SceneRequest& request) {
  const playback::MachinePtr& machine = request.options.machine.machine;
  if (machine == nullptr || !machine->problem.empty() || machine->cache.accesses.empty()) return nullptr;
  return &machine->cache;
}

void seek_cache(SceneRequest& request, double access) {
  if (const Cache* cache = cache_of(request))
    request.options.cache.access = static_cast<std::size_t>(
        std::clamp(std::floor(access), 0., static_cast<double>(cache->accesses.size() - 1)));
}

namespace {

/// `named`: the columns are as wide as the names in their cells.
CacheParts parts_of(const SceneRequest& request, bool named) {
  CacheParts parts;
  const Cache* cache = cache_of(request);
  if (cache == nullptr) return parts;
  const Frame& frame = request.options.frame;
  const SceneSizes sizes = sizes_for(request);
  const auto text = [&](float size) { return sizes.text(frame.presenter ? 1.4F * size : size); };
  const float f = std::max(.6F, sizes.f), height = sizes.scene_end - sizes.scene_y;
  const float right = frame.width - sizes.margin;

  // Who: the warp's accesses up to the playhead's.
  const std::size_t now = std::min(request.options.cache.access, cache->accesses.size() - 1);
  const CacheAccess& access = cache->accesses[now];
  const std::size_t most = frame.width < 560 ? 2 : frame.width < 900 ? 3 : most_chips;
  for (std::size_t at = now + 1; at-- > 0 && parts.accesses.size() < most;)
    if (cache->accesses[at].block == access.block && cache->accesses[at].warp == access.warp)
      parts.accesses.push_back(at);
  std::reverse(parts.accesses.begin(), parts.accesses.end());

  // Across.
  const bool side = frame.width >= 760 * std::min(1.F, f) && height > 130;
  const float side_w = side ? std::clamp(.25F * frame.width, 200 * f, 340 * f) : 0;
  if (side) parts.side = {right - side_w, sizes.scene_y, side_w, height};
  parts.names_x = sizes.margin;
  parts.names_w = 0;
  if (frame.width > 560)
    for (const float width :
         {text_width(language::trf("cache.way", language::arg("way", 15)), Font::Regular, text(15)) + 16 * f,
          text_width(language::trf("cache.ways", language::arg("last", 15)), Font::Regular, text(13)) + 8 * f,
          text_width(language::tr("cache.accesses"), Font::SemiBold, text(13)) + 12 * f})
      parts.names_w = std::max(parts.names_w, width);
  const float left = sizes.margin + parts.names_w;
  const float width = std::max(16.F, (side ? right - side_w - 32 * f : right) - left);
  const auto apart_of = [&](float column) { return column > 30 ? 6 * f : column > 12 ? 2.F : 1.F; };
  // Fewer columns before the names in their cells are cut, but one for each set of the access.
  std::size_t most_sets = most_columns;
  const std::size_t least_sets = std::max(least_columns, sets_touched(*cache, access));
  for (const float needs = cell_needs(request, *cache, parts.accesses, named, text(14), text(15));
       most_sets > least_sets; --most_sets)
    if (const float column = width / static_cast<float>(most_sets); column - apart_of(column) >= needs) break;
  parts.sets = cache_columns(*cache, parts.accesses, most_sets);
  parts.lens = parts.sets.size() < cache->sets;
  const auto columns = static_cast<float>(std::max<std::size_t>(1, parts.sets.size()));
  parts.column = std::min(width / columns, 84 * f);
  const float apart = apart_of(parts.column);
  parts.cell_w = parts.column - apart;
  const float used = parts.column * columns - apart;

  // From the bottom upwards.
  float bottom = sizes.scene_end;
  if (height > 330) {
    parts.note_y = bottom - .7F * text(13);
    bottom -= 1.5F * text(13);
  }
  if (height > 110) {
    const float h = std::clamp(.085F * height, 16.F, 56 * f);
    parts.history = {left, bottom - h, std::max(used, .8F * width), h};
    bottom -= h + 12 * f;
  }
  if (height > 190) {
    parts.legend_y = bottom - .7F * text(14);
    bottom -= 1.6F * text(14);
  }
  // From the top downwards.
  float y = sizes.scene_y;
  const float chip = std::clamp(.085F * height, 22.F, 48 * f);
  parts.chips = {left, y, used, chip};
  parts.gap = 12 * f;
  const auto chips = static_cast<float>(std::min<std::size_t>(
      most_chips, std::max<std::size_t>(parts.accesses.size(), frame.width < 900 ? 3 : most_chips)));
  parts.chip_w = (used + apart - parts.gap * (chips - 1)) / chips;
  y += chip;
  y += std::clamp(.12F * height - 6, 8.F, 92 * f); // the strands
  parts.sets_h = std::clamp(.058F * height, std::min(18.F, .08F * height + 3), 30 * f);
  parts.sets_y = y;
  y += parts.sets_h + 5 * f;
  parts.ways = std::min(cache->ways, std::max(cache->ways_used, std::min(cache->ways, 4U)));
  if (parts.ways == 0) return parts;

  // Small cells for all sets, when these are not all.
  float room = std::max(4.F, bottom - y);
  parts.small_w = std::clamp(std::floor(used / static_cast<float>(cache->sets)), 1.F, 8.F);
  parts.small_h = std::clamp(std::floor(.24F * room / static_cast<float>(parts.ways)), 1.F, 8.F);
  const float small = parts.small_h * static_cast<float>(parts.ways) + 16 * f;
  // They give way where the cells then have room for their names.
  const auto has_names = [&](float all) {
    return cell_height(all / static_cast<float>(parts.ways), f) >= least_named_cell;
  };
  if (parts.lens && room > 90 && (has_names(room - small) || !has_names(room))) {
    const float h = parts.small_h * static_cast<float>(parts.ways);
    parts.all = {left, bottom - h - 4 * f, parts.small_w * static_cast<float>(cache->sets), h};
    room -= h + 16 * f;
  }
  const auto ways = static_cast<float>(parts.ways);
  parts.row = std::min(room / ways, 76 * f);
  // What few ways leave goes to the strands, then to the history.
  const float more = std::min(room - parts.row * ways, 130 * f);
  parts.sets_y += more;
  y += more;
  room -= more;
  if (parts.history.h > 0) {
    const float higher = std::min(room - parts.row * ways, 60 * f);
    parts.history.y -= higher;
    parts.history.h += higher;
    if (parts.legend_y > 0) parts.legend_y -= higher;
    parts.all.y -= higher;
  }
  parts.cell_h = cell_height(parts.row, f);
  parts.cells = {left, y, used, parts.row * ways};
  return parts;
}

} // namespace

CacheParts cache_parts(const SceneRequest& request) {
  const CacheParts parts = parts_of(request, true);
  return parts.cell_h >= least_named_cell ? parts : parts_of(request, false);
}

} // namespace warpscope::view
