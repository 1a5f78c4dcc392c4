// Estimates launches of a program from what they see, with the device's side compiled once.
#include "sim/whole/launch_estimates.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace warpscope::whole {

LaunchEstimates::LaunchEstimates(program::ProgramSources sources, Device device,
                                 const std::atomic<bool>* cancel, double most_seconds)
    : sources_(std::move(sources)), device_(std::move(device)), cancel_(cancel), left_seconds_(most_seconds) {
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

std::shared_ptr<const run::Estimate>
LaunchEstimates::operator()(std::shared_ptr<const launch::LaunchSnapshot> sees, std::string& why_not) {
  if (left_seconds_ <= 0) {
    why_not = "the estimates of earlier launches have used up their time";
    return nullptr;
  }
  const auto begin = std::chrono::steady_clock::now();
  std::string why_as_written;
  std::optional<run::Estimate> made;
  for (const bool as_compiled : {true, false}) {
    const Code& chosen = code(as_compiled);
    if (chosen.program == nullptr) {
      why_not = chosen.why_not;
    } else {
      run::Request request;
      request.file = sources_.files.front().path;
      request.text = sources_.files.front().text;
      request.device = device_;
      request.cancel = cancel_;
      request.as_compiled = as_compiled;
      request.program = chosen.program;
      request.snapshot = sees;
      made = run::estimate_of_code(compiler_, request, why_not);
    }
    if (made || (cancel_ != nullptr && *cancel_)) break;
    if (as_compiled) why_as_written = why_not;
  }
  left_seconds_ -= std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!made) return nullptr;
  if (made->code == run::Code::AsWritten) made->why_as_written = std::move(why_as_written);
  made->simulated = {}; // the record keeps many
  return std::make_shared<const run::Estimate>(std::move(*made));
}

} // namespace warpscope::whole
