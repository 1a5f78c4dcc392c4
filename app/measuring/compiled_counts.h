// What the compiler makes of a launch, counted as the launch itself is: predicted, and read where this
// machine has the compiler. By these counts the differences between simulated and measured are explained, on
// the command line and in the window alike.
#pragma once

#include "app/compare/compare.h"
#include "gpu/remote/measure_process.h"
#include "sim/run/simulate.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace warpscope::measuring {

struct CompiledCounts {
  std::optional<compare::SimulatedCounts> predicted, read;
  std::string why_not_predicted, why_not_read;   ///< a sentence where there is none
  std::shared_ptr<const sass::MachineCode> code; ///< what was read; null: nothing was
};

/// Of the whole grid, however long it takes. `request.device` is the one that was measured: the code is made
/// for it. `process` compiles and disassembles; it needs no device.
[[nodiscard]] CompiledCounts count_compiled(compile::Compiler& compiler, remote::MeasureProcess& process,
                                            run::Request request, const std::atomic<bool>* cancel);

/// Simulated beside measured, with every reason that there is; what of the compiler's code could not be
/// counted is among the notes. `compiled`: null while it is not there yet.
[[nodiscard]] compare::MeasuredComparison explained(const compare::SimulatedCounts& simulated,
                                                    const protocol::Recording& recording,
                                                    const CompiledCounts* compiled);

/// The same on a thread of low priority, for the last launch that was asked for.
class CompiledCounter {
 public:
  /// `wake` is called from another thread when counts() has something.
  explicit CompiledCounter(std::function<void()> wake);
  ~CompiledCounter(); ///< ends what is counted
  CompiledCounter(const CompiledCounter&) = delete;
  CompiledCounter& operator=(const CompiledCounter&) = delete;

  /// `grid`: what the launch's simulation counted, which names it together with the request's device; unless
  /// that was asked for last. Null ends what is counted.
  void want(std::shared_ptr<const run::Result> grid, const run::Request& request);
  /// Null: of another launch or device, or not there yet.
  [[nodiscard]] std::shared_ptr<const CompiledCounts> counts(const std::shared_ptr<const run::Result>& grid,
                                                             const std::string& device) const;
  [[nodiscard]] bool busy() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::measuring
