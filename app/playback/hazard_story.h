// One hazard as it is seen in a traced block: which two accesses, in which order they ran there, what was
// read and what was written. The hazard itself holds for every order (sim/races/hazards.h); what this tells
// is of the order that was traced.
#pragma once

#include "app/playback/playback.h"
#include "sim/races/hazards.h"
#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpscope::playback {

struct HazardStory {
  races::Hazard hazard;
  struct Side {
    std::size_t event = 0; ///< of the trace
    std::uint32_t warp = 0, lane = 0;
    [[nodiscard]] std::uint32_t thread() const { return warp * warp_size + lane; } ///< linear in its block
    bool operator==(const Side&) const = default;
  };
  bool in_trace = false; ///< the two accesses are in the trace; else nothing below is known
  Side first, second;    ///< as in the hazard; an example where they ran the wrong way round, if there is one
  bool wrong_order = false;  ///< the second ran before the first
  std::uint64_t readers = 0; ///< RAW, WAR: threads that read in the wrong order somewhere in the block
  std::uint32_t offset = 0;  ///< of the example's word, in the space's window
  // Shared memory, and where the trace has the values; words of bits.
  std::optional<std::uint32_t> read;    ///< RAW, WAR: what the reader got
  std::optional<std::uint32_t> written; ///< what the writer wrote (WAW: the second)
  std::optional<std::uint32_t> before;  ///< what lay there before the writer wrote
  bool operator==(const HazardStory&) const = default;
};

/// Of a hazard within the traced block. Looks at no more than the accesses of the hazard's two places, and at
/// some before the example.
[[nodiscard]] HazardStory tell_hazard(const trace::BlockTrace& trace, const races::Hazard& hazard);

} // namespace warpscope::playback
