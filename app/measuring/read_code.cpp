// Asks warpscope-measure for the machine code of a kernel, which needs no device.
#include "app/measuring/read_code.h"

#include "app/language/language.h"
#include "app/measuring/measure_request.h"

#include <sys/resource.h>
#include <thread>
#include <utility>

namespace warpscope::measuring {

std::shared_ptr<const sass::MachineCode> read_code(compile::Compiler& compiler,
                                                   remote::MeasureProcess& process,
                                                   const run::Request& request,
                                                   const std::atomic<bool>* cancel, std::string& why) {
  Diagnostics diagnostics;
  std::optional<protocol::MeasureRequest> asked = make_code_request(compiler, request, diagnostics);
  if (!asked) {
    why = diagnostics.empty() ? std::string(language::tr("measured.not_complete"))
                              : diagnostics.front().message;
    return nullptr;
  }
  asked->what = {};
  asked->limits.seconds = 60; // a compiler that runs beside much else
  asked->what.as_written = asked->what.times = asked->what.totals = asked->what.lines = asked->what
                                                                                            .check = false;
  asked->what.code = 10 * request.device.cc_major + request.device.cc_minor;
  remote::MeasureAnswer answer = process.ask(*asked, cancel);
  if (!answer.recording) {
    why = std::move(answer.error);
    return nullptr;
  }
  protocol::Recording& recording = *answer.recording;
  if (!recording.builds.empty() && recording.builds.front().code)
    return std::make_shared<const sass::MachineCode>(std::move(*recording.builds.front().code));
  why = recording.message;
  for (const protocol::CouldNot& could_not : recording.could_not)
    if (why.empty()) why = could_not.reason;
  return nullptr;
}

jobs::ReadCode code_of_this_machine() {
  constexpr int niceness = 10; // a key press comes first
  const auto process = std::make_shared<remote::MeasureProcess>(remote::MeasureProfile());
  return [process](compile::Compiler& compiler, const run::Request& request, std::string& why) {
    std::shared_ptr<const sass::MachineCode> code;
    std::thread([&] { // the process inherits the niceness of the thread that starts it
      setpriority(PRIO_PROCESS, 0, niceness);
      code = read_code(compiler, *process, request, request.cancel, why);
    })
        .join();
    return code;
  };
}

} // namespace warpscope::measuring
