// The stage through time, for an animation: what StagePanel would show at each step, drawn on another thread.
#pragma once

#include "app/export/animation.h"
#include "app/panels/stage/stage_view.h"
#include "app/session/session.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::panels {

/// A step of the film: a moment of the present text (B, when something is pinned) and A's corresponding one.
struct FilmStep {
  playback::Moment b;
  std::optional<playback::Moment> a; ///< nullopt: nothing is pinned, or A has no corresponding moment
  bool done_a = false, done_b = false;
  std::string missing; ///< why A has none
};

/// Steps [first, last] of the session's track; beside A also those that only A needs. `most`: at most so
/// many.
[[nodiscard]] std::vector<FilmStep> film_steps(const session::Session& session, std::uint64_t first,
                                               std::uint64_t last, std::size_t most);

/// Returns a function from a FrameTime, whose step is an index into `steps`, to the picture: what the stage
/// shows, without the pointer, the presenter's lines and the question. It owns everything it needs. The stage
/// must show the present text.
[[nodiscard]] std::function<view::Picture(const exporting::FrameTime&)>
make_film(const StageView& shown, std::vector<FilmStep> steps);
/// The same of the scenes Multiprocessor and Cache, whose steps are `cycles_a_step` cycles or accesses each.
[[nodiscard]] std::function<view::Picture(const exporting::FrameTime&)>
make_machine_film(const StageView& shown, std::uint64_t cycles_a_step);

} // namespace warpscope::panels
