// A hazard as it happened in a traced block: the two accesses, their order there, what was read and what was
// written. The hazard itself holds for every schedule (sim/races/hazards.h); this describes the one that was
// traced.
#pragma once

#include "sim/base/access.h"
#include "sim/races/hazards.h"
#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::races {

struct HazardStory {
  Hazard hazard;
  struct Side {
    std::size_t event = 0; ///< index in the trace
    std::uint32_t warp = 0, lane = 0;
    /// Linear within its block.
    [[nodiscard]] std::uint32_t thread() const { return warp * warp_size + lane; }
    bool operator==(const Side&) const = default;
  };
  bool in_trace = false; ///< the two accesses are in the trace; otherwise nothing below is known
  Side first, second;    ///< as in the hazard; an example where they ran in the wrong order, if there is one
  bool wrong_order = false;  ///< the second ran before the first
  std::uint64_t readers = 0; ///< RAW, WAR: threads that read in the wrong order somewhere in the block
  std::uint32_t offset = 0;  ///< of the example's word, in the space's window
  // For shared memory, where the trace has the values; as words of bits.
  std::optional<std::uint32_t> read;    ///< RAW, WAR: the value that the reader got
  std::optional<std::uint32_t> written; ///< the value that the writer wrote (WAW: the second writer)
  std::optional<std::uint32_t> before;  ///< the value before the writer wrote
  bool operator==(const HazardStory&) const = default;
};

/// For a hazard within the traced block. Examines only the accesses of the hazard's two sites, and some
/// before the example.
[[nodiscard]] HazardStory tell_hazard(const trace::BlockTrace& trace, const Hazard& hazard);

/// Of a list of hazards so many are told: each story searches the trace.
inline constexpr std::size_t most_told = 8;

/// The hazard with the two threads of its story, and the values that they show: the command line, the list of
/// hazards, the headline and the picture all name this pair. A hazard that the trace does not tell is
/// returned unchanged.
[[nodiscard]] Hazard as_told(Hazard hazard, const HazardStory& story);
[[nodiscard]] std::vector<Hazard> as_told(std::vector<Hazard> hazards, const trace::BlockTrace& trace);

} // namespace warpscope::races
