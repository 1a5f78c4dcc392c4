// Turns the errors measured on kernels kept apart into intervals, and those into winners.
#include "sim/run/estimate_error.h"

#include <algorithm>
#include <cmath>

namespace warpscope::run {

namespace {

/// What was measured of one kind of estimate. Nine of ten measured times lie within the factor `times` of it;
/// of a speedup of e^s, s >= 0, nine of ten measured ones lie between e^(s - below) and e^(s + above).
struct MeasuredError {
  double times = 1, below = 0, above = 0;
};
constexpr MeasuredError of_short_launches{.times = 1.213, .below = .229, .above = .2245};
constexpr MeasuredError of_launches{.times = 1.47, .below = .47, .above = .50};
constexpr MeasuredError of_read_code{.times = 1.36, .below = .53, .above = .39};
constexpr MeasuredError of_written_code{.times = 2.75, .below = 1.67, .above = .77};
/// Fourteen families: the larger end on both sides.
constexpr MeasuredError with_atomics{.times = 3.17, .below = 2.65, .above = 2.65};
constexpr MeasuredError of_the_plain_model{.times = 3.06, .below = 1.41, .above = .99};

const MeasuredError& error_of(const Estimate& estimate) {
  if (estimate.model == Model::Plain) return of_the_plain_model;
  if (estimate.atomics) return with_atomics;
  // How far off those are of whose blocks only the beginning was simulated nobody has measured apart.
  if (estimate.code == Code::AsWritten || estimate.times_as_long > 1) return of_written_code;
  if (estimate.seconds < short_launch) return of_short_launches;
  return estimate.code == Code::Read ? of_read_code : of_launches;
}

void name_winner(Speedup& out) {
  if (out.interval->low > 1) out.winner = Speedup::Winner::B;
  if (out.interval->high < 1) out.winner = Speedup::Winner::A;
  out.why = out.winner == Speedup::Winner::None ? Speedup::Why::Interval : Speedup::Why::Named;
}

} // namespace

double noise_of(double seconds) { return seconds < short_launch ? .05 : .01; }

std::optional<Interval> interval_of(const Estimate& estimate) {
  if (!estimate.borrowed_from.empty() || !estimate.error_known) return std::nullopt;
  const double within = error_of(estimate).times;
  return Interval{std::max(estimate.launch_seconds, estimate.seconds / within), estimate.seconds * within};
}

Speedup speedup_of(const Estimate& a, const Estimate& b) {
  Speedup out;
  if (a.seconds <= 0 || b.seconds <= 0) return out;
  out.ratio = a.seconds / b.seconds;
  if (!a.interval || !b.interval) return out;
  const double s = std::log(out.ratio);
  const MeasuredError &of_a = error_of(a), &of_b = error_of(b),
                      &error = of_a.below > of_b.below ? of_a : of_b;
  out.interval = s >= 0 ? Interval{std::exp(s - error.below), std::exp(s + error.above)}
                        : Interval{std::exp(s - error.above), std::exp(s + error.below)};
  name_winner(out);
  if (a.seconds < short_launch && b.seconds < short_launch) {
    out.winner = Speedup::Winner::None;
    out.why = Speedup::Why::Noise;
  }
  return out;
}

Speedup measured_speedup(MeasuredTime a, MeasuredTime b) {
  Speedup out;
  if (a.seconds <= 0 || b.seconds <= 0) return out;
  out.ratio = a.seconds / b.seconds;
  const auto noise = [](const MeasuredTime& time) { return std::max(noise_of(time.seconds), time.spread); };
  const double within = (1 + noise(a)) * (1 + noise(b));
  out.interval = Interval{out.ratio / within, out.ratio * within};
  name_winner(out);
  if (out.why == Speedup::Why::Interval) out.why = Speedup::Why::Noise;
  return out;
}

std::string_view sentence_of(Speedup::Why why) {
  switch (why) {
  case Speedup::Why::Named: return "";
  case Speedup::Why::Interval: return "the interval holds 1";
  case Speedup::Why::Noise: return "the difference is within the noise of so short launches";
  case Speedup::Why::Unknown: return "how far off it is was not measured";
  }
  return "";
}

} // namespace warpscope::run
