// Compiles the device's side of a program, optimised, else as written, and estimates the launch's time.
#include "sim/whole/replay_estimate.h"

#include "sim/whole/replay.h"

#include <memory>
#include <utility>

namespace warpscope::whole {

namespace {

std::optional<run::Estimate> by_machine(compile::Compiler& compiler, const run::Request& request,
                                        std::string& why_not) {
  if (!request.replay) return run::estimate(compiler, request, why_not);
  std::string why_not_read, why_as_written;
  for (const run::Code code : {run::Code::Read, run::Code::Predicted, run::Code::AsWritten}) {
    if (code == run::Code::Read && request.code == nullptr) continue;
    if (request.cancel != nullptr && *request.cancel) break;
    run::Request one = request;
    one.as_compiled = code == run::Code::Predicted;
    if (code != run::Code::Read) one.code.reset(); // it runs beside the text as it is written
    const compile::ProgramResult compiled = compiler.compile(replayed_sources(one), std::chrono::seconds(20));
    if (compiled.program == nullptr || has_errors(compiled.diagnostics)) {
      why_not = compiled.diagnostics.empty() ? "it does not compile" : compiled.diagnostics.front().message;
    } else {
      one.snapshot = request.replay->snapshot;
      one.program = compiled.program;
      one.replay.reset();
      if (std::optional<run::Estimate> made = run::estimate_of_code(compiler, one, why_not)) {
        made->why_not_read = std::move(why_not_read);
        made->why_as_written = std::move(why_as_written);
        return made;
      }
    }
    if (code == run::Code::Read) why_not_read = why_not;
    else why_as_written = why_not;
  }
  return std::nullopt;
}

} // namespace

std::optional<run::Estimate> estimate(compile::Compiler& compiler, const run::Request& request,
                                      const run::Result* ran, std::string& why_not) {
  std::optional<run::Estimate> made = by_machine(compiler, request, why_not);
  const bool cancelled = request.cancel != nullptr && *request.cancel;
  if (made || cancelled || ran == nullptr || ran->program == nullptr) return made;
  std::shared_ptr<const run::Result> traced;
  if (ran->trace == nullptr) {
    run::Request one = request;
    one.blocks = {0};
    one.trace_block = 0;
    one.run_checks = one.races = false;
    one.sample_blocks = 0;
    one.code.reset();
    traced = std::make_shared<const run::Result>(whole::simulate(compiler, one));
  }
  return run::plain_estimate(*ran, traced ? traced->trace.get() : nullptr, request.device,
                             std::exchange(why_not, {}), why_not);
}

} // namespace warpscope::whole
