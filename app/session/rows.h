// What the gutter and the results table say, computed from simulation results. No drawing here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/counters.h"
#include "sim/simulate/simulate.h"

namespace warpscope {

/// Beside a source line: what one access of this line costs.
struct GutterRow {
  std::uint32_t line = 0;
  std::string number;    ///< "32", "4.5": the mean of the line's costliest access
  std::string unit;      ///< "wavefronts"
  float share = 0;       ///< of 32, for the bar; 0..1
  bool over_ideal = false;
  std::uint32_t others = 0; ///< further accesses in the line, named in the tooltip
  std::string tooltip;
};
/// One row a line that touches memory, ascending. `result`: the whole grid's if there, else the block's.
[[nodiscard]] std::vector<GutterRow> gutter_rows(const SimulationResult& result);

struct ResultRow {
  std::uint32_t line = 0;   ///< 0: a total
  std::uint32_t site = ~0u; ///< index into Program::sites; ~0: a total
  std::string code;         ///< the access as written
  bool first_of_site = true;
  Counter counter{};
  bool has_ideal = false, has_warp = false, has_launch = false;
  std::uint64_t requests = 0; ///< warp instructions with an active lane; of the widest scope
  std::uint64_t ideal = 0;  ///< of the widest scope that is known: launch, else block
  std::uint64_t ideal_warp = 0, warp = 0, block = 0, launch = 0;
  double ratio = 0;         ///< of the widest scope to its ideal; 0: no ideal
  bool over_ideal = false;
  /// Of the widest scope that is known.
  [[nodiscard]] std::uint64_t value() const { return has_launch ? launch : block; }
  std::string why;          ///< one short clause about the block's accesses, see reasons.h
};

/// `sites`: only these (by number), and no totals; empty: all.
/// `block`: of block 0, with its trace; `launch`: of the whole grid, null while it runs. `warp` selects the warp column.
[[nodiscard]] std::vector<ResultRow> result_rows(const SimulationResult& block, const SimulationResult* launch,
                                                 std::uint32_t warp, const std::vector<bool>& sites = {});

/// What one warp's accesses (nullopt: the block's) of the traced block cost, for the counts beside the examples.
struct WarpCost {
  bool valid = false;
  bool shared = false;      ///< counted in wavefronts, else in sectors (constant memory: passes)
  bool constant = false;
  std::uint64_t value = 0, ideal = 0;
  bool broadcast = false;   ///< several lanes share a word (shared memory)
};
[[nodiscard]] WarpCost warp_cost(const SimulationResult& result, std::optional<std::uint32_t> warp, const std::vector<bool>& sites = {});

} // namespace warpscope
