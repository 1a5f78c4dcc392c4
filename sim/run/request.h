// The request of a run: the text, the choices for it, the device, and how much to find out.
#pragma once

#include "sim/base/device.h"
#include "sim/exec/run.h"
#include "sim/launch/snapshot.h"
#include "sim/program/program.h"
#include "sim/program/source_file.h"
#include "sim/races/schedules.h"
#include "sim/sass/code.h"
#include "sim/source/scenario.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::whole {
struct Replay;
}

namespace warpscope::run {

struct Request {
  std::string file, text, folder; ///< folder: where file: fills are looked for
  /// Where the text's own headers are looked for: own_headers(). A launch that is run again has its
  /// program's.
  std::vector<std::string> header_folders;
  source::Overrides overrides;
  /// A launch of a whole program, to be run again on what it saw: its kernel, sizes, arguments and memory
  /// take the place of a header's and of the overrides. Null: none.
  std::shared_ptr<const launch::LaunchSnapshot> snapshot;
  /// The text's program where it is known already; null: it is compiled.
  std::shared_ptr<const program::Program> program;
  /// The texts of `program` by Span::file, with their names in messages; empty: `text` is the only one.
  std::vector<program::SourceFile> texts;
  Device device;
  /// Counts what an optimising compiler would leave of the text, as far as LLVM predicts it; else the text as
  /// it is written. `program` must agree.
  bool as_compiled = false;
  bool listing = false; ///< as compiled: Result::listing
  /// What a compiler made of the kernel: it is run in place of the text, whose `program` must be as written.
  /// Null: none.
  std::shared_ptr<const sass::MachineCode> code;
  exec::Budget budget;
  bool run_checks = true;
  bool hash_buffers = false; ///< when the whole grid runs: fill PlacedBuffer::hash
  bool races = false;        ///< look for races (sim/races/hazards.h)
  bool pre_volta = false;    ///< for races: the lanes of a warp run in lockstep, as before Volta
  std::vector<std::uint32_t> without_barriers; ///< lines whose __syncthreads() are left out
  /// When there are races: search for a schedule in which they change what the launch leaves in memory.
  std::optional<races::ScheduleBudget> search_orders;
  /// A launch of a whole program, on what it saw: only whole::replay() reads it. The text is that of the
  /// program's file of this name.
  std::shared_ptr<const whole::Replay> replay;
  exec::Schedule schedule;                  ///< the schedule to run
  std::optional<std::uint64_t> trace_block; ///< record the trace of this block
  bool trace_values = false;                ///< with what the lanes' variables held (trace::ValueLog)
  std::vector<std::uint64_t> blocks;        ///< empty: the whole grid
  /// When not 0: run this many blocks, spread evenly over the grid, and scale the counts to all of it.
  std::uint64_t sample_blocks = 0;
  /// Blocks run at the same time; 0: one for each core. The results do not depend on it.
  unsigned threads = 0;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

} // namespace warpscope::run
