// The SIMT executor: runs a program under a launch and a budget and emits trace events.
/// - Subject: Running the kernel
/// - Modelled: every instruction of every thread, warp by warp in lockstep, with divergence, barriers,
/// shuffles, votes and atomics; the values are real, so branches and addresses that depend on data are too.
/// - Not modelled: time (latencies, issue order between warps, caches). Warps of a block run one at a time,
/// each until it waits at a barrier or ends, in the order of their numbers or as the Schedule says (a warp
/// that runs a million instructions without either lets the others have a turn); blocks begin in the order of
/// their linear index, several at a time when there are several threads.
/// - Not modelled: independent scheduling of a warp's lanes. Lanes that left a loop wait behind it for the
/// rest of their warp, as before Volta: a spin lock taken lane by lane within one warp does not end. A
/// shuffle sees the lanes that execute it together, whatever its mask says, a vote, match or reduction those
/// of them that name the same mask; a mask that says otherwise is reported. __syncthreads counts threads, so
/// a warp may arrive in parts.
/// - Modelled: clusters of blocks, which take turns and read, write and update each other's shared memory;
/// bulk copies (TMA) of bytes and of tensors' tiles, done when they are issued.
/// - Not modelled: what bulk copies would still read or write between their issue and the wait for them,
/// other than as the races that are looked for; products of warpgroups (wgmma) likewise: they are done when
/// they are issued, and their sums are rounded one after another.
/// - Not modelled: where a compiler lets lanes meet otherwise than at the immediate post-dominator: unrolled
/// loops that lanes leave at different times fall apart, cases of a switch that fall through join at the next
/// case (docs/hardware-rules.md has the counts).
#pragma once

#include "sim/base/dim3.h"
#include "sim/exec/memory.h"
#include "sim/program/program.h"
#include "sim/trace/event.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::exec {

/// Limits on the work of a run; sensible kernels never reach the defaults. 0: unlimited.
struct Budget {
  std::uint64_t warp_instructions_per_block = 200'000'000;
  std::uint64_t warp_instructions = 20'000'000'000; ///< in the whole launch
  /// Of processor time, of each host thread that runs blocks: what else runs on the machine ends no launch.
  double seconds = 60;
  /// Of the wall clock, in multiples of `seconds`: for a launch that gets no processor, or swaps.
  double wall_factor = 10;
  std::uint32_t printf_bytes = 1u << 20; ///< further output is dropped, which the result reports
  std::uint32_t call_depth = 256;
  std::uint32_t local_bytes_per_thread = 512u << 10;
  std::uint32_t faults = 16; ///< every block that faults is counted; this many are described
};

struct Launch {
  std::uint32_t kernel = 0; ///< index into Program::kernels
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint8_t> parameters; ///< Kernel::parameter_bytes of them; pointers are generic addresses
  /// The blocks of a cluster, by which the grid must be divisible; 0: as the kernel says, or one.
  Dim3 cluster{0, 0, 0};
};
/// Returns the size of the launch's clusters; (1, 1, 1) without any, and where the grid has none that are
/// whole.
[[nodiscard]] Dim3 cluster_of(const program::Program& program, const Launch& launch);
inline constexpr std::uint32_t most_cluster_blocks = 16; ///< 8 without an attribute of the kernel

enum class RunStatus : std::uint8_t { Done, Faulted, Deadlock, BudgetExceeded, Cancelled };

/// Where threads are that have not reached a barrier. Reconvergence: at a reconvergence point, waiting for
/// the other lanes of their warp.
enum class Whereabouts : std::uint8_t { Exited, OtherBarrier, WarpSync, BarrierObject, Reconvergence };
struct Elsewhere {
  Whereabouts where = Whereabouts::Exited;
  std::uint32_t pc = 0; ///< of the barrier, the __syncwarp or the wait on a cuda::barrier; 0 elsewhere
  std::vector<std::uint32_t> threads; ///< linear thread numbers
  bool operator==(const Elsewhere&) const = default;
};

/// Threads of one block waited at a barrier that others can no longer reach, or at two different barriers.
struct BarrierDivergence {
  std::uint32_t pc = 0;
  std::uint64_t block = 0;
  std::vector<std::uint32_t> arrived; ///< linear thread numbers
  std::vector<std::uint32_t> missing;
  std::vector<Elsewhere> elsewhere; ///< the missing threads, by where they are
  bool deadlock = false;            ///< false: exited threads were not waited for and the block went on
  bool operator==(const BarrierDivergence&) const = default;
};

/// A launch from device code. Children run when their parent's grid has ended, which is the executor's
/// caller's to do.
struct ChildLaunch {
  Launch launch;
  std::uint64_t stream = 0; ///< as the device code names it
  std::uint32_t pc = 0;
  std::uint64_t block = 0; ///< that launched it
};

