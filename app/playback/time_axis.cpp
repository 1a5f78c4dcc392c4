// Zooms and pans the stretch of time that a timeline shows.
#include "app/playback/time_axis.h"

#include <algorithm>
#include <cmath>

namespace warpscope::playback {

void TimeAxis::place(double first, double span) {
  const double all = std::max(1.0, static_cast<double>(steps_));
  span = std::clamp(span, std::min(fewest, all), all);
  first_ = std::clamp(first, 0.0, all - span);
  end_ = first_ + span;
}

void TimeAxis::set_steps(std::uint64_t steps) {
  if (steps == steps_) return;
  steps_ = steps;
  show_all();
}

void TimeAxis::show_all() { place(0, static_cast<double>(steps_)); }

void TimeAxis::zoom(double share, double factor) {
  const double at = step_at(share), all = std::max(1.0, static_cast<double>(steps_));
  const double span_after = std::clamp(span() / factor, std::min(fewest, all), all);
  place(at - share * span_after, span_after);
}

void TimeAxis::pan(double steps) { place(first_ + steps, span()); }

void TimeAxis::follow(std::uint64_t step) {
  const double at = static_cast<double>(step), margin = .04 * span();
  if (at < first_ + (first_ > 0 ? margin : 0)) place(at - .8 * span(), span());
  else if (at + 1 > end_ - (end_ < static_cast<double>(steps_) ? margin : 0)) place(at - .2 * span(), span());
}

std::uint64_t TimeAxis::whole_step_at(double share) const {
  if (steps_ == 0) return 0;
  const double at = std::floor(step_at(share));
  return at <= 0 ? 0 : std::min(static_cast<std::uint64_t>(at), steps_ - 1);
}

} // namespace warpscope::playback
