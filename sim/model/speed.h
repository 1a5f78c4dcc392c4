// How long a launch takes at least, by the plainest model: the resource that is busy longest, and what
// starting costs. It names the bottleneck; its error against measured times is in docs/speed-model.md.
//
//   time = start + max(shared, l1, l2_read, l2_write, dram, constant, issue, latency)
//
//   start     launch_overhead; the blocks' starts, block_starts a second, go on beside the work and count
//   where they take longer shared    shared wavefronts, one a cycle and multiprocessor l1        lines (128
//   bytes) that global accesses touch, one tag a cycle and multiprocessor; sectors of loads, four a cycle
//   l2_read   sectors of loads that no warp of the block asked for before (L1 holds what a block reads), at
//   l2_read_bandwidth l2_write  sectors of stores and atomics at l2_write_bandwidth; lines that they touch at
//   l2_write_lines dram      what is read and written, once, at dram_bandwidth, where that and the buffers
//   are larger than L2 constant  passes of constant loads, constant_pass cycles each and multiprocessor issue
//   warp instructions of our program, one a cycle and sub-partition latency   one block's longest warp: for
//   each stretch between barriers its slowest kind of load once, as loads without a barrier between
//             them overlap; its barriers and its passes of constant loads; times the rounds in which the
//             multiprocessors take the blocks
// A multiprocessor's share of work is the whole divided by the multiprocessors that have a block.
// Rates: [rates] and [latency] of the device's file, measured (tests/hardware/rate_probe.cu).
/// - Subject: Speed
/// - Modelled: the time of a launch as the longest of shared wavefronts, L1 tags, L2 and DRAM bytes, issue
/// slots and latency, for devices whose rates were measured.
/// - Not modelled: what the compiler does (fewer loads, other instructions), how far latencies overlap,
/// caches beyond one block's reuse, clocks below the boost clock.
#pragma once

#include "sim/base/device.h"
#include "sim/model/tally.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::model {

enum class Bottleneck : std::uint8_t { Shared, L1, L2Read, L2Write, Dram, Constant, Issue, Latency, Starts };
inline constexpr std::array<std::string_view, 9> bottleneck_names = {
    "shared", "l1", "l2_read", "l2_write", "dram", "constant", "issue", "latency", "block_starts"};
[[nodiscard]] constexpr std::string_view name_of(Bottleneck bottleneck) {
  return bottleneck_names[static_cast<std::size_t>(bottleneck)];
}
[[nodiscard]] std::string_view sentence_of(Bottleneck bottleneck); ///< "wavefronts of shared memory"

/// What the model is told of a launch.
struct SpeedInput {
  Totals totals; ///< of the whole grid
  std::uint64_t warp_instructions = 0;
  std::uint64_t blocks = 0, threads = 0; ///< threads: of a block
  std::uint64_t shared_bytes = 0;        ///< of a block
  std::uint64_t buffer_bytes = 0;        ///< of all arguments
  double first_read_share = 1;     ///< of a block's load sectors, those that it had not read before; 0 to 1
  double block_latency_cycles = 0; ///< of its longest warp: loads
  std::uint64_t warp_constant_passes = 0, warp_barriers = 0; ///< of the block's first warp
};

struct SpeedEstimate {
  double seconds = 0;
  double start_seconds = 0;
  std::array<double, bottleneck_names.size()> parts{}; ///< seconds, index: Bottleneck
  Bottleneck bottleneck = Bottleneck::Latency;
};

/// nullopt and one sentence in `why_not`: a rate is not in the device's file, or its blocks cannot start
/// there.
[[nodiscard]] std::optional<SpeedEstimate> estimate_speed(const Device& device, const SpeedInput& input,
                                                          std::string& why_not);

} // namespace warpscope::model
