// A lower bound of a launch's time by the plainest model: the resource that is busy longest, plus the cost of
// starting. It names the bottleneck; docs/speed-model.md has its error against measured times.
//
//   time = start + max(shared, l1, l2_read, l2_write, dram, constant, issue, latency)
//
//   start     launch_overhead; starting the blocks, at block_starts a second, overlaps the work and counts
//             where it takes longer
//   shared    wavefronts of shared memory, one per cycle and multiprocessor
//   l1        lines (128 bytes) that global accesses touch, one tag per cycle and multiprocessor; sectors of
//             loads, four per cycle
//   l2_read   sectors of loads that no warp of the block asked for before (L1 holds what a block reads), at
//             l2_read_bandwidth
//   l2_write  sectors of stores and atomics at l2_write_bandwidth; lines that they touch at l2_write_lines
//   dram      bytes read and written, each once, at dram_bandwidth, where these and the buffers exceed L2
//   constant  passes of constant loads, constant_pass cycles each, per multiprocessor
//   issue     warp instructions of our program, one per cycle and sub-partition
//   latency   one block's longest warp: between two barriers, its slowest kind of load once, as loads without
//             a barrier between them overlap; its barriers and its passes of constant loads; times the number
//             of waves in which the multiprocessors take the blocks
// A multiprocessor's share of the work is the whole divided by the multiprocessors that have a block.
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

/// The launch as the model needs it.
struct SpeedInput {
  Totals totals; ///< of the whole grid
  std::uint64_t warp_instructions = 0;
  std::uint64_t blocks = 0, threads = 0; ///< threads: per block
  std::uint64_t shared_bytes = 0;        ///< per block
  std::uint64_t buffer_bytes = 0;        ///< of all arguments together
  double first_read_share = 1; ///< the share of a block's load sectors that it had not read before; 0 to 1
  double block_latency_cycles = 0;                           ///< of the block's longest warp: its loads
  std::uint64_t warp_constant_passes = 0, warp_barriers = 0; ///< of the block's first warp
};

/// The bytes that a launch moves, by memory.
struct Traffic {
  double l2_bytes = 0; ///< sectors of loads that the block had not read before, sectors of stores and atomics
  double dram_bytes = 0;   ///< of them what the buffers hold at most: each byte once
  double shared_bytes = 0; ///< 128 for each wavefront
};
[[nodiscard]] Traffic traffic_of(const SpeedInput& input);

struct SpeedEstimate {
  double seconds = 0;
  double start_seconds = 0;
  std::array<double, bottleneck_names.size()> parts{}; ///< in seconds, by Bottleneck
  Bottleneck bottleneck = Bottleneck::Latency;
};

/// nullopt, with one sentence in `why_not`, when the device's file lacks a rate or the blocks cannot start
/// there.
[[nodiscard]] std::optional<SpeedEstimate> estimate_speed(const Device& device, const SpeedInput& input,
                                                          std::string& why_not);

} // namespace warpscope::model
