// Places the arguments of a bound launch in memory and runs it.
#include "sim/run/stages.h"

#include <utility>

namespace warpscope::run {

exec::RunOptions run_options(const Request& request, const Bound& bound) {
  exec::RunOptions options;
  options.budget = request.budget;
  options.cancel = request.cancel;
  options.progress = request.progress;
  options.blocks = bound.blocks;
  options.schedule = request.schedule;
  return options;
}

std::optional<Executed> execute(const Input& input, const Prepared& prepared, Diagnostics& diagnostics) {
  const program::Program& program = prepared.program();
  const program::Kernel& kernel = program.kernels[*prepared.kernel];
  const source::ResolvedLaunch& asked = prepared.launch;
  Executed executed{{{}, model::Tally(program.sites.size()), {}, {}, 0},
                    {*prepared.kernel, asked.grid, asked.block, asked.dynamic_shared_bytes, {}},
                    exec::DeviceMemory(program),
                    {}};
  executed.buffers = launch::prepare_memory(kernel, asked.arguments, prepared.bound->binding,
                                            input.request.folder, input.source, executed.memory,
                                            executed.launch, diagnostics);
  launch::fill_variables(program, prepared.bound->variables, input.request.folder, input.source,
                         executed.memory, diagnostics);
  if (has_errors(diagnostics)) return std::nullopt;

  CountOptions options;
  options.run = run_options(input.request, *prepared.bound);
  options.threads = host_threads(input.request.threads);
  options.trace_block = input.request.trace_block;
  const std::string_view text = input.request.text;
  if (input.request.races)
    options.races = race_options(program, {&text, 1}, input.request.pre_volta, input.request.cancel);
  static_cast<Counted&>(executed) = count_launch(program, executed.launch, executed.memory, options);
  return executed;
}

races::ScheduleSearch search_orders(const Input& input, const Prepared& prepared, const Executed& executed,
                                    const std::vector<races::Hazard>& hazards, bool checks_pass) {
  if (executed.run.status != exec::RunStatus::Done && !prepared.compiled.intact) {
    // It would not do so again: no second wait for a budget.
    races::ScheduleSearch none;
    none.sentence = none.not_searched =
        "no order of the warps was tried: the kernel does not come to its end";
    return none;
  }
  races::Rerun rerun;
  rerun.program = &prepared.program();
  rerun.intact = prepared.compiled.intact.get();
  rerun.launch = executed.launch;
  rerun.options = run_options(input.request, *prepared.bound);
  rerun.buffers = &executed.buffers;
  rerun.hazards = &hazards;
  rerun.pre_volta = input.request.pre_volta;
  rerun.checks_pass = checks_pass;
  rerun.prepare = [&](const program::Program& program, exec::DeviceMemory& memory, exec::Launch& launch) {
    Diagnostics known; // said when the launch itself was prepared
    static_cast<void>(launch::prepare_memory(program.kernels[*prepared.kernel], prepared.launch.arguments,
                                             prepared.bound->binding, input.request.folder, input.source,
                                             memory, launch, known));
    launch::fill_variables(program, prepared.bound->variables, input.request.folder, input.source, memory,
                           known);
  };
  return races::search_schedules(rerun, *input.request.search_orders);
}

} // namespace warpscope::run
