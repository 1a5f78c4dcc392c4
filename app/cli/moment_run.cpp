// Runs the lab of a moment; a whole program twice, the second time up to the launch that is shown.
#include "app/cli/moment_run.h"

#include "app/cli/program_build.h"
#include "app/lesson/program_answer.h"
#include "sim/labs/labs.h"
#include "sim/whole/replay.h"
#include "sim/whole/scratch_folder.h"
#include "sim/whole/session.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace warpscope::cli {

namespace {

/// The launch that the moment shows, and what its program counted. Null, with a sentence in `met.problem`.
std::shared_ptr<const whole::Replay> launch_shown(const labs::Moment& moment, const labs::Lab& lab,
                                                  const Device& device, MomentRun& met, Console& console) {
  auto replay = std::make_shared<whole::Replay>();
  replay->sources.files.push_back({absolute_path(lab.file_name), lab.text});
  for (const auto& [name, value] : moment.set) replay->sources.macros.push_back({name, value});
  replay->sources.compute_capability = device.cc_major * 10 + device.cc_minor;
  std::optional<program::CompiledProgram> compiled = compile_program(replay->sources, console);
  if (!compiled) return met.problem = fmt::format("the program {} does not compile", lab.id), nullptr;
  const whole::ScratchFolder scratch;
  whole::Request request;
  request.program = std::move(*compiled);
  request.device = device;
  request.arguments.push_back("./" + lab.id);
  request.scratch = scratch.path();
  const whole::Outcome whole_run = whole::run(request);
  if (!whole_run.failed.empty()) return met.problem = whole_run.failed, nullptr;
  const whole::Record& record = whole_run.record;
  met.of_program = lesson::program_lesson_counts(record);
  const std::optional<std::size_t> shown = lesson::launch_of_moment(record, moment.kernel);
  if (shown) {
    whole::Outcome up_to_it = whole::capture(request, record.launches[*shown].number);
    replay->snapshot = std::move(up_to_it.snapshot);
  }
  if (!replay->snapshot)
    return met.problem = fmt::format("the program {} makes no launch that can be shown", lab.id), nullptr;
  return replay;
}

} // namespace

MomentRun run_moment(const labs::Moment& moment, const Device& device, compile::Compiler& compiler,
                     Console& console) {
  MomentRun met;
  const labs::Lab* lab = labs::find_lab(moment.lab);
  if (lab == nullptr) {
    met.problem = fmt::format("there is no lab {}", moment.lab);
    return met;
  }
  met.request.file = lab->file_name;
  met.request.text = lab->text;
  met.request.overrides.parameters = moment.set;
  met.request.device = device;
  met.request.run_checks = false;
  if (lab->program) {
    met.request.file = absolute_path(lab->file_name);
    met.request.replay = launch_shown(moment, *lab, device, met, console);
    if (met.request.replay == nullptr) return met;
  }
  run::Request traced = met.request;
  traced.trace_block = 0;
  traced.blocks = {0};
  met.result = std::make_shared<const run::Result>(whole::simulate(compiler, traced));
  if (met.result->trace == nullptr) met.problem = format_diagnostics(met.result->diagnostics);
  return met;
}

std::string command_of(const labs::Moment& moment) {
  const labs::Lab* lab = labs::find_lab(moment.lab);
  const bool program = lab != nullptr && lab->program;
  std::string command = fmt::format("warpscope {} {}", program ? "run" : "sim", moment.lab);
  for (const auto& [name, value] : moment.set)
    command += fmt::format(" {} {}={}", program ? "-D" : "--set", name, value);
  return command;
}

} // namespace warpscope::cli
