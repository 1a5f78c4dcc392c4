// Runs what a compiler made of a kernel (machine code of compute capability 7.5 to 9.0, disassembled) over
// the launch's memory, and reports every access that an instruction makes, as sim/exec does of the text.
// What is counted is what the compiler left: merged, hoisted, unrolled and predicated accesses, spills, and
// lanes that meet where the compiler lets them. An instruction that is not known stops it with a sentence
// that names the first one. Of MUFU (the special function unit's approximations) the last bits may be others
// than a device's.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/program/program.h"
#include "sim/sass/code.h"
#include "sim/trace/event.h"

#include <atomic>
#include <functional>
#include <span>
#include <string>

namespace warpscope::sass {

struct Options {
  exec::Budget budget;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::vector<std::uint64_t> blocks; ///< linear indices, ascending; empty: all
  /// Of each block one warp alone runs, another one from block to block: of code whose warps_are_alone().
  bool one_warp = false;
};

struct Outcome {
  exec::RunStatus status = exec::RunStatus::Done;
  std::string why;        ///< one sentence, unless Done
  std::uint32_t line = 0; ///< of the text, of the loop that did not end; 0: not known
  std::uint64_t warp_instructions = 0, barriers = 0;
  std::uint64_t simulated_blocks = 0, total_blocks = 0;
};

/// Says why this code cannot be run: an architecture or an instruction that is not known. Empty: it can.
[[nodiscard]] std::string not_known(const MachineCode& code);

/// True when a warp of a block does nothing that another one waits for or reads: there is no barrier, no
/// shared memory, no fence and no atomic whose result is used.
[[nodiscard]] bool warps_are_alone(const MachineCode& code);

/// The bytes a lane that an instruction's text says it moves; 4 where it says nothing.
[[nodiscard]] std::uint32_t width_of(std::string_view text);

/// True for an instruction that is one round of an atomic's loop. The model counts such a round with its
/// load, which is an instruction of its own here.
[[nodiscard]] bool is_round_of_loop(std::string_view text);

/// True for an instruction that is an atomic.
[[nodiscard]] bool is_atomic(std::string_view text);

/// `program`: of the same text, for where its variables lie in `memory`. Sites of the events are indices into
/// code.instructions.
[[nodiscard]] Outcome run(const MachineCode& code, const program::Program& program,
                          const exec::Launch& launch, exec::DeviceMemory& memory, const Options& options,
                          trace::TraceSink& sink);

/// As above, on as many threads as there are sinks, including the caller's; each sink is called by one of
/// them. Counts and memory do not depend on the number: a launch whose blocks can observe each other runs on
/// one (sim/exec/independent.h).
[[nodiscard]] Outcome run(const MachineCode& code, const program::Program& program,
                          const exec::Launch& launch, exec::DeviceMemory& memory, const Options& options,
                          std::span<trace::TraceSink* const> sinks);

} // namespace warpscope::sass
