// The playhead's marks: the stretch that plays again and again, and the moment that differences are taken
// from.
#include "app/playback/playhead.h"

#include <utility>

namespace warpscope::playback {

void Playhead::set_marks(TimeMarks marks) {
  marks.looping = marks.looping && marks.range.has_value();
  if (track_.empty()) {
    marks_of_first_run_ = std::move(marks);
    return;
  }
  marks_ = std::move(marks);
  fit(marks_, track_.steps());
  if (marks_.pin) marks_.pin = track_.moment_at(track_.step_of(*marks_.pin));
}

void Playhead::loop_in() { set_loop_in(marks_, step_, track_.steps()); }
void Playhead::loop_out() { set_loop_out(marks_, step_, track_.steps()); }
void Playhead::loop_range(std::uint64_t a, std::uint64_t b) { set_loop_range(marks_, a, b, track_.steps()); }
void Playhead::switch_loop() { toggle_loop(marks_, track_.steps()); }

void Playhead::forget_loop() {
  marks_.range.reset();
  marks_.looping = false;
}

void Playhead::pin_moment() {
  if (!track_.empty()) marks_.pin = moment();
}

std::shared_ptr<const MomentDifference> Playhead::difference() const {
  if (!marks_.pin || track_.empty()) return nullptr;
  const std::uint64_t pin = playback().step_of(*marks_.pin), now = playback().step_of(moment());
  if (!difference_ || difference_->pin != pin || difference_->now != now) {
    auto found = std::make_shared<MomentDifference>(run_->served_index().between(playback(), pin, now));
    // In the kernel around an expression only the expression's own accesses matter.
    std::erase_if(found->sites, [&](const SiteServed& served) {
      return served.site < part_.sites.size() && !part_.sites[served.site];
    });
    found->total = {};
    for (const SiteServed& served : found->sites) {
      found->total.accesses += served.accesses;
      found->total.wavefronts += served.wavefronts;
      found->total.sectors += served.sectors;
      found->total.passes += served.passes;
    }
    difference_ = std::move(found);
  }
  return difference_;
}

} // namespace warpscope::playback
