// Counts sectors of local memory.
#include "sim/model/local.h"

#include <array>
#include <bit>
#include <optional>

namespace warpscope::model {

namespace {

constexpr std::uint32_t local_word = 4, lanes_in_sector = 8;

/// The place whose words all lanes want, as those of a variable or of a constant index do.
std::optional<std::uint32_t> one_place(const WarpAccess& access) {
  const std::uint32_t place = access.offset[static_cast<std::size_t>(std::countr_zero(access.mask))];
  bool same = true;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    same = same && ((access.mask >> lane & 1u) == 0 || access.offset[lane] == place);
  return same ? std::optional(place) : std::nullopt;
}

} // namespace

LocalCounts count_local(const WarpAccess& access) {
  if (access.mask == 0) return {};
  LocalCounts counts{1, 0};
  if (const auto place = one_place(access)) { // which is most of them
    constexpr std::uint32_t all = (1u << lanes_in_sector) - 1;
    const std::uint32_t words = (*place + access.width - 1) / local_word + 1 - *place / local_word;
    for (std::uint32_t first = 0; first < warp_size; first += lanes_in_sector)
      if ((access.mask >> first & all) != 0) counts.sectors += words;
    return counts;
  }
  for (std::uint32_t first = 0; first < warp_size; first += lanes_in_sector) {
    // A lane beyond these eight lies in another sector, so only they can share one.
    std::array<std::uint32_t, lanes_in_sector> begins{}, ends{};
    std::uint32_t active = 0;
    for (std::uint32_t lane = first; lane < first + lanes_in_sector; ++lane) {
      if ((access.mask >> lane & 1u) == 0) continue;
      const std::uint32_t begin = access.offset[lane] / local_word;
      const std::uint32_t end = (access.offset[lane] + access.width - 1) / local_word + 1;
      for (std::uint32_t word = begin; word != end; ++word) {
        bool known = false;
        for (std::uint32_t i = 0; i < active; ++i) known = known || (word >= begins[i] && word < ends[i]);
        counts.sectors += known ? 0 : 1;
      }
      begins[active] = begin, ends[active] = end;
      ++active;
    }
  }
  return counts;
}

std::uint32_t ideal_local_sectors(const WarpAccess& access) {
  WarpAccess together = access;
  together.offset.fill(0);
  return count_local(together).sectors;
}

} // namespace warpscope::model
