// Races by the definition, the slow way: every pair of accesses of the same bytes by two threads is looked
// at, and vector clocks of all the block's threads say whether one happens before the other. Shares nothing
// with sim/model.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace reference {

/// What a thread did that matters to races, in its program order.
struct ThreadEvent {
  enum class What : std::uint8_t { Access, WarpSync, Barrier } what = What::Access;
  warpscope::Space space = warpscope::Space::None;
  warpscope::AccessKind kind = warpscope::AccessKind::Load;
  std::uint64_t place = 0; ///< of the text: any number of its own
  std::uint32_t line = 0;
  std::uint32_t address = 0; ///< in the space's window
  std::uint32_t width = 0;
  std::uint32_t lanes = 0; ///< WarpSync: those that wait for each other there
};
struct BlockEvents {
  std::vector<std::vector<ThreadEvent>> threads;
};

/// Kinds without direction: "WR" (a write or atomic, and a read), "WW", "UNINIT"; and the two lines, the
/// smaller first.
using RaceKey = std::tuple<std::string, warpscope::Space, bool, std::uint32_t, std::uint32_t>; ///< bool:
                                                                                               ///< between
                                                                                               ///< blocks
/// Counts as sim/races/hazards.h has them: within a block different pairs of threads for each word (the bytes
/// of it that each accesses), interval between barriers and pair of places; between blocks words.
using Races = std::map<RaceKey, std::uint64_t>;

[[nodiscard]] Races races_of(const std::vector<BlockEvents>& blocks);
[[nodiscard]] std::string describe(const Races& races);

} // namespace reference
