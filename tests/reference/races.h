// Races by the definition, the slow way: examines every pair of accesses of the same bytes by two threads,
// with vector clocks of all threads of the block to decide whether one happens before the other. Shares
// nothing with sim/races.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace reference {

/// An event of a thread that matters to races, in program order.
struct ThreadEvent {
  enum class What : std::uint8_t { Access, WarpSync, Barrier } what = What::Access;
  warpscope::Space space = warpscope::Space::None;
  warpscope::AccessKind kind = warpscope::AccessKind::Load;
  std::uint64_t place = 0; ///< the access site: any unique number
  std::uint32_t line = 0;
  std::uint32_t address = 0; ///< in the space's window
  std::uint32_t width = 0;
  std::uint32_t lanes = 0; ///< WarpSync: the lanes that wait for each other
};
struct BlockEvents {
  std::vector<std::vector<ThreadEvent>> threads;
};

/// Kinds without direction: "WR" (a write or atomic, and a read), "WW", "UNINIT"; and the two lines, the
/// smaller one first.
/// Bool: between blocks.
using RaceKey = std::tuple<std::string, warpscope::Space, bool, std::uint32_t, std::uint32_t>;
/// Counts as in sim/races/hazards.h: within a block, distinct pairs of threads for each word (and the bytes
/// of it that each accesses), interval between barriers and pair of sites; between blocks, words.
using Races = std::map<RaceKey, std::uint64_t>;

[[nodiscard]] Races races_of(const std::vector<BlockEvents>& blocks);
[[nodiscard]] std::string describe(const Races& races);

} // namespace reference
