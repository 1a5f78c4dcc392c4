// Sentences about results, made of values: the window only draws them.
#pragma once

#include "app/playback/difference.h"
#include "app/results/hazards.h"
#include "app/results/rows.h"
#include "sim/run/simulate.h"

#include <cstddef>
#include <string>

namespace warpscope::results {

/// "matmul · grid 8 × 8 · block 16 × 16 · 64 blocks": what was launched.
[[nodiscard]] std::string launch_words(const source::ResolvedLaunch& launch);
/// The one block that an expression is run in.
[[nodiscard]] std::string expression_words(const source::ResolvedLaunch& launch);
/// Whether an output holds what the scenario says. `first`: the first wrong element, as a sentence.
[[nodiscard]] std::string check_words(const std::string& output, std::uint64_t mismatches,
                                      const std::string& first);
/// The counter's definition, the lanes that were active, why it is not ideal unless the counts are `hidden`,
/// and what a click does.
[[nodiscard]] std::string row_words(const ResultRow& row, bool hidden);

/// "Hazards 2"; without a number where there are none.
[[nodiscard]] std::string hazards_title(std::size_t count);
/// "12 → 14": the lines of the two accesses; one number where they are one line; empty: not known.
[[nodiscard]] std::string hazard_lines(const HazardRow& row);

/// "3 accesses, 96 wavefronts"; empty: nothing was served.
[[nodiscard]] std::string served_words(const playback::SiteServed& served);
/// "since the pin: 3 accesses, 96 wavefronts, 64 words written".
[[nodiscard]] std::string since_pin_words(const playback::MomentDifference& difference);

} // namespace warpscope::results
