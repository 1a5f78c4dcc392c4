// Checks estimates against measured times: for pairs of launches that a person would choose between, compares
// the estimated speedup with the measured one.
#pragma once

#include "gpu/protocol/recording.h"
#include "sim/run/estimate_error.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::compare {

/// A launch that was timed (as compiled, L2 as the previous launch left it) and estimated.
struct TimedLaunch {
  std::string lab, device;
  std::vector<protocol::RecordedOutput> outputs;
  double measured = 0; ///< in seconds
  run::Estimate estimate;
  std::string parameters;
  double spread = 0; ///< of the measured time between processes (protocol::spread_of)
};

/// Returns pairs from one device that are variants of one problem: of one lab, or of labs whose outputs hold
/// the same bytes, with outputs of the same sizes.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>>
variant_pairs(const std::vector<TimedLaunch>& launches);

/// How far the estimated speedups are from the measured ones, as factors from 1 on (2: twice or half).
struct SpeedupError {
  std::size_t pairs = 0;
  double median = 1, nine_of_ten = 1, worst = 1;
  /// Pairs whose times differ by more than a tenth, and those among them for which the model names the faster
  /// launch.
  std::size_t decided = 0, right = 0;
  /// Of all pairs: those for which a winner is named, and rightly; and those whose measured
  /// speedup lies in the interval.
  std::size_t named = 0, rightly_named = 0, covered = 0;
  /// Labs that have such pairs (joined where a pair is of two labs), and the factor by which these are off:
  /// the geometric mean over each family's pairs, then over families. Hundreds of pairs between which nothing
  /// differs, or one lab with many sizes, cannot carry it.
  std::size_t families = 0;
  double family_mean = 1;
};
[[nodiscard]] SpeedupError speedup_error(const std::vector<TimedLaunch>& launches,
                                         const std::vector<std::pair<std::size_t, std::size_t>>& pairs);

/// Returns "Simulated speedups of 430 pairs …", without a full stop.
[[nodiscard]] std::string sentence_of(const SpeedupError& error);

} // namespace warpscope::compare
