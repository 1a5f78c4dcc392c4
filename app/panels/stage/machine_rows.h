// The timeline in the scenes Multiprocessor and Cache: their own time, in cycles or in accesses of L1, as one
// row. Dragging it scrubs, the wheel zooms, dragging the bar below scrolls.
#pragma once

#include "app/panels/stage/machine_time.h"
#include "app/panels/window/panel.h"
#include "app/playback/time_axis.h"

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
  [[nodiscard]] float x_of(const Place& p, double step) const;
  [[nodiscard]] double share_of_mouse(const Place& p) const;
  void zoom_and_pan(const Place& p);
  void accesses(const Paint& paint, const Place& p, const playback::Cache& cache, std::uint64_t now) const;
  void cycles(const Paint& paint, const Place& p, const playback::Machine& machine) const;
  void playhead(const Paint& paint, const Place& p, const MachineClock& clock) const;
  void numbers(const Paint& paint, const Place& p, const MachineClock& clock) const;
  void range_bar(const PanelContext& c, const Paint& paint, view::Box box, const Place& p,
                 const MachineClock& clock);
  [[nodiscard]] std::string text_under_mouse(const Place& p, const MachineClock& clock) const;

  playback::TimeAxis axis_;
  std::uint64_t followed_ = ~0ull;
  bool of_accesses_ = false;
};

} // namespace warpscope::panels
