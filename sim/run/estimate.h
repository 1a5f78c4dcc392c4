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
  Read, ///< a compiler's machine code (Request::code)
};
[[nodiscard]] constexpr std::string_view name_of(Code code) {
  switch (code) {
  case Code::Predicted: return "predicted";
  case Code::AsWritten: return "as written";
  case Code::Read: return "read";
  }
  return {};
}

/// What says how long it takes.
enum class Model : std::uint8_t {
  Machine, ///< the simulated multiprocessor
  Plain,   ///< the longest of its parts (sim/model/speed.h), where the multiprocessor comes to nothing
};
[[nodiscard]] constexpr std::string_view name_of(Model model) {
  return model == Model::Machine ? "machine" : "plain";
}

struct Interval {
  double low = 0, high = 0;
};

/// A block that does more than the others, when they have all ended; the figures are those of a
/// multiprocessor that is alone.
struct LastBlock {
  multiprocessor::Block block;
  multiprocessor::Figures figures;
};

/// What multiprocessor 0 has to do: blocks 0, sm_count, 2 * sm_count, … (blocks are dealt out in turn while
/// all start; later ones go where a place is free). Where the grid's blocks take unequal time: what the
/// multiprocessor that ends last has to do (block_plan.h).
struct MachineInput {
  multiprocessor::Work work; ///< block_count: at most two rounds, where the blocks take equal time
  multiprocessor::DeviceFigures figures;
  std::uint64_t blocks = 0;   ///< all that it gets
  std::uint64_t grid = 0;     ///< all that the launch has
  double multiprocessors = 1; ///< of the device
  /// Where they take unequal time: how many blocks as long as those of `work` are left besides.
  std::optional<double> left;
  std::optional<LastBlock> last; ///< the one that comes last, when it does more than the others
  /// The blocks of `work` end before their time, since they are too long to be recorded: a whole one has so
  /// many times as many instructions, and is taken to take so many times as long.
  double times_as_long = 1;
  double launch_seconds = 0; ///< the cost of a launch that does next to nothing
  double fetch_seconds = 0;  ///< until each instruction has come for the first time, were nothing else waited
                             ///< for
  Code code = Code::Predicted;
  std::string why_as_written; ///< one sentence, when the code is not predicted
  std::string why_not_read;   ///< one sentence, when there is machine code and it was not used
  bool atomics = false;       ///< its recorded blocks execute some, of shared or global memory
  std::string borrowed_from;  ///< the probed device whose figures stand in, "H200"; empty: none had to
  bool error_known = true;    ///< false: no recordings of the device say how far off estimates are
  std::string probe; ///< the file of a person's own probe whose figures these are; empty: one that ships
  /// The steps' Step::origin are indices into its code: program->span_of(origin) is the place in the text.
  std::shared_ptr<const program::Program> program;
};

/// A launch's time, and where it comes from.
struct Estimate {
  double seconds = 0;
  /// The measured time lies between these in nine of ten launches of kernels that nothing was fitted to
  /// (estimate_error.h). nullopt: with these means nothing was ever measured.
  std::optional<Interval> interval;
  multiprocessor::Limit bottleneck = multiprocessor::Limit::Nothing;
  std::string_view bottleneck_name; ///< "l2_read": as in `parts`; "launch" when nothing else does anything
  std::string_view bottleneck_sentence; ///< "sectors read from L2"
  /// Seconds for which each resource is busy; the launch's start; and, of the warps' time, what they spend
  /// waiting: latency, barrier, dependency, block_starts. They overlap: `seconds` is no sum.
  struct Part {
    std::string_view name;
    double seconds = 0;
  };
  std::vector<Part> parts;
  Model model = Model::Machine;
  std::string why_plain; ///< one sentence, when the model is the plain one
  Code code = Code::Predicted;
  std::string why_as_written;
  std::string why_not_read; ///< one sentence, where machine code was asked for and the code is not that
  bool atomics = false;
  double times_as_long = 1;  ///< as MachineInput's: what was simulated is the beginning of each warp
  std::string borrowed_from; ///< as MachineInput's
  bool error_known = true;   ///< as MachineInput's
  std::string probe;         ///< as MachineInput's
  /// Of the model's figures those that the device's probe did not ask for, and what stands in for each.
  std::vector<multiprocessor::Assumed> assumed;
  /// Of `seconds`: the launch's start, with what of the instructions' first fetch no wait hides, and what was
  /// extrapolated from the second round.
  double launch_seconds = 0, extrapolated_seconds = 0;
  double first_seconds = 0; ///< for which the multiprocessor works on that took more blocks than its share
  double last_seconds = 0;  ///< by which the block that comes last takes longer than the others
  /// What the memory system does in the whole launch, by ncu's names in docs/json-report.md: what the
  /// simulated blocks do, for each of the grid's; too much where these are those of the multiprocessor that
  /// ends last. Zeros of the plain model.
  struct Traffic {
    double l1_hits = 0, l1_misses = 0; ///< sectors of loads; hits: with those under way
    double l2_written_sectors = 0;     ///< of stores and atomics
    double dram_read_bytes = 0, dram_written_bytes = 0;
  };
  Traffic traffic;
  multiprocessor::Result simulated;
};

/// Of the request's machine code where it has some that can be run; else of the code that is predicted, or as
/// it is written when that does not compile or does not come to its end.
/// nullopt, with one sentence in `why_not`, when the launch cannot run, a block faults, or the device's file
/// lacks its clock, DRAM's bandwidth or L2's size.
[[nodiscard]] std::optional<MachineInput> machine_input(compile::Compiler& compiler, const Request& request,
                                                        std::string& why_not);
/// Simulates the input. nullopt, with one sentence in `why_not`, when that is cancelled or comes to nothing.
[[nodiscard]] std::optional<Estimate>
estimate_by_machine(const MachineInput& input, const multiprocessor::Options& options, std::string& why_not);

/// The plain model's estimate of a launch that came to its end: `whole` counted the grid, `traced` kept one
/// block. `why_plain`: why there is no better one. nullopt, with one sentence in `why_not`, without a trace
/// or a rate.
[[nodiscard]] std::optional<Estimate> plain_estimate(const Result& whole, const trace::BlockTrace* traced,
                                                     const Device& device, std::string why_plain,
                                                     std::string& why_not);

/// Both in turn, of the code that request.as_compiled says alone.
[[nodiscard]] std::optional<Estimate> estimate_of_code(compile::Compiler& compiler, const Request& request,
                                                       std::string& why_not);
/// Both in turn.
[[nodiscard]] std::optional<Estimate> estimate(compile::Compiler& compiler, const Request& request,
                                               std::string& why_not);

} // namespace warpscope::run
