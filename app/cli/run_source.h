// From text and options to a simulation result: shared by `sim` and `render`.
#pragma once

#include "app/cli/input.h"
#include "app/cli/launch_options.h"
#include "app/cli/subcommand.h"
#include "sim/run/simulate.h"

namespace warpscope::cli {

struct RunSettings {
  exec::Budget budget;
  std::optional<std::uint64_t> trace_block;
  bool trace_values = false;         ///< with what the lanes' variables held
  std::vector<std::uint64_t> blocks; ///< empty: the whole grid
  std::uint64_t sample_blocks = 0;   ///< not 0: this many, spread evenly over the grid
  bool run_checks = true;
  bool races = false;
  std::vector<std::uint32_t> without_barriers; ///< lines whose barriers are left out
  bool as_compiled = false;                    ///< run::Request
  bool listing = false;                        ///< run::Request
  bool read_code = false;                      ///< count what the compiler of this machine made of it
  bool pre_volta = false;                      ///< for races: the lanes of a warp run in lockstep
  unsigned threads = 0;                        ///< 0: one for each core
};

/// What a subcommand simulates: FILE.cu with its launch options, on the device of `--device`.
struct ChosenLaunch {
  SourceInput source;
  source::Overrides overrides;
  const Device* device = nullptr;
};
/// nullopt where one of the three is wrong, which has been told.
[[nodiscard]] std::optional<ChosenLaunch> choose_launch(const std::string& file, const LaunchOptions& launch,
                                                        const std::string& device, Console& console);

/// Returns a request for the text with its options on a device; everything else has its default. A program is
/// run up to its launch. nullopt: it never makes it, or does not compile, which has been told.
[[nodiscard]] std::optional<run::Request> request_of(const SourceInput& source,
                                                     const source::Overrides& overrides,
                                                     const ProgramChoice& program, const Device& device,
                                                     Console& console);

/// Simulates, with Ctrl-C and a progress line.
[[nodiscard]] run::Result run_request(run::Request request, const RunSettings& settings, Console& console);
/// The same for a text with its options. A UserError without diagnostics has been told.
[[nodiscard]] run::Result run_source(const SourceInput& source, const source::Overrides& overrides,
                                     const ProgramChoice& program, const Device& device,
                                     const RunSettings& settings, Console& console);

/// A progress line on standard error, only on a terminal and after the first half second of a run.
class ProgressLine {
 public:
  explicit ProgressLine(Console& console);
  ~ProgressLine(); ///< erases it
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(std::uint64_t done, std::uint64_t total);

 private:
  Console& console_;
  std::chrono::steady_clock::time_point begin_, next_;
  bool shown_ = false;
};

} // namespace warpscope::cli
