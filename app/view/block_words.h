// Sentences about a moment of a block, for the headline and the tooltips of the scene Block.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::view {

/// Returns the first step of an event (for an arrival at a barrier, which takes none, that of the next
/// event).
[[nodiscard]] std::uint64_t step_of_event(const trace::BlockTrace& trace, const playback::BlockIndex& index,
                                          std::size_t event);
/// Returns the line of a barrier's instruction; nullopt when the program does not have it.
[[nodiscard]] std::optional<std::uint32_t> line_of_barrier(const program::Program* program, std::uint32_t pc);
/// Returns "Warp 3: shared load of tile, line 14: 32 wavefronts where 1 would do."
[[nodiscard]] std::string access_sentence(const SceneRequest& request, std::size_t event);

/// Describes the request's hazard, as counted in this trace: "32 threads read before the value is written".
[[nodiscard]] Headline make_hazard_headline(const SceneRequest& request);
/// Returns "thread 40 reads 0 (stale); thread 8 writes 7 later"; empty when the values are not known.
[[nodiscard]] std::string hazard_values(const SceneRequest& request);

} // namespace warpscope::view
