// How far estimates lie from measured times, and so what may be said of one and of two.
//
// The figures come from launches on an H200 that nothing was fitted to, each estimated once, by a model that
// was frozen before (tests/run/kept_apart.tsv, kept_apart_third.tsv and kept_apart_short.tsv,
// docs/speed-model.md); a test computes them anew from those tables. Each family of kernels counts once,
// however many launches it has: the kernel on the screen is of a family of its own.
#pragma once

#include "sim/run/estimate.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope::run {

/// Why a launch that faults or waits for ever has no estimate.
inline constexpr std::string_view did_not_end = "the launch did not come to its end";

/// Launches shorter than this repeat within 5 % only, from process to process, and are mostly start.
inline constexpr double short_launch = 2e-6;
/// By how much equal launches differ from process to process: 5 % of a short one, 1 % of others.
[[nodiscard]] double noise_of(double seconds);

/// Nine of ten measured times lie within it. Not below the launch's start, not narrower than the noise.
/// nullopt: figures of another device stand in, whose error nobody has measured.
[[nodiscard]] std::optional<Interval> interval_of(const Estimate& estimate);

/// How much faster b is than a.
struct Speedup {
  double ratio = 1; ///< seconds of a to those of b
  std::optional<Interval> interval;
  enum class Winner : std::uint8_t { None, A, B } winner = Winner::None;
  /// Why no winner is named.
  enum class Why : std::uint8_t {
    Named,
    Interval, ///< it holds 1
    Noise,    ///< two short launches, or a difference that another process may turn round
    Unknown,  ///< there is no interval
  } why = Why::Unknown;
};
/// By the estimates. No winner among two launches shorter than `short_launch`, whatever the model says: it
/// was not measured there.
[[nodiscard]] Speedup speedup_of(const Estimate& a, const Estimate& b);
/// A median, and by how much those of several processes differ (.02: 2 %; 0: there was one process).
struct MeasuredTime {
  double seconds = 0, spread = 0;
  MeasuredTime(double median, double of_processes = 0) : seconds(median), spread(of_processes) {}
};
/// By measured medians: the interval is that of the noise, or of the processes where they differ by more.
[[nodiscard]] Speedup measured_speedup(MeasuredTime a, MeasuredTime b);

/// "the interval holds 1". Empty: a winner is named.
[[nodiscard]] std::string_view sentence_of(Speedup::Why why);

} // namespace warpscope::run
