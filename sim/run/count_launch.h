// Runs a bound launch on the memory it is given and counts everything: the step that a run of a kernel and a
// launch of a whole program share.
#pragma once

#include "sim/exec/run.h"
#include "sim/model/tally.h"
#include "sim/races/hazards.h"
#include "sim/run/result.h"
#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace warpscope::run {

struct CountOptions {
  exec::RunOptions run;
  std::size_t threads = 1;                   ///< host threads
  std::optional<std::uint64_t> trace_block;  ///< record the trace of this block
  bool trace_values = false;                 ///< with what the lanes' variables held
  std::optional<races::HazardOptions> races; ///< look for races
  /// Makes a sink that hears every access besides, one for each host thread; empty: none is wanted.
  std::function<std::unique_ptr<trace::TraceSink>()> watcher;
};

struct Counted {
  exec::RunResult run;
  model::Tally tally;
  std::optional<races::HazardSink::Found> races; ///< if looked for and the run was not cancelled
  std::shared_ptr<const trace::BlockTrace> trace;
  double seconds = 0;
};

/// As exec::run(): `launch` is legal and its parameters are complete.
[[nodiscard]] Counted count_launch(const program::Program& program, const exec::Launch& launch,
                                   exec::DeviceMemory& memory, const CountOptions& options);

/// Returns how many host threads run blocks; `wanted` 0: one for each core.
[[nodiscard]] std::size_t host_threads(unsigned wanted);

// race_options.cpp
/// What the texts (by Span::file) tell about the program's accesses, and its fences and barriers.
[[nodiscard]] races::HazardOptions race_options(const program::Program& program,
                                                std::span<const std::string_view> texts, bool pre_volta,
                                                const std::atomic<bool>* cancel);

// report.cpp
/// Fills the sites, lines and totals of `result`, which has its program and its run; `line_text` gives the
/// text of a line.
void add_counts(std::vector<model::Totals> sites,
                const std::function<std::string_view(const Span&)>& line_text, Result& result);
[[nodiscard]] Status status_of(exec::RunStatus status);
/// Fills Result::listing, where its kernel has one.
void add_listing(const std::vector<program::Listing>& listings, Result& result);

} // namespace warpscope::run
