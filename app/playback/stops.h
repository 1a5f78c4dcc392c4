// Where playing stops by itself: lines of the text, perhaps only when a lane takes part or banks conflict.
#pragma once

#include "app/playback/run.h"
#include "app/playback/track.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpscope::playback {

struct Stop {
  enum class When : std::uint8_t { Always, Conflict, Lane };
  std::uint32_t line = 0; ///< of the text with Span::file 0
  When when = When::Always;
  std::uint32_t lane = 0; ///< Lane: it takes part
  bool operator==(const Stop&) const = default;
};

/// As a document keeps them: by line, 1 for Always, 2 for Conflict, 3 + lane for Lane.
using StopTable = std::map<std::string, std::uint64_t>;
/// Ascending by line; what is no line or no condition is left out.
[[nodiscard]] std::vector<Stop> stops_from(const StopTable& table);
void put_stop(StopTable& table, const Stop& stop);

/// The steps of the track at which playing stops, ascending: the first one of an access of the line, or of a
/// barrier's release there.
[[nodiscard]] std::vector<std::uint64_t> stop_steps(const Run& run, const Track& track,
                                                    const std::vector<Stop>& stops);

/// The lines of the text at which playing can stop: an access or a barrier's release was traced there.
/// Ascending.
[[nodiscard]] std::vector<std::uint32_t> lines_to_stop_at(const Run& run);

} // namespace warpscope::playback
