// Builds the kernel around an expression and simulates it.
#include "app/cli/expression_run.h"

#include "app/cli/interrupt.h"
#include "app/document/document.h"
#include "app/export/expression_json.h"

#include <fmt/format.h>

#include <ostream>

namespace warpscope::cli {

void ExpressionOptions::add_to(CLI::App& app) {
  app.add_option("--decl", declaration,
                 "What the expression uses: '__shared__ float tile[32][33]', 'const float4 *p', 'int n = 7'; "
                 "an unknown name is a global const float *")
      ->type_name("TEXT");
  app.add_option("--block", block, "Threads of the block")->capture_default_str()->type_name("X[,Y[,Z]]");
  app.add_option("--warp", warp, "Warp of the block to look at")->capture_default_str()->type_name("N");
}

std::optional<ExpressionRun> run_expression(const std::string& expression, const ExpressionOptions& options,
                                            const Device& device, Console& console) {
  std::string error;
  const std::optional<Dim3> block = document::parse_block(options.block, error);
  if (!block) {
    complain(console, "--block: " + error);
    return std::nullopt;
  }
  expression::ExpressionInput input{expression, options.declaration, *block};
  Diagnostics diagnostics;
  ExpressionRun run;
  run.kernel = expression::make_expression_kernel(input, diagnostics);
  if (has_errors(diagnostics)) {
    console.err << format_diagnostics(diagnostics);
    return std::nullopt;
  }
  const std::uint64_t warps = (block->count() + warp_size - 1) / warp_size;
  if (options.warp >= warps) {
    complain(console, fmt::format("--warp {}: the block has {} warp{}, numbered from 0", options.warp, warps,
                                  warps == 1 ? "" : "s"));
    return std::nullopt;
  }
  run::Request request;
  request.file = "expression.cu";
  request.text = run.kernel.text;
  request.folder = ".";
  request.device = device;
  request.trace_block = 0;
  request.cancel = &interrupted();
  compile::Compiler compiler;
  auto result = std::make_shared<run::Result>(run::simulate(compiler, request));
  for (Diagnostic& d : result->diagnostics) expression::map_to_input(run.kernel, input, d);
  console.err << format_diagnostics(result->diagnostics);
  if (result->status == run::Status::UserError) return std::nullopt;

  run.run = playback::Run::of(std::move(result), playback::Written::Expression);
  run.events = exporting::expression_events(run.result(), run.kernel, options.warp);
  return run;
}

} // namespace warpscope::cli
