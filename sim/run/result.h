// The result of a run: counts, faults, races, checks, the trace of a block.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/exec/run.h"
#include "sim/model/tally.h"
#include "sim/program/listing.h"
#include "sim/program/named_memory.h"
#include "sim/program/program.h"
#include "sim/program/source_file.h"
#include "sim/races/hazards.h"
#include "sim/races/schedules.h"
#include "sim/sass/code.h"
#include "sim/source/scenario.h"
#include "sim/trace/block_trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::run {

struct LineCounts {
  std::uint32_t line = 0; ///< in which the accesses begin; of code as compiled Site::profiled_line()
  std::string text;
  model::Totals totals;
  std::uint32_t file = 0; ///< as Span::file
};
struct CheckResult {
  std::string output;
  std::uint64_t mismatches = 0;
  std::string first; ///< the first difference: "out[35] = 0, should be 35"; empty if there is none
};
/// The buffer of an argument, after the launch.
struct PlacedBuffer : program::NamedMemory {
  /// FNV-1a of the contents after the launch, as warpscope-measure hashes its outputs (sim/base/fnv.h).
  std::optional<std::uint64_t> hash;
  std::vector<std::uint8_t> contents; ///< the contents, where they were hashed and are at most 1 MiB
};
enum class Status : std::uint8_t {
  Done,
  UserError,
  Faulted,
  Deadlock,
  BudgetExceeded,
  CheckFailed,
  Cancelled
};

struct Result {
  Status status = Status::UserError;
  Diagnostics diagnostics; ///< errors when UserError; otherwise warnings and notes
  source::Scenario scenario;
  source::ResolvedLaunch launch;
  std::shared_ptr<const program::Program> program;
  /// The texts by Span::file, with their names in messages; empty: that of the scenario is the only one.
  std::vector<program::SourceFile> texts;
  std::uint32_t kernel = 0;         ///< index into program->kernels
  std::vector<model::Totals> sites; ///< by index into program->sites
  std::vector<LineCounts> lines;    ///< lines with counts, ascending
  model::Totals totals;
  exec::RunResult run; ///< of the blocks that ran, not scaled
  /// Sites, lines, totals and scaled_* were extrapolated from some of the blocks to the whole grid.
  bool scaled = false;
  /// Request::code: what was counted is that; the program's sites are its instructions.
  std::shared_ptr<const sass::MachineCode> code;
  bool as_compiled = false;                        ///< Request::as_compiled: what was counted is a prediction
  std::shared_ptr<const program::Listing> listing; ///< Request::listing: the kernel's; null: there is none
  std::uint64_t scaled_warp_instructions = 0, scaled_barriers = 0; ///< those of `run`, unless scaled
  std::vector<CheckResult> checks;
  std::vector<races::Hazard> hazards; ///< if requested; a diagnostic says when global memory was too large
  std::optional<races::ScheduleSearch> orders; ///< if there are races and a search was requested
  std::shared_ptr<const trace::BlockTrace> trace;
  std::vector<PlacedBuffer> buffers;
  double compile_seconds = 0, run_seconds = 0;
};

/// The text that a span lies in.
struct TextOfSpan {
  std::string_view file; ///< its name in messages
  std::string_view text; ///< empty: not known
};
[[nodiscard]] TextOfSpan text_of(const Result& result, const Span& span);

/// Returns the document that DESIGN specifies for --json.
[[nodiscard]] std::string to_json(const Result& result);

} // namespace warpscope::run
