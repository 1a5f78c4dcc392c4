// Text and options to counts: the entry point of the command line, the session and the tests.
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
  std::string file, text, folder; ///< folder: where file: fills are looked for
  source::Overrides overrides;
  Device device;
  exec::Budget budget;
  bool run_checks = true;
  bool hash_buffers = false; ///< when the whole grid runs: fill PlacedBuffer::hash
  bool races = false;        ///< look for races (sim/races/hazards.h)
  bool pre_volta = false;    ///< for races: the lanes of a warp run in lockstep, as before Volta
  std::vector<std::uint32_t> without_barriers; ///< lines whose __syncthreads() are left out
  /// When there are races: search for a schedule in which they change what the launch leaves in memory.
  std::optional<races::ScheduleBudget> search_orders;
  exec::Schedule schedule;                  ///< the schedule to run
  std::optional<std::uint64_t> trace_block; ///< record the trace of this block
  std::vector<std::uint64_t> blocks;        ///< empty: the whole grid
  /// When not 0: run this many blocks, spread evenly over the grid, and scale the counts to all of it.
  std::uint64_t sample_blocks = 0;
  /// Blocks run at the same time; 0: one for each core. The results do not depend on it.
  unsigned threads = 0;
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
/// The position of an argument's buffer in the Global window, so that pictures can say in[33] instead of an
/// address.
struct PlacedBuffer {
  std::string name; ///< of the kernel's parameter
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_size = 1;
  /// FNV-1a of the contents after the launch, as warpscope-measure hashes its outputs (sim/base/fnv.h).
  std::optional<std::uint64_t> hash;
  std::vector<std::uint8_t> contents; ///< the contents, where they were hashed and are at most 1 MiB
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
  Diagnostics diagnostics; ///< errors when UserError; otherwise warnings and notes
  source::Scenario scenario;
  source::ResolvedLaunch launch;
  std::shared_ptr<const program::Program> program;
  std::uint32_t kernel = 0;         ///< index into program->kernels
  std::vector<model::Totals> sites; ///< by index into program->sites
  std::vector<LineCounts> lines;    ///< lines with counts, ascending
  model::Totals totals;
  exec::RunResult run; ///< of the blocks that ran, not scaled
  /// Sites, lines, totals and scaled_* were extrapolated from some of the blocks to the whole grid.
  bool scaled = false;
  std::uint64_t scaled_warp_instructions = 0, scaled_barriers = 0; ///< those of `run`, unless scaled
  std::vector<CheckResult> checks;
  std::vector<races::Hazard> hazards; ///< if requested; a diagnostic says when global memory was too large
  std::optional<races::ScheduleSearch> orders; ///< if there are races and a search was requested
  std::shared_ptr<const trace::BlockTrace> trace;
  std::vector<PlacedBuffer> buffers;
  double compile_seconds = 0, run_seconds = 0;
};

[[nodiscard]] SimulationResult simulate(compile::Compiler& compiler, const SimulationRequest& request);

/// A kernel with the arguments of its parameters: parameter p gets arguments[binding[p]].
struct BoundKernel {
  std::uint32_t kernel = 0; ///< index into program->kernels
  std::vector<std::size_t> binding;
};
struct PreparedCheck {
  std::string output;
  BoundKernel reference;
};
/// Everything up to the point where the first thread would run, for running the kernel elsewhere.
struct PreparedLaunch {
  SimulationResult result; ///< without counts; when its diagnostics contain errors, the rest is empty
  std::string device_text; ///< the text with its host code blanked
  BoundKernel kernel;      ///< with the arguments in result.launch.arguments
  /// Arguments that fill __constant__ or __device__ variables.
  std::vector<source::ResolvedArgument> variables;
  std::vector<PreparedCheck> checks;
};
[[nodiscard]] PreparedLaunch prepare_launch(compile::Compiler& compiler, const SimulationRequest& request);

/// Returns the document that DESIGN specifies for --json.
[[nodiscard]] std::string to_json(const SimulationResult& result);

} // namespace warpscope::run
