// Places the arguments of a bound launch in memory and runs it.
#include "sim/model/occupancy.h"
#include "sim/run/stages.h"
#include "sim/sass/run.h"

#include <chrono>
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

namespace {

/// Gives the launch its memory and its parameters, as the arguments or a snapshot say; returns the buffers.
std::vector<launch::Buffer> fill_memory(const Input& input, const Prepared& prepared,
                                        const program::Program& program, exec::DeviceMemory& memory,
                                        exec::Launch& launch, Diagnostics& diagnostics) {
  const program::Kernel& kernel = program.kernels[*prepared.kernel];
  const Request& request = input.request;
  if (request.snapshot) {
    std::string error;
    if (!launch::restore_snapshot(*request.snapshot, program, memory, error))
      diagnostics.push_back(input.source.error({}, error));
    launch.parameters = prepared.bound->parameters;
    return launch::buffers_of_parameters(kernel, launch.parameters, memory);
  }
  std::vector<launch::Buffer> buffers = launch::prepare_memory(kernel, prepared.launch.arguments,
                                                               prepared.bound->binding, request.folder,
                                                               input.source, memory, launch, diagnostics);
  launch::fill_variables(program, prepared.bound->variables, request.folder, input.source, memory,
                         diagnostics);
  return buffers;
}

/// Runs the compiler's code in place of the text.
void execute_code(const Input& input, const Prepared& prepared, Executed& executed) {
  const Request& request = input.request;
  const auto begin = std::chrono::steady_clock::now();
  sass::Options options;
  options.budget = request.budget;
  // Nobody waits long for a text that never ends; a limit that a person sets stays.
  constexpr std::uint64_t most_of_a_block = 50'000'000;
  if (options.budget.warp_instructions_per_block == exec::Budget{}.warp_instructions_per_block)
    options.budget.warp_instructions_per_block = most_of_a_block;
  options.cancel = request.cancel;
  options.progress = request.progress;
  options.blocks = prepared.bound->blocks;
  const model::Tally none(request.code->instructions.size());
  std::vector<model::Tally> tallies(host_threads(request.threads), none);
  std::vector<trace::TraceSink*> sinks;
  for (model::Tally& tally : tallies) sinks.push_back(&tally);
  const sass::Outcome outcome = sass::run(*request.code, prepared.program(), executed.launch, executed.memory,
                                          options, sinks);
  executed.tally = none;
  for (const model::Tally& tally : tallies) executed.tally += tally;
  executed.stopped = outcome.why;
  executed.stopped_line = outcome.line;
  executed.run.status = outcome.status;
  executed.run.warp_instructions = outcome.warp_instructions;
  executed.run.barriers = outcome.barriers;
  executed.run.simulated_blocks = outcome.simulated_blocks;
  executed.run.total_blocks = outcome.total_blocks;
  executed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

std::optional<Executed> place(const Input& input, const Prepared& prepared, Diagnostics& diagnostics) {
  const program::Program& program = prepared.program();
  const source::ResolvedLaunch& asked = prepared.launch;
  Executed executed{{{}, model::Tally(program.sites.size()), {}, {}, 0},
                    {},
                    {*prepared.kernel, asked.grid, asked.block, asked.dynamic_shared_bytes, {}},
                    exec::DeviceMemory(program),
                    {},
                    0};
  executed.buffers = fill_memory(input, prepared, program, executed.memory, executed.launch, diagnostics);
  if (has_errors(diagnostics)) return std::nullopt;
  return executed;
}

std::optional<Executed> execute(const Input& input, const Prepared& prepared, Diagnostics& diagnostics) {
  const program::Program& program = prepared.program();
  const source::ResolvedLaunch& asked = prepared.launch;
  std::optional<Executed> placed = place(input, prepared, diagnostics);
  if (!placed) return std::nullopt;
  Executed& executed = *placed;

  if (input.request.code != nullptr) {
    execute_code(input, prepared, executed);
    return placed;
  }
  CountOptions options;
  options.run = run_options(input.request, *prepared.bound);
  options.run.blocks_beside = model::resident_blocks(
      input.request.device,
      {.threads = asked.block.count(),
       .shared_bytes = asked.dynamic_shared_bytes + program.kernels[*prepared.kernel].shared_bytes});
  options.threads = host_threads(input.request.threads);
  options.trace_block = input.request.trace_block;
  options.trace_values = input.request.trace_values;
  std::vector<std::string_view> texts = {input.request.text};
  for (std::size_t i = 1; i < prepared.compiled.texts.size(); ++i)
    texts.push_back(prepared.compiled.texts[i].text);
  if (input.request.races)
    options.races = race_options(program, texts, input.request.pre_volta, input.request.cancel);
  static_cast<Counted&>(executed) = count_launch(program, executed.launch, executed.memory, options);
  return placed;
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
    static_cast<void>(fill_memory(input, prepared, program, memory, launch, known));
  };
  return races::search_schedules(rerun, *input.request.search_orders);
}

} // namespace warpscope::run
