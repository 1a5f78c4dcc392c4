// One expression's counts as the document of `warpscope expr --json`: for the command line and for Export.
#pragma once

#include "app/view/scene.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::exporting {

[[nodiscard]] std::vector<view::BufferPlace> buffer_places(const run::SimulationResult& result);
/// The sentence that stands over the picture in the app; for kinds of memory that have no picture, one of its
/// own.
[[nodiscard]] view::Headline access_headline(const run::SimulationResult& result, std::size_t event,
                                             const std::vector<view::BufferPlace>& places);
/// Events of the trace that are the expression's accesses by the warp, in order.
[[nodiscard]] std::vector<std::size_t> expression_events(const run::SimulationResult& result,
                                                         const expression::ExpressionKernel& kernel,
                                                         std::uint32_t warp);
/// The document of `sim --json`, its totals and lines being this expression's and this warp's, and two keys
/// more. `result`: of the kernel around the expression, block 0 traced.
[[nodiscard]] std::string expression_json(const run::SimulationResult& result,
                                          const expression::ExpressionKernel& kernel, std::uint32_t warp);

} // namespace warpscope::exporting
