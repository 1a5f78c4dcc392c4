// One expression's counts as the document of `warpscope expr --json`: for the command line and for Export.
#pragma once

#include "app/playback/run.h"
#include "app/view/scene.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::exporting {

/// The sentence above the picture in the app; kinds of memory without a picture have one of their own.
[[nodiscard]] view::Headline access_headline(const playback::RunPtr& run, std::size_t event);
/// Returns the events of the trace that are the expression's accesses by the warp, in order.
[[nodiscard]] std::vector<std::size_t>
expression_events(const run::Result& result, const expression::ExpressionKernel& kernel, std::uint32_t warp);
/// Returns the document of `sim --json` with the totals and lines of this expression and warp, and two more
/// keys. `run`: of block 0 of the kernel around the expression.
[[nodiscard]] std::string expression_json(const playback::RunPtr& run,
                                          const expression::ExpressionKernel& kernel, std::uint32_t warp);

} // namespace warpscope::exporting
