// What the compiler of this machine (NVRTC, found at run time) makes of a launch's kernel.
#pragma once

#include "app/jobs/worker.h"
#include "gpu/remote/measure_process.h"
#include "sim/run/simulate.h"

#include <atomic>
#include <memory>
#include <string>

namespace warpscope::measuring {

/// The machine code of the request's kernel, for run::Request::code; null with one sentence in `why`.
/// `process` compiles and disassembles; it needs no device.
[[nodiscard]] std::shared_ptr<const sass::MachineCode>
read_code(compile::Compiler& compiler, remote::MeasureProcess& process, const run::Request& request,
          const std::atomic<bool>* cancel, std::string& why);

/// The same for estimates: with a process of its own, which gives way to everything else on this machine.
[[nodiscard]] jobs::ReadCode code_of_this_machine();

} // namespace warpscope::measuring
