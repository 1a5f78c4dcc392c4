// Text + options -> counts: what the command line, the session and the tests all call.
#pragma once

#include "sim/base/device.h"
#include "sim/base/diagnostic.h"
#include "sim/compile/compile.h"
#include "sim/exec/run.h"
#include "sim/model/tally.h"
#include "sim/races/hazards.h"
#include "sim/races/schedules.h"
#include "sim/source/scenario.h"
#include "sim/trace/block_trace.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::run {

struct SimulationRequest {
  std::string file, text, folder; ///< folder: for file: fills
  source::Overrides overrides;
  Device device;
  exec::Budget budget;
  bool run_checks = true;
  bool hash_buffers = false;                   ///< of a whole grid: PlacedBuffer::hash
  bool races = false;                          ///< look for races (sim/races/hazards.h)
  bool pre_volta = false;                      ///< races: lanes of a warp run in lockstep, as before Volta
  std::vector<std::uint32_t> without_barriers; ///< lines whose __syncthreads() are left out
  /// Where races were found: look for an order of the warps in which they change what the launch leaves.
  std::optional<races::ScheduleBudget> search_orders;
  exec::Schedule schedule;                  ///< the order to run in
  std::optional<std::uint64_t> trace_block; ///< keep the column store of this block
  std::vector<std::uint64_t> blocks;        ///< empty: the whole grid
  std::uint64_t sample_blocks = 0; ///< not 0: this many, spread evenly over the grid, and the counts are
                                   ///< scaled to all of it
  unsigned threads = 0;            ///< blocks run at a time; 0: one for each core. The results are the same
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

struct LineCounts {
  std::uint32_t line = 0;
  std::string text;
  model::Totals totals;
};
struct CheckResult {
  std::string output;
  std::uint64_t mismatches = 0;
  std::string first; ///< "out[35] = 0, should be 35"; empty if none
};
/// Where an argument's buffer lies in the Global window, so that pictures can say in[33] and not an address.
struct PlacedBuffer {
  std::string name; ///< of the kernel's parameter
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_size = 1;
  std::optional<std::uint64_t> hash;  ///< FNV-1a of what the launch left there, as warpscope-measure hashes
                                      ///< its outputs (sim/base/fnv.h)
  std::vector<std::uint8_t> contents; ///< the same, where it was hashed and is at most 1 MiB
};
enum class SimulationStatus : std::uint8_t {
  Done,
  UserError,
  Faulted,
  Deadlock,
  BudgetExceeded,
  CheckFailed,
  Cancelled
};

struct SimulationResult {
  SimulationStatus status = SimulationStatus::UserError;
  Diagnostics diagnostics; ///< errors when UserError; warnings and notes else
  source::Scenario scenario;
  source::ResolvedLaunch launch;
  std::shared_ptr<const program::Program> program;
  std::uint32_t kernel = 0;         ///< index into program->kernels
  std::vector<model::Totals> sites; ///< index: program->sites
  std::vector<LineCounts> lines;    ///< lines with counts, ascending
  model::Totals totals;
  exec::RunResult run; ///< as it was, also where the counts above are scaled
  bool scaled = false; ///< sites, lines, totals and scaled_* stand for the whole grid, of which a part was
                       ///< run
  std::uint64_t scaled_warp_instructions = 0, scaled_barriers = 0; ///< run's, unless scaled
  std::vector<CheckResult> checks;
  std::vector<races::Hazard> hazards; ///< where they were asked for; a diagnostic says where global memory
                                      ///< was too large
  std::optional<races::ScheduleSearch> orders; ///< where races were found and orders asked for
  std::shared_ptr<const trace::BlockTrace> trace;
  std::vector<PlacedBuffer> buffers;
  double compile_seconds = 0, run_seconds = 0;
};

[[nodiscard]] SimulationResult simulate(compile::Compiler& compiler, const SimulationRequest& request);

/// A kernel with the arguments of its parameters: arguments[binding[p]] is that of parameter p.
struct BoundKernel {
  std::uint32_t kernel = 0; ///< index into program->kernels
  std::vector<std::size_t> binding;
};
struct PreparedCheck {
  std::string output;
  BoundKernel reference;
};
/// Everything that comes before the first thread runs, for whoever runs the kernel elsewhere.
struct PreparedLaunch {
  SimulationResult result; ///< no counts; errors are in its diagnostics, and then the rest is empty
  std::string device_text; ///< the text with the host's part blanked
  BoundKernel kernel;      ///< of result.launch.arguments
  std::vector<source::ResolvedArgument> variables; ///< arguments that fill a __constant__ or __device__
                                                   ///< variable
  std::vector<PreparedCheck> checks;
};
[[nodiscard]] PreparedLaunch prepare_launch(compile::Compiler& compiler, const SimulationRequest& request);

/// The document DESIGN specifies for --json.
[[nodiscard]] std::string to_json(const SimulationResult& result);

} // namespace warpscope::run
