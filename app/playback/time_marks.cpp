// Keeps loop ranges within the steps that there are.
#include "app/playback/time_marks.h"

#include <algorithm>

namespace warpscope::playback {

void set_loop_in(TimeMarks& marks, std::uint64_t step, std::uint64_t steps) {
  if (steps == 0) return;
  step = std::min(step, steps - 1);
  const std::uint64_t last = marks.range && marks.range->last >= step ? marks.range->last : steps - 1;
  marks.range = LoopRange{step, last};
  marks.looping = true;
}

void set_loop_out(TimeMarks& marks, std::uint64_t step, std::uint64_t steps) {
  if (steps == 0) return;
  step = std::min(step, steps - 1);
  const std::uint64_t first = marks.range && marks.range->first <= step ? marks.range->first : 0;
  marks.range = LoopRange{first, step};
  marks.looping = true;
}

void set_loop_range(TimeMarks& marks, std::uint64_t a, std::uint64_t b, std::uint64_t steps) {
  if (steps == 0) return;
  marks.range = LoopRange{std::min({a, b, steps - 1}), std::min(std::max(a, b), steps - 1)};
  marks.looping = true;
}

void toggle_loop(TimeMarks& marks, std::uint64_t steps) {
  if (steps == 0) return;
  if (!marks.range) marks.range = LoopRange{0, steps - 1};
  marks.looping = !marks.looping;
}

void fit(TimeMarks& marks, std::uint64_t steps) {
  if (!marks.range) return;
  if (steps == 0 || marks.range->first >= steps) {
    marks.range.reset();
    marks.looping = false;
    return;
  }
  marks.range->last = std::min(marks.range->last, steps - 1);
}

std::uint64_t wrap(const LoopRange& range, std::uint64_t step) {
  if (step < range.first) return range.first;
  return range.first + (step - range.first) % range.length();
}

} // namespace warpscope::playback
