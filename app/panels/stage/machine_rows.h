// The timeline in the scenes Multiprocessor and Cache: their own time, in cycles or in accesses of L1, as one
// row. Dragging it scrubs, the wheel zooms, dragging the bar below scrolls.
#pragma once

#include "app/panels/stage/machine_time.h"
#include "app/panels/stage/time_row.h"
#include "app/panels/window/panel.h"

#include <cstdint>
#include <string>

namespace warpscope::panels {

class MachineRows {
 public:
  void draw(PanelContext& c, const Paint& paint, view::Box box, float from, float to, bool roomy,
            const MachineClock& clock);

 private:
  struct Place {
    float from = 0, to = 0, top = 0, bottom = 0;
    [[nodiscard]] float width() const { return to - from; }
  };
  void accesses(const Paint& paint, const Place& p, const playback::Cache& cache, std::uint64_t now) const;
  void cycles(const Paint& paint, const Place& p, const playback::Machine& machine) const;
  void numbers(const Paint& paint, const Place& p, const MachineClock& clock) const;
  [[nodiscard]] std::string text_under_mouse(const MachineClock& clock) const;

  TimeRow row_;
  bool of_accesses_ = false;
};

} // namespace warpscope::panels
