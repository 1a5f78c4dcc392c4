// A launch's time by the simulated multiprocessor: the blocks that one multiprocessor gets are run once more,
// as an optimising compiler would leave the text, their steps recorded, and simulated over time.
#pragma once

#include "sim/multiprocessor/multiprocessor.h"
#include "sim/run/simulate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::run {

/// What the steps were recorded from.
enum class Code : std::uint8_t {
  Predicted, ///< what an optimising compiler is expected to leave (Request::as_compiled)
  AsWritten,
};
[[nodiscard]] constexpr std::string_view name_of(Code code) {
  return code == Code::Predicted ? "predicted" : "as written";
}

/// What multiprocessor 0 has to do: blocks 0, sm_count, 2 * sm_count, … (blocks are dealt out in turn while
/// all start; later ones go where a place is free).
struct MachineInput {
  multiprocessor::Work work; ///< block_count: at most two rounds
  multiprocessor::DeviceFigures figures;
  std::uint64_t blocks = 0;  ///< all that it gets
  double launch_seconds = 0; ///< the cost of a launch that does next to nothing
  Code code = Code::Predicted;
  std::string why_as_written; ///< one sentence, when the code is not predicted
  /// The steps' Step::origin are indices into its code: program->span_of(origin) is the place in the text.
  std::shared_ptr<const program::Program> program;
};

/// A launch's time, and where it comes from.
struct Estimate {
  double seconds = 0;
  double low = 0, high = 0; ///< the true time lies between these in nine of ten launches (estimate.cpp)
  multiprocessor::Limit bottleneck = multiprocessor::Limit::Nothing;
  /// Seconds for which each resource is busy; the launch's start, too. They overlap: `seconds` is no sum.
  struct Part {
    std::string_view name;
    double seconds = 0;
  };
  std::vector<Part> parts;
  Code code = Code::Predicted;
  std::string why_as_written;
  /// Of `seconds`: the launch's start, and what was extrapolated from the second round.
  double launch_seconds = 0, extrapolated_seconds = 0;
  multiprocessor::Result simulated;
};

/// Of the code that is predicted, or as it is written when that does not compile or does not come to its end.
/// nullopt, with one sentence in `why_not`, when the launch cannot run, a block faults, or the device's file
/// lacks a rate.
[[nodiscard]] std::optional<MachineInput> machine_input(compile::Compiler& compiler, const Request& request,
                                                        std::string& why_not);
/// Simulates the input. nullopt, with one sentence in `why_not`, when that is cancelled or comes to nothing.
[[nodiscard]] std::optional<Estimate>
estimate_by_machine(const MachineInput& input, const multiprocessor::Options& options, std::string& why_not);

/// Both in turn.
[[nodiscard]] std::optional<Estimate> estimate(compile::Compiler& compiler, const Request& request,
                                               std::string& why_not);

} // namespace warpscope::run
