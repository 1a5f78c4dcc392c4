// What is said about a moment of a block: used by the headline and by the tooltips of the scene Block.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::view {

/// First step of an event (for an arrival at a barrier, which takes none: of what comes next).
[[nodiscard]] std::uint64_t step_of_event(const trace::BlockTrace& trace, const playback::BlockIndex& index,
                                          std::size_t event);
/// The line of a barrier's instruction; nullopt when the program does not say.
[[nodiscard]] std::optional<std::uint32_t> line_of_barrier(const program::Program* program, std::uint32_t pc);
/// "Warp 3: shared load of tile, line 14: 32 wavefronts where 1 would do."
[[nodiscard]] std::string access_sentence(const SceneRequest& request, std::size_t event);

/// Of the request's hazard: "32 threads read before the value is written", counted in this trace.
[[nodiscard]] Headline make_hazard_headline(const SceneRequest& request);
/// "thread 40 reads 0 (stale); thread 8 writes 7 later"; empty where there is nothing to add.
[[nodiscard]] std::string hazard_values(const SceneRequest& request);

} // namespace warpscope::view
