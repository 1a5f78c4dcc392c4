// The times of a running program's launches by the simulated multiprocessor: what whole::Request::estimate
// asks.
#pragma once

#include "sim/base/device.h"
#include "sim/compile/compile.h"
#include "sim/launch/snapshot.h"
#include "sim/run/estimate.h"

#include <atomic>
#include <memory>
#include <string>

namespace warpscope::whole {

class LaunchEstimates {
 public:
  /// All estimates together may take `most_seconds`; those after it are refused with a sentence.
  LaunchEstimates(program::ProgramSources sources, Device device, const std::atomic<bool>* cancel,
                  double most_seconds = 10);
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
  const Code& code(bool as_compiled);

  program::ProgramSources sources_;
  Device device_;
  const std::atomic<bool>* cancel_;
  double left_seconds_;
  compile::Compiler compiler_;
  Code predicted_, written_;
};

} // namespace warpscope::whole
