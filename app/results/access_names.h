// What A's and B's half are called where an edit has changed the access on the stage: the access as each has
// it.
#pragma once

#include "app/results/pair.h"

#include <string>

namespace warpscope::results {

struct AccessNames {
  std::string a, b; ///< both empty: the access is written alike, or more than the text differs
};
/// `run_b` and `event`: what of B is on the stage.
[[nodiscard]] AccessNames access_names(const PinnedPair& pair, const document::Document& b,
                                       const playback::Run& run_b, std::size_t event);

} // namespace warpscope::results
