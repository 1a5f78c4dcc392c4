// Runs the stages one after another.
#include "sim/run/simulate.h"

#include "sim/run/stages.h"

#include <utility>

namespace warpscope::run {

Result simulate(compile::Compiler& compiler, const Request& request) {
  const Input input(request);
  Prepared prepared = prepare(compiler, input);
  if (!prepared.bound) return report(std::move(prepared));
  std::optional<Executed> executed = execute(input, prepared, prepared.diagnostics);
  if (!executed) return report(std::move(prepared));
  return report(input, std::move(prepared), std::move(*executed));
}

std::optional<PreparedLaunch> prepare_launch(compile::Compiler& compiler, const Request& request,
                                             Diagnostics& diagnostics) {
  const Input input(request);
  Prepared prepared = prepare(compiler, input);
  PreparedLaunch made;
  if (prepared.bound) {
    made.kernel = {*prepared.kernel, std::move(prepared.bound->binding)};
    made.variables = std::move(prepared.bound->variables);
    made.parameters = std::move(prepared.bound->parameters);
    for (const auto& [output, name] : prepared.launch.checks) {
      const auto index = find_reference(input, prepared, output, name, prepared.diagnostics);
      if (!index) break;
      made.checks.push_back(
          {output,
           {*index, launch::bind_arguments(prepared.program().kernels[*index], prepared.launch.arguments,
                                           true, input.source, prepared.diagnostics)}});
    }
  }
  diagnostics = std::move(prepared.diagnostics);
  if (!prepared.bound || has_errors(diagnostics)) return std::nullopt;
  made.scenario = std::move(prepared.scenario);
  made.launch = std::move(prepared.launch);
  made.program = std::move(prepared.compiled.program);
  made.device_text = std::move(prepared.compiled.text.device_text);
  made.texts = std::move(prepared.compiled.texts);
  return made;
}

} // namespace warpscope::run
