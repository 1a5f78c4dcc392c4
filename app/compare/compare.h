// Simulated beside measured: each line, each counter, each total, and why they differ. Pure functions over a
// simulation's counts and a recording of the same launch.
#pragma once

#include "app/compare/why.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::compare {

struct MeasuredRow {
  std::optional<std::uint32_t> line; ///< none: of the whole launch, by the profiler's counters
  model::CounterId counter;
  std::uint64_t simulated = 0;
  std::optional<std::uint64_t> as_written, as_compiled; ///< none: not measured
  Reason reason;
  std::optional<std::uint64_t> predicted = std::nullopt; ///< as compiled, without a GPU; none: not predicted
  std::optional<std::uint64_t> read = std::nullopt; ///< of the compiler's own code; none: it was not there
  /// Why what was predicted is not what was read, of a line; Equal where it is.
  Reason predicted_why = {};
};

struct MeasuredComparison {
  std::vector<MeasuredRow> rows;  ///< lines first, ascending; those that are 0 everywhere are left out
  std::vector<std::string> notes; ///< what could not be compared, and why; sentences

  [[nodiscard]] std::size_t count(Why why) const;
};

/// `recording` must be of the launch that was simulated: mismatch() says so. `predicted`: counts of the same
/// launch as compiled (run::Request::as_compiled); null: none. `read`: those of the compiler's own code
/// (run::Request::code).
[[nodiscard]] MeasuredComparison compare(const SimulatedCounts& simulated,
                                         const protocol::Recording& recording,
                                         const SimulatedCounts* predicted = nullptr,
                                         const SimulatedCounts* read = nullptr);

} // namespace warpscope::compare