/// A buffer or variable of global memory that a launch accessed, by its offset.
struct TouchedBuffer {
  std::uint32_t offset = 0;
  bool read = false, written = false; ///< an atomic does both
  bool operator==(const TouchedBuffer&) const = default;
};

struct RunResult {
  RunStatus status = RunStatus::Done;
  std::uint64_t warp_instructions = 0;
  /// Releases, summed over blocks, times the warps that took part (the unit in which the hardware counts
  /// barrier instructions).
  std::uint64_t barriers = 0;
  /// Operations of the lanes in floating point, of the blocks whose values the sink wants: a sum, product,
  /// quotient or function is one, a fused product and sum two.
  std::uint64_t float_operations = 0, double_operations = 0;
  std::uint64_t simulated_blocks = 0;
  std::uint64_t total_blocks = 0;
  std::uint64_t faulted_blocks = 0;
  std::vector<trace::Fault> faults;
  /// Undefined behaviour after which the block went on; the first occurrence at each instruction (lowest
  /// block, then thread), by pc. Loads of bytes of a thread's own array that were never written (zeros here,
  /// whatever lies there on a device). Shuffles from a lane that does not take part (0, as on an H200), and
  /// masks that do not name the calling lane or name lanes that are elsewhere (the lanes that are here take
  /// part).
  std::vector<trace::Fault> undefined;
  std::vector<BarrierDivergence> barrier_divergence;
  /// At least those that it accessed, by ascending offset. What printf() reads is not among them.
  std::vector<TouchedBuffer> touched;
  std::string printf_output;
  bool printf_truncated = false;
  std::vector<ChildLaunch> children; ///< in the order of their launches
  bool used_heap = false;     ///< by malloc or free: the next launch does not find the heap as this one did
  std::string budget_message; ///< which budget ended the run and the option that raises it
};

/// The order in which the warps of a block take turns between two barriers. A device may choose any of these
/// schedules, and others; what a kernel without races leaves in memory does not depend on it.
struct Schedule {
  static constexpr std::uint32_t nobody = ~0u;
  bool descending = false; ///< the highest warp first, and the highest block
  /// Warp instructions before the next warp gets its turn; 0: each warp runs until it waits.
  std::uint32_t slice = 0;
  /// This warp runs `head` instructions after each barrier ahead of the others, and the rest after them.
  std::uint32_t apart = nobody;
  std::uint64_t head = 0;
  /// These lanes of each warp run until they wait, then its other lanes; the two sets never reconverge, as is
  /// possible on devices since Volta. 0: lockstep. Only for kernels whose lanes do not communicate (a shuffle
  /// or vote would see only some of its lanes).
  std::uint32_t first_lanes = 0;
  /// All blocks (at most 4,096) are resident at once and take turns as their warps do; `slice` must not be 0.
  bool together = false;
  bool operator==(const Schedule&) const = default;
};

/// Which of the host's vector instructions to use; the results do not depend on it.
/// A kind that the host lacks falls back to the next one that it has.
enum class HostCode : std::uint8_t { Best, Avx2, Plain };

struct RunOptions {
  Budget budget;
  const std::atomic<bool>* cancel = nullptr;
  /// Called every few milliseconds of work.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::vector<std::uint64_t> blocks; ///< linear indices to run, ascending; empty: all
  /// Blocks that the device runs beside each other, which orders what they print: every block's first line
  /// comes before any second one. 0: one block's output is whole before the next begins.
  std::uint64_t blocks_beside = 0;
  HostCode code = HostCode::Best;
  Schedule schedule; ///< any but the default runs on a single host thread
};

/// Running out of host memory ends the run like any other budget, in whichever host thread it happens.
///
/// Runs verified programs only (verify(program).empty()). `launch` must be legal (check_launch in
/// sim/source).
[[nodiscard]] RunResult run(const program::Program& program, const Launch& launch, DeviceMemory& memory,
                            const RunOptions& options, trace::TraceSink& sink);

/// As above, on as many host threads as there are sinks, including the caller's. All events of a block go to
/// one sink, in order, and each sink is called by one thread only. Counts, memory, faults (those of the
/// lowest blocks) and printf output do not depend on the number of threads; a launch whose
/// blocks can observe each other (independent.h) runs on one. What does depend on it: how far a launch came
/// that a budget or the stop flag ended, what racing blocks leave in memory, and AccessEvent::values of
/// atomics in global memory whose result is unused. Progress is reported on the caller's thread.
[[nodiscard]] RunResult run(const program::Program& program, const Launch& launch, DeviceMemory& memory,
                            const RunOptions& options, std::span<trace::TraceSink* const> sinks);

} // namespace warpscope::exec
