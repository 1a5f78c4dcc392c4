// The speed model against the clock: for pairs of launches that one would choose between, the speedup that
// the model says and the measured one.
#pragma once

#include "gpu/protocol/recording.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::compare {

/// A launch that was timed (as compiled, L2 as the launch before left it) and estimated.
struct TimedLaunch {
  std::string lab, device;
  std::vector<protocol::RecordedOutput> outputs;
  double measured = 0, estimated = 0; ///< seconds
};

/// Pairs of one device and one lab, or of labs whose outputs hold the same bytes, with outputs of the same
/// sizes: variants of one problem.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>>
variant_pairs(const std::vector<TimedLaunch>& launches);

/// How far the model's speedups are from the measured ones, as factors from 1 on (2: twice or half).
struct SpeedupError {
  std::size_t pairs = 0;
  double median = 1, nine_of_ten = 1, worst = 1;
  std::size_t decided = 0, right = 0; ///< pairs whose times differ by more than a tenth, and those of them
                                      ///< whose faster one the model names
};
[[nodiscard]] SpeedupError speedup_error(const std::vector<TimedLaunch>& launches,
                                         const std::vector<std::pair<std::size_t, std::size_t>>& pairs);

/// "Simulated speedups of 1043 pairs …", without a full stop.
[[nodiscard]] std::string sentence_of(const SpeedupError& error);

} // namespace warpscope::compare
