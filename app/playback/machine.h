// What one multiprocessor does over time while the launch on the stage runs: a value that the scene
// Multiprocessor draws. Made in the background (machine_of.h), immutable and shared.
#pragma once

#include "app/playback/cache.h"
#include "sim/multiprocessor/timeline.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpscope::run {
struct MachineInput;
} // namespace warpscope::run

namespace warpscope::playback {

/// The states that a picture tells apart; the engine's multiprocessor::State has finer ones.
enum class MachineState : std::uint8_t {
  Issues,
  Ready, ///< another warp of the sub-partition issues
  Lsu,   ///< waits for a place in the LSU's queue, for a result from shared memory or of a shuffle
  Barrier,
  Arithmetic, ///< waits for its own arithmetic, or for a busy pipe
  Memory,     ///< waits for a result from global, local or constant memory
  Fence,      ///< waits until its stores are seen by other blocks or by the host (__threadfence)
  NotStarted,
};
inline constexpr std::size_t machine_states = 8;
[[nodiscard]] MachineState state_of(const multiprocessor::Piece& piece);

struct Machine {
  /// One sentence: nothing could be simulated, and everything else is empty. Empty: it could.
  std::string problem;

  multiprocessor::Timeline timeline;
  /// Of all warps, from their start to their end; NotStarted does not count.
  std::array<std::uint64_t, machine_states> cycles{};
  double clock_hz = 1e9;
  double lsu_busy = 0;        ///< share of the cycles
  std::vector<double> issued; ///< by sub-partition: the share of its issue slots that is used
  std::uint32_t resident = 1; ///< blocks that the multiprocessor holds at once
  std::uint32_t warps = 1;    ///< of them
  std::uint32_t warps_of_block = 1;
  std::uint64_t blocks = 1;         ///< all that it gets
  std::uint64_t blocks_shown = 1;   ///< simulated; the rest is taken to repeat
  std::uint32_t load_cycles = 0;    ///< the median wait for global memory; 0: nobody waits
  std::uint32_t fence_cycles = 0;   ///< the median wait behind a fence; 0: nobody waits
  std::uint32_t worst_conflict = 0; ///< wavefronts of the longest conflict; 0: there is none
  bool touches_memory = false;      ///< any memory, shared memory too
  double seconds = 0;               ///< the launch's, as estimated
  multiprocessor::Limit limit = multiprocessor::Limit::Nothing;
  bool predicted = true;    ///< the code is what an optimising compiler would leave; else as written or read
  bool read = false;        ///< the code is a compiler's own
  std::string why_not_read; ///< one sentence, where a compiler's code was there and could not be run
  std::string why_as_written;
  bool latencies_known = true;    ///< of shared memory, L1, L2 and DRAM: in the device's file, not assumed
  std::string device;             ///< its name
  std::string borrowed_from;      ///< the probed device whose figures stand in; empty: it has its own
  double latency = 1;             ///< by this factor loads take longer than on the device (MachineChoice)
  std::uint32_t load_latency = 0; ///< cycles of a load from L2, or where most miss it from DRAM, when
                                  ///< unloaded

  double times_as_long = 1; ///< the launch takes, as what is shown: a long block's beginning stands for it

  /// By Step::origin: the line in the text; 0: none.
  std::vector<std::uint32_t> lines;
  [[nodiscard]] std::uint32_t line_of(std::uint32_t origin) const {
    return origin < lines.size() ? lines[origin] : 0;
  }

  /// By Step::origin: what an access names, such as "tile[y][x]"; empty: it is no access.
  std::vector<std::string> texts;
  [[nodiscard]] const std::string& text_of(std::uint32_t origin) const {
    static const std::string none;
    return origin < texts.size() ? texts[origin] : none;
  }

  /// By Step::origin: wavefronts of an access to shared memory without bank conflicts.
  std::vector<std::uint32_t> least_wavefronts;
  [[nodiscard]] bool is_conflict(const multiprocessor::LsuPiece& piece) const {
    return piece.what == multiprocessor::Op::Shared &&
           piece.wavefronts > (piece.origin < least_wavefronts.size() ? least_wavefronts[piece.origin] : 1);
  }

  /// "How many warps hide it?": the share of issue slots used with so many resident warps.
  struct Point {
    std::uint32_t resident = 1, warps = 1;
    double used = 0, without_conflicts = 0;
    double found = 0;         ///< share of the sectors of loads that L2 is not asked for
    std::uint64_t in_use = 0; ///< bytes of the lines that these blocks load
    bool operator==(const Point&) const = default;
  };
  std::vector<Point> curve; ///< by warps; one point: there are no more blocks to hold
  bool conflicts = false;   ///< the two shares differ somewhere

  Cache cache;

  std::shared_ptr<const run::MachineInput> input; ///< to simulate again with other residents

  [[nodiscard]] std::uint64_t lived() const; ///< the sum of `cycles`
  [[nodiscard]] double share(MachineState state) const;
  [[nodiscard]] double microseconds(double cycle) const { return cycle / clock_hz * 1e6; }
};
using MachinePtr = std::shared_ptr<const Machine>;

/// Playing: so many cycles for each step that the speed asks for.
inline constexpr double machine_cycles_a_step = 10;

/// A film of all of its cycles: it has `steps` steps of so many cycles (of the scene Cache: accesses) each,
/// as many as in playing, or more where it would take over a minute.
struct MachineFilm {
  std::uint64_t cycles_a_step = 10, steps = 1;
};
[[nodiscard]] MachineFilm machine_film(const Machine& machine, double steps_a_second);
/// The same of the accesses of its L1: an access a step, or as many as a minute asks for.
[[nodiscard]] MachineFilm cache_film(const Cache& cache, double steps_a_second);

/// What the slider for the latency offers: MachineChoice::latency.
inline constexpr double machine_latencies[] = {.25, .5, 1, 2, 4};

/// What the slider for L1's bytes offers, as far as it is less than the launch leaves:
/// MachineChoice::l1_bytes. 0: as on the device; the smallest has 16 sets of 8 ways, so that it is seen
/// whole.
inline constexpr std::uint32_t machine_l1_bytes[] = {16 << 10, 28 << 10, 60 << 10, 124 << 10, 192 << 10, 0};

} // namespace warpscope::playback
