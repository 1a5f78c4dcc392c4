// The stages of a run, each from values to a value, in their order:
//
//   request ► prepare (parse ► resolve ► compile ► choose the kernel ► bind) ► execute ► check ► report
//           ► result
//
// Errors in the text or in a choice go to a list of diagnostics, and the stage returns nothing; nothing here
// throws. Internal to sim/run: callers use simulate.h.
#pragma once

#include "sim/base/line_index.h"
#include "sim/exec/memory.h"
#include "sim/launch/launch_memory.h"
#include "sim/model/tally.h"
#include "sim/run/count_launch.h"
#include "sim/run/simulate.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::run {

/// The input of every stage.
struct Input {
  explicit Input(const Request& request_in)
      : request(request_in), source{request.file, request.text}, lines(request.text) {}

  const Request& request;
  launch::SourceText source;
  LineIndex lines; ///< of the request's text
};

/// The result of compiling the text, from compile_launch(), with or without errors.
struct Compiled {
  program::CompiledText text;
  std::shared_ptr<const program::Program> program; ///< the program to run; null on errors
  std::vector<program::SourceFile> texts;          ///< as Result::texts
  std::shared_ptr<const program::Program> intact;  ///< with the barriers that are left out; null: none is
  double seconds = 0;
};

/// A kernel with its arguments and the blocks to run.
struct Bound {
  launch::Binding binding;
  std::vector<std::uint8_t> parameters; ///< of a snapshot's launch, in place of the binding
  /// Arguments that fill __constant__ or __device__ variables.
  std::vector<source::ResolvedArgument> variables;
  std::vector<std::uint64_t> blocks; ///< empty: all
  bool scaled = false;               ///< the blocks are a sample of the whole grid
};

/// Everything before the first thread runs. The stages after the first error are missing.
struct Prepared {
  Diagnostics diagnostics;
  source::Scenario scenario;
  source::ResolvedLaunch launch;
  Compiled compiled;
  std::optional<std::uint32_t> kernel; ///< index into the program's kernels
  std::optional<Bound> bound;          ///< present when the launch can run

  [[nodiscard]] const program::Program& program() const { return *compiled.program; }
};

/// The results of the launch.
struct Executed : Counted {
  std::string stopped; ///< why the compiler's code did not come to its end; a sentence
  exec::Launch launch;
  exec::DeviceMemory memory;
  std::vector<launch::Buffer> buffers;
  std::uint32_t stopped_line = 0; ///< of the loop in which the compiler's code stayed; 0: not known
};

struct Checked {
  Status status = Status::Done;
  std::vector<CheckResult> results;
};

// prepare.cpp
[[nodiscard]] Prepared prepare(compile::Compiler& compiler, const Input& input);

// compile_launch.cpp
[[nodiscard]] Compiled compile_launch(compile::Compiler& compiler, const Input& input,
                                      const source::ResolvedLaunch& launch, Diagnostics& diagnostics);

// choose_kernel.cpp
/// Names as the text has them: spaces do not matter in "tile<16, float>", nor does the namespace of a name
/// that only one kernel has.
[[nodiscard]] std::optional<std::uint32_t> find_kernel(const program::Program& program,
                                                       std::string_view name);
/// Returns the requested kernel, or the only one; its whole name goes to `launch`.
[[nodiscard]] std::optional<std::uint32_t> choose_kernel(const Input& input, const source::Scenario& scenario,
                                                         const Compiled& compiled,
                                                         source::ResolvedLaunch& launch,
                                                         Diagnostics& diagnostics);
/// Returns the kernel that [check] compares an output with.
[[nodiscard]] std::optional<std::uint32_t> find_reference(const Input& input, const Prepared& prepared,
                                                          const std::string& output, const std::string& name,
                                                          Diagnostics& diagnostics);
[[nodiscard]] Diagnostic no_kernel(const Input& input);

// execute.cpp
/// Everything before the first thread runs: memory, arguments, parameters.
[[nodiscard]] std::optional<Executed> place(const Input& input, const Prepared& prepared,
                                            Diagnostics& diagnostics);
[[nodiscard]] exec::RunOptions run_options(const Request& request, const Bound& bound);
/// nullopt: the memory could not be allocated, which `diagnostics` says.
[[nodiscard]] std::optional<Executed> execute(const Input& input, const Prepared& prepared,
                                              Diagnostics& diagnostics);
/// Runs the same launch under other schedules of its warps, for the races that were found.
[[nodiscard]] races::ScheduleSearch search_orders(const Input& input, const Prepared& prepared,
                                                  const Executed& executed,
                                                  const std::vector<races::Hazard>& hazards,
                                                  bool checks_pass);

// check.cpp
/// Compares what the launch left in its outputs with what the reference kernels leave.
[[nodiscard]] Checked check_outputs(const Input& input, const Prepared& prepared, const Executed& executed,
                                    Diagnostics& diagnostics);

// report.cpp
/// Reports a launch that cannot run, as far as it got.
[[nodiscard]] Result report(Prepared prepared);
[[nodiscard]] Result report(const Input& input, Prepared prepared, Executed executed);

} // namespace warpscope::run
