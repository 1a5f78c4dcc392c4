// Simulates an index expression: shared by `expr` and `render --expr`.
#pragma once

#include "app/cli/subcommand.h"
#include "app/playback/run.h"
#include "sim/base/device.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

struct ExpressionOptions {
  std::string declaration, block = "32,8";
  std::uint32_t warp = 0;

  void add_to(CLI::App& app);
};

struct ExpressionRun {
  expression::ExpressionKernel kernel;
  playback::RunPtr run; ///< of block 0
  /// The events of the trace that are the expression's accesses by the requested warp, in order.
  std::vector<std::size_t> events;
  [[nodiscard]] const run::Result& result() const { return run->result(); }
};

/// nullopt when a field is wrong or the expression does not compile; the error has been reported on standard
/// error, with the position in the field it came from.
[[nodiscard]] std::optional<ExpressionRun> run_expression(const std::string& expression,
                                                          const ExpressionOptions& options,
                                                          const Device& device, Console& console);

} // namespace warpscope::cli
