// Compiles the device's side of a program and runs the launch on its snapshot.
#include "sim/whole/replay.h"

#include "sim/run/count_launch.h"
#include "sim/run/simulate.h"
#include "sim/source/program_header.h"
#include "sim/whole/replay_estimate.h"

#include <algorithm>
#include <utility>

namespace warpscope::whole {

program::ProgramSources replayed_sources(const run::Request& request) {
  program::ProgramSources sources = request.replay->sources;
  sources.device_only = true;
  sources.as_compiled = request.as_compiled;
  sources.listing = request.listing;
  sources.compute_capability = 10 * request.device.cc_major + request.device.cc_minor;
  const auto named = std::find_if(sources.files.begin(), sources.files.end(),
                                  [&](const program::SourceFile& file) { return file.path == request.file; });
  (named == sources.files.end() ? sources.files.front() : *named).text = request.text;
  return sources;
}

namespace {

/// The program that ran serves where nothing was edited since. A local header may have changed on the disk.
bool is_as_it_ran(const Replay& replay, program::ProgramSources now) {
  now.device_only = false;
  return replay.compiled != nullptr && replay.compiled->texts.size() == now.files.size() &&
         now == replay.sources;
}

compile::ProgramResult compile_replayed(compile::Compiler& compiler, const run::Request& request) {
  const program::ProgramSources sources = replayed_sources(request);
  if (!is_as_it_ran(*request.replay, sources)) return compiler.compile(sources, std::chrono::seconds(20));
  compile::ProgramResult result;
  static_cast<program::CompiledProgram&>(result) = *request.replay->compiled;
  return result;
}

} // namespace

run::Result replay(compile::Compiler& compiler, const run::Request& request) {
  compile::ProgramResult compiled = compile_replayed(compiler, request);
  if (compiled.program == nullptr || has_errors(compiled.diagnostics)) {
    run::Result result;
    result.scenario.file = request.file;
    result.diagnostics = std::move(compiled.diagnostics);
    result.compile_seconds = compiled.seconds;
    return result;
  }
  run::Request again = request;
  again.snapshot = request.replay->snapshot;
  again.program = compiled.program;
  again.texts = compiled.texts;
  if (!again.texts.empty()) { // the text that was opened is told by the name that it has there
    const bool named = std::any_of(
        again.texts.begin(), again.texts.end(),
        [&](const program::SourceFile& text) { return text.path == request.file; });
    if (!named) again.texts.front().path = request.file;
  }
  run::Result result = run::simulate(compiler, again);
  result.scenario.text.clear(); // it has no launch that could be turned
  Diagnostics of_header;
  if (source::Scenario header = source::parse_scenario(request.file, request.text, of_header);
      source::program_header(header)) {
    result.scenario = std::move(header);
    result.diagnostics.insert(result.diagnostics.end(), of_header.begin(), of_header.end());
  }
  result.compile_seconds = compiled.seconds;
  run::add_listing(compiled.listings, result);
  result.diagnostics.insert(result.diagnostics.begin(), compiled.diagnostics.begin(),
                            compiled.diagnostics.end());
  return result;
}

std::optional<run::MachineInput> machine_input(compile::Compiler& compiler, const run::Request& request,
                                               std::string& why_not) {
  if (!request.replay) return run::machine_input(compiler, request, why_not);
  run::Request again = request;
  again.as_compiled = true;
  again.code.reset();
  compile::ProgramResult compiled = compiler.compile(replayed_sources(again), std::chrono::seconds(20));
  if (compiled.program == nullptr || has_errors(compiled.diagnostics)) {
    why_not = compiled.diagnostics.empty() ? "the text does not compile"
                                           : compiled.diagnostics.front().message;
    return std::nullopt;
  }
  again.snapshot = request.replay->snapshot;
  again.program = compiled.program;
  return run::machine_input(compiler, again, why_not);
}

run::Result simulate(compile::Compiler& compiler, const run::Request& request) {
  return request.replay ? replay(compiler, request) : run::simulate(compiler, request);
}

} // namespace warpscope::whole
