// What one access of a source line costs, for the numbers beside the editor's lines. No drawing here.
#pragma once

#include "app/results/counters.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::results {

/// One kind of cost of a line: the mean of its costliest access of that kind.
struct GutterCost {
  std::string number; ///< "32", "4.5": an access
  std::string ideal;  ///< "1": what would do
  std::string unit;   ///< "wavefronts"
  model::CounterKind kind = model::CounterKind::Wavefronts;
  std::string requests; ///< "1,024": warp instructions
  float share = 0;      ///< of 32, for the bar; 0..1
  float ideal_share = 0;
  bool over_ideal = false;
};

struct GutterRow : GutterCost { ///< the costliest of the line: furthest from its ideal, then the largest
  std::uint32_t line = 0;
  std::vector<GutterCost> more; ///< the line's further kinds of cost (other units), costliest first
  std::uint32_t others = 0;     ///< further accesses in the line, named in the tooltip
  std::string tooltip;
};

/// One row a line that touches memory, ascending. `result`: the whole grid's if there, else the block's.
[[nodiscard]] std::vector<GutterRow> gutter_rows(const run::Result& result);

/// The row of a line; nullptr if it touches no memory.
[[nodiscard]] const GutterRow* find_row(const std::vector<GutterRow>& rows, std::uint32_t line);

} // namespace warpscope::results
