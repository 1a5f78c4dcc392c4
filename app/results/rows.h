// The rows of the results table, computed from simulation results. No drawing here.
#pragma once

#include "app/results/counters.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::results {

struct ResultRow {
  std::uint32_t line = 0;   ///< 0: a total
  std::uint32_t site = ~0u; ///< index into Program::sites; ~0: a total
  std::string code;         ///< the access as written
  bool first_of_site = true;
  model::CounterId counter;
  bool has_ideal = false, has_warp = false, has_launch = false;
  std::uint64_t requests = 0; ///< warp instructions with an active lane; of the widest scope
  std::uint64_t lanes = 0;    ///< active lanes, over those requests
  std::uint64_t ideal = 0;    ///< of the widest known scope: the launch, else the block
  std::uint64_t ideal_warp = 0, warp = 0, block = 0, launch = 0;
  double ratio = 0; ///< value to ideal in the widest scope; 0: no ideal
  bool over_ideal = false;
  /// Of the widest known scope.
  [[nodiscard]] std::uint64_t value() const { return has_launch ? launch : block; }
  std::string why; ///< a short clause about the block's accesses, see reasons.h
};

/// `sites`: only these (by number), and no totals; empty: all.
/// `block`: of block 0, with its trace; `launch`: of the whole grid, null while it runs. `warp` selects the
/// warp column.
[[nodiscard]] std::vector<ResultRow> result_rows(const run::Result& block, const run::Result* launch,
                                                 std::uint32_t warp, const std::vector<bool>& sites = {});

/// Returns the access as written, on one line; of inline PTX its instruction, such as
/// mbarrier.init.shared::cta.b64; its variable's name when the text is not known.
[[nodiscard]] std::string code_of(const program::Site& site);
/// The same; where the site has none of these, its line in `text`.
[[nodiscard]] std::string code_of(const program::Site& site, std::string_view text);
/// Returns the numbers of the sites in the order of the text.
[[nodiscard]] std::vector<std::uint32_t> sites_in_order(const program::Program& program);

/// The cost of one warp's accesses (nullopt: the block's) in the traced block, for the counts beside the
/// examples.
struct WarpCost {
  bool valid = false;
  bool shared = false; ///< counted in wavefronts; otherwise in sectors (constant memory: passes)
  bool constant = false;
  std::uint64_t value = 0, ideal = 0;
  bool broadcast = false; ///< several lanes share a word (shared memory)
};
[[nodiscard]] WarpCost warp_cost(const run::Result& result, std::optional<std::uint32_t> warp,
                                 const std::vector<bool>& sites = {});

} // namespace warpscope::results
