// Text and options to a simulation result: what `sim` and `render` share.
#pragma once

#include "app/cli/input.h"
#include "app/cli/launch_options.h"
#include "app/cli/subcommand.h"
#include "sim/run/simulate.h"

namespace warpscope::cli {

struct RunSettings {
  exec::Budget budget;
  std::optional<std::uint64_t> trace_block;
  std::vector<std::uint64_t> blocks; ///< empty: the whole grid
  std::uint64_t sample_blocks = 0;   ///< not 0: this many, spread over the grid
  bool run_checks = true;
  bool races = false;
  std::vector<std::uint32_t> without_barriers; ///< lines
  bool pre_volta = false;                      ///< for races: a warp's lanes run in lockstep
  unsigned threads = 0;                        ///< 0: one for each core
};

/// The text and its options on a device; all else as it comes.
[[nodiscard]] run::SimulationRequest request_of(const SourceInput& source, const source::Overrides& overrides,
                                                const Device& device);

/// Simulates with Ctrl-C and a progress line; warnings and errors go to standard error as they are.
[[nodiscard]] run::SimulationResult run_source(const SourceInput& source, const source::Overrides& overrides,
                                               const Device& device, const RunSettings& settings,
                                               Console& console);

/// A line of progress on standard error, only after the first half second of a run, only on a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(Console& console);
  ~ProgressLine(); ///< wipes it
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(std::uint64_t done, std::uint64_t total);

 private:
  Console& console_;
  std::chrono::steady_clock::time_point begin_, next_;
  bool shown_ = false;
};

} // namespace warpscope::cli
