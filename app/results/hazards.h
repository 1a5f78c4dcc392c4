// The rows of the list of hazards: faults, races and divergent barriers, in the same words as on the command
// line.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/run/simulate.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::results {

/// What went wrong at an access: it faulted, or it takes part in a race.
enum class Wrong : std::uint8_t { Nothing, Race, Fault };

struct HazardRow {
  Diagnostic said; ///< from describe_fault(), describe_hazard() or describe_divergence()
  bool fault = false;
  std::uint32_t first_line = 0,
                line = 0; ///< of the two accesses; in a divergence both are the barrier's. 0: not known
  std::uint32_t first_site = ~0u, site = ~0u; ///< of the two accesses; a fault has one, a divergence none: ~0
  std::uint64_t count = 0;                    ///< Hazard::count; in a divergence: threads that do not arrive
  bool quiet = false;                         ///< a race in which only one value is written
  std::optional<races::HazardKind> kind;      ///< nullopt: a fault or a divergence
  /// Of a fault: the linear thread, and its block.
  std::uint32_t thread = 0;
  std::uint64_t block = 0;
  std::optional<std::size_t> in_picture; ///< index into the picture's hazards, if the traced block has it too
  /// A race in which this access takes part and that can change values.
  [[nodiscard]] bool spoils(std::uint32_t access) const {
    return !quiet && !fault && access != ~0u && (access == first_site || access == site);
  }
};

/// `grid`: null while it is not simulated. Faults first, then what changes values, otherwise in the order in
/// which they are found.
[[nodiscard]] std::vector<HazardRow> hazard_rows(const run::Result& picture, const run::Result* grid);

/// The run used up its budget before it came to its end.
struct OverBudget {
  std::uint32_t line = 0; ///< of the loop that did not end; 0: not known
  std::uint32_t file = 0; ///< of that line, as Span::file
  std::string why;        ///< which limit it met, without the command line's options
};
/// Null: it came to its end, or something else ended it. Of the grid, else of the block on the stage.
[[nodiscard]] std::optional<OverBudget> over_budget(const run::Result& picture, const run::Result* grid);

/// Returns "barrier of line 44 removed", "barriers of lines 44, 46 removed"; empty: nothing is cut.
[[nodiscard]] std::string removed_barriers(const std::vector<std::uint32_t>& cuts);
/// Says why the contents of memory are undefined, on a GPU as here: "not defined: the barrier of line 44 is
/// removed"; for a text without cuts, the lines of its first hazard. Empty when there is no hazard, or only
/// one value is written in the most important one.
[[nodiscard]] std::string undefined_because(const std::vector<HazardRow>& rows,
                                            const std::vector<std::uint32_t>& cuts);

} // namespace warpscope::results
