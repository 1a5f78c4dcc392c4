// Counts how often an atomic asks for each sector of global memory (docs/hardware-rules.md, "Atomics").
#include "sim/model/distinct.h"

#include <algorithm>

namespace warpscope::model::model_detail {

std::vector<AskedSector> asked_sectors(const WarpAccess& access) {
  constexpr int sector_shift = 5;
  ActiveLanes lanes = active_lanes(access);
  const auto end = lanes.offset.begin() + lanes.count;
  std::sort(lanes.offset.begin(), end);
  std::vector<AskedSector> asked; // ascending, for each element the sectors that it lies in
  for (auto at = lanes.offset.begin(); at != end;) {
    const auto next = std::upper_bound(at, end, *at);
    const auto times = static_cast<std::uint32_t>(next - at);
    const std::uint64_t last = (std::uint64_t{*at} + access.width - 1) >> sector_shift;
    for (std::uint64_t sector = *at >> sector_shift; sector <= last; ++sector)
      asked.push_back({static_cast<std::uint32_t>(sector << sector_shift), times});
    at = next;
  }
  std::sort(asked.begin(), asked.end(), [](const AskedSector& a, const AskedSector& b) {
    return a.address != b.address ? a.address < b.address : a.times > b.times;
  });
  // Of a sector's elements the one that most lanes want.
  asked.erase(std::unique(asked.begin(), asked.end(),
                          [](const AskedSector& a, const AskedSector& b) { return a.address == b.address; }),
              asked.end());
  return asked;
}

} // namespace warpscope::model::model_detail
