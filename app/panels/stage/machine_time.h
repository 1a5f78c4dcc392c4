// Time in the scenes Multiprocessor and Cache: the playhead in cycles or in accesses of L1, moved by keys, by
// playing and by the pointer.
#pragma once

#include "app/panels/stage/pane.h"
#include "app/panels/window/panel.h"

#include <cstdint>
#include <optional>

namespace warpscope::panels {

/// True for the scenes that show the simulated multiprocessor.
[[nodiscard]] inline bool shows_machine(view::SceneKind scene) {
  return scene == view::SceneKind::Multiprocessor || scene == view::SceneKind::Cache;
}
/// The time of the scene on the stage, which the timeline shows in place of the trace's.
struct MachineClock {
  std::uint64_t steps = 0, now = 0; ///< cycles, or accesses of L1
  bool accesses = false;
  const playback::Machine* machine = nullptr;
};
/// nullopt: another scene is on the stage, or nothing is simulated.
[[nodiscard]] std::optional<MachineClock> machine_clock(const PanelContext& c);
void machine_seek(PanelContext& c, std::uint64_t step);

/// Before the scene is drawn: asks for the multiprocessor, lets time run, fills the request.
void machine_frame(PanelContext& c, view::SceneRequest& request);
/// The same cycle of A beside it, which was simulated while it was B.
void machine_of_a(const PanelContext& c, view::SceneRequest& request);
/// The pointer over the picture that came of it: drags the playhead, chooses residents, lights up lines.
void machine_pointer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer);

/// Keys. False: another scene is on the stage, or nothing is simulated.
bool machine_step(PanelContext& c, bool forward); ///< a cycle, or an access
/// To where the hovered row changes its state; to the next access that misses.
bool machine_change(PanelContext& c, bool forward);
bool machine_end(PanelContext& c, bool end);             ///< to the first or the last of them
[[nodiscard]] bool machine_plays(const PanelContext& c); ///< the scene is on the stage, and time runs

/// Other words in the cells of Cache.
void next_cache_names(PanelContext& c);

} // namespace warpscope::panels
