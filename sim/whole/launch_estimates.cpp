// Estimates launches of a program from what they see, with the device's side compiled once.
#include "sim/whole/launch_estimates.h"

#include "sim/whole/replay.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace warpscope::whole {

LaunchEstimates::LaunchEstimates(program::ProgramSources sources, Device device,
                                 const std::atomic<bool>* cancel, ReadCode read, double most_seconds)
    : sources_(std::move(sources)), device_(std::move(device)), cancel_(cancel), read_(std::move(read)),
      left_seconds_(most_seconds) {
  sources_.device_only = true;
}

const LaunchEstimates::Code& LaunchEstimates::code(bool as_compiled) {
  Code& code = as_compiled ? predicted_ : written_;
  if (std::exchange(code.tried, true)) return code;
  sources_.as_compiled = as_compiled;
  compile::ProgramResult compiled = compiler_.compile(sources_, std::chrono::seconds(20));
  if (compiled.program != nullptr && !has_errors(compiled.diagnostics)) code.program = compiled.program;
  else
    code.why_not = compiled.diagnostics.empty() ? "the text does not compile"
                                                : compiled.diagnostics.front().message;
  return code;
}

const LaunchEstimates::Machine&
LaunchEstimates::machine_code(const std::shared_ptr<const launch::LaunchSnapshot>& sees) {
  const auto [known, is_new] = machine_.try_emplace(sees->symbol);
  Machine& machine = known->second;
  if (!is_new || !read_) return machine;
  run::Request request;
  request.file = sources_.files.front().path;
  request.text = sources_.files.front().text;
  request.device = device_;
  request.cancel = cancel_;
  request.replay = std::make_shared<const Replay>(Replay{sources_, sees});
  machine.code = read_(compiler_, request, machine.why_not);
  return machine;
}

std::shared_ptr<const run::Estimate>
LaunchEstimates::operator()(std::shared_ptr<const launch::LaunchSnapshot> sees, std::string& why_not) {
  if (left_seconds_ <= 0) {
    why_not = "the estimates of earlier launches have used up their time";
    return nullptr;
  }
  const auto begin = std::chrono::steady_clock::now();
  const Machine& machine = machine_code(sees);
  std::string why_not_read = machine.why_not, why_as_written;
  std::optional<run::Estimate> made;
  for (const run::Code of : {run::Code::Read, run::Code::Predicted, run::Code::AsWritten}) {
    if (of == run::Code::Read && machine.code == nullptr) continue;
    const Code& chosen = code(of == run::Code::Predicted);
    if (chosen.program == nullptr) {
      why_not = chosen.why_not;
    } else {
      run::Request request;
      request.file = sources_.files.front().path;
      request.text = sources_.files.front().text;
      request.device = device_;
      request.cancel = cancel_;
      request.as_compiled = of == run::Code::Predicted;
      if (of == run::Code::Read) request.code = machine.code;
      request.program = chosen.program;
      request.snapshot = sees;
      made = run::estimate_of_code(compiler_, request, why_not);
    }
    if (made || (cancel_ != nullptr && *cancel_)) break;
    if (of == run::Code::Read) why_not_read = why_not;
    if (of == run::Code::Predicted) why_as_written = why_not;
  }
  left_seconds_ -= std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!made) return nullptr;
  if (made->code == run::Code::AsWritten) made->why_as_written = std::move(why_as_written);
  if (made->code != run::Code::Read) made->why_not_read = std::move(why_not_read);
  made->simulated = {}; // the record keeps many
  return std::make_shared<const run::Estimate>(std::move(*made));
}

} // namespace warpscope::whole
