// Formats the result of the search of schedules.
#include "app/cli/order_report.h"

#include "sim/launch/fault_text.h"

#include <fmt/format.h>

namespace warpscope::cli {

std::string order_report(const run::Result& result) {
  if (!result.orders) return {};
  std::string out = result.orders->broken
                        ? fmt::format("damage, after {} order{}: {}\n", result.orders->tried,
                                      result.orders->tried == 1 ? "" : "s", result.orders->sentence)
                        : fmt::format("note: {}\n", result.orders->sentence);
  if (!result.orders->broken) return out;
  for (const races::WrongValue& wrong : result.orders->broken->way)
    out += fmt::format("  line {}: thread {} {} {} = {}, {} {}\n",
                       result.program->sites[wrong.site].span.line,
                       launch::coordinates(wrong.thread, result.launch.block),
                       wrong.kind == AccessKind::Load    ? "reads"
                       : wrong.kind == AccessKind::Store ? "writes"
                                                         : "updates",
                       wrong.place, wrong.value,
                       result.orders->right_known ? "should be" : "in the usual order", wrong.right);
  return out;
}

} // namespace warpscope::cli
