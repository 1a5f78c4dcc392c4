// What the list of hazards shows: races and barriers that not all threads reach, in the command line's words.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/run/simulate.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::results {

struct HazardRow {
  Diagnostic said; ///< of describe_hazard() or describe_divergence()
  std::uint32_t first_line = 0,
                line = 0;  ///< of the two accesses; a divergence: both are the barrier's. 0: not known
  std::uint64_t count = 0; ///< Hazard::count; a divergence: threads that do not come
  bool quiet = false;      ///< a race in which all that is written is the same
  std::optional<races::HazardKind> kind; ///< nullopt: a divergence
  std::optional<std::size_t> in_picture; ///< index into the picture's hazards, where it is in the traced
                                         ///< block too
};

/// `grid`: null while it is not simulated. Loud ones first, else in the order they are found in.
[[nodiscard]] std::vector<HazardRow> hazard_rows(const run::Result& picture, const run::Result* grid);

/// "barrier of line 44 removed", "barriers of lines 44, 46 removed"; empty: nothing is cut.
[[nodiscard]] std::string removed_barriers(const std::vector<std::uint32_t>& cuts);
/// Why what the text leaves in memory is chance, on a GPU as here: "not defined: the barrier of line 44 is
/// removed"; of a text that is not cut its first hazard's lines. Empty: there is no hazard, or in the loudest
/// all that is written is the same.
[[nodiscard]] std::string undefined_because(const std::vector<HazardRow>& rows,
                                            const std::vector<std::uint32_t>& cuts);

} // namespace warpscope::results
