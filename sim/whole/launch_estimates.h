// The times of a running program's launches by the simulated multiprocessor: what whole::Request::estimate
// asks.
#pragma once

#include "sim/base/device.h"
#include "sim/compile/compile.h"
#include "sim/launch/snapshot.h"
#include "sim/run/estimate.h"
#include "sim/run/request.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace warpscope::whole {

/// Reads what a compiler makes of the request's kernel, which is a launch of a program (Request::replay);
/// null with one sentence.
using ReadCode = std::function<std::shared_ptr<const sass::MachineCode>(
    compile::Compiler& compiler, const run::Request& request, std::string& why_not)>;

class LaunchEstimates {
 public:
  /// All estimates together may take `most_seconds`; those after it are refused with a sentence. `read`:
  /// where it is given, each kernel's machine code is asked for once, and taken in place of a prediction.
  LaunchEstimates(program::ProgramSources sources, Device device, const std::atomic<bool>* cancel,
                  ReadCode read = {}, double most_seconds = 10);
  /// As Request::estimate. The device's side is compiled on the first call, optimised, else as written.
  [[nodiscard]] std::shared_ptr<const run::Estimate>
  operator()(std::shared_ptr<const launch::LaunchSnapshot> sees, std::string& why_not);

 private:
  /// Null with a sentence: it does not compile.
  struct Code {
    bool tried = false;
    std::shared_ptr<const program::Program> program;
    std::string why_not;
  };
  struct Machine {
    std::shared_ptr<const sass::MachineCode> code;
    std::string why_not;
  };
  const Code& code(bool as_compiled);
  const Machine& machine_code(const std::shared_ptr<const launch::LaunchSnapshot>& sees);

  program::ProgramSources sources_;
  Device device_;
  const std::atomic<bool>* cancel_;
  ReadCode read_;
  double left_seconds_;
  compile::Compiler compiler_;
  Code predicted_, written_;
  std::map<std::string, Machine> machine_; ///< by the kernel's symbol
};

} // namespace warpscope::whole
