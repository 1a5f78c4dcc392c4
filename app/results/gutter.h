// The cost of one access of a source line, for the numbers beside the editor's lines. No drawing here.
#pragma once

#include "app/results/counters.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::results {

/// One kind of cost of a line: the mean over its most expensive access of that kind.
struct GutterCost {
  std::string number; ///< per access: "32", "4.5"
  std::string ideal;  ///< the ideal: "1"
  std::string unit;   ///< "wavefronts"
  model::CounterKind kind = model::CounterKind::Wavefronts;
  std::string requests; ///< warp instructions: "1,024"
  float share = 0;      ///< of 32, for the bar; 0..1
  float ideal_share = 0;
  bool over_ideal = false;
  bool mean = false;       ///< `number` is a mean: not every access costs the same
  std::uint32_t place = 0; ///< among the line's accesses, in the order of the text
};

struct GutterRow : GutterCost { ///< the most expensive of the line: furthest from its ideal, then the largest
  std::uint32_t line = 0;
  /// The line's other costs, most expensive first: of two accesses the second; of more, one of each other
  /// unit.
  std::vector<GutterCost> more;
  std::uint32_t others = 0; ///< further accesses in the line, named in the tooltip
  std::string tooltip;
};

/// Returns one row for each line of the text `file` (Span::file) that accesses memory, ascending. `result`:
/// the whole grid's if there is one, else the block's.
[[nodiscard]] std::vector<GutterRow> gutter_rows(const run::Result& result, std::uint32_t file = 0);

/// Returns the row of a line; nullptr if it does not access memory.
[[nodiscard]] const GutterRow* find_row(const std::vector<GutterRow>& rows, std::uint32_t line);

} // namespace warpscope::results
