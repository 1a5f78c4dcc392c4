// The figures of a device that the multiprocessor's simulation needs, from its file in assets/devices and,
// where that does not have them, from defaults that name their source.
#pragma once

#include "sim/base/device.h"
#include "sim/base/measured.h"
#include "sim/multiprocessor/work.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::multiprocessor {

/// Cycles of the tags' stage in which the data of other accesses pass although lines miss, and half cycles
/// that a load takes longer there, at most, which finds sectors under way (multiprocessor.h, LSU).
inline constexpr std::uint64_t miss_overlap = 3, halves_under_way = 3;

/// A unit of time for what is not a whole number of cycles: servers outside the multiprocessor.
inline constexpr std::uint64_t ticks_per_cycle = 256;

struct Figures {
  double clock_hz = 1e9;
  std::uint32_t partitions = 4; ///< sub-partitions, each of which issues one instruction a cycle
  std::uint32_t warps = 64;     ///< places for resident warps
  std::uint32_t queue = 5;      ///< memory instructions of a sub-partition that wait for the LSU; at least 1
  // Cycles from issue to the first instruction that can use the result, when nothing else is under way.
  std::uint32_t shuffle_latency = 24;
  std::uint32_t shared_wavefront = 1; ///< of each wavefront after the first
  std::uint32_t shared_latency = 29, l1_latency = 43, l2_latency = 287, dram_latency = 690;
  std::uint32_t constant_latency = 29;
  std::uint32_t constant_pass = 2; ///< cycles of the constant port
  std::uint32_t constant_miss = 0; ///< likewise, for a line's first access
  /// Lines that the constant cache holds; cycles of the port for a line that it has lost, and for the first
  /// of an access besides.
  std::uint32_t constant_lines = 25, constant_again = 0, constant_again_first = 0;
  /// Lines that a sub-partition holds of what its uniform registers load; cycles for one that it does not.
  std::uint32_t uniform_lines = 4, uniform_miss = 0;
  /// Of a loop of compare-and-swaps in shared memory: by how many cycles their results come later than a
  /// load's; and those between the result of one that failed and the load in front of it, in which a
  /// comparison and a branch are issued.
  std::uint32_t swap_latency = 14, swap_again = 21;
  /// Cycles from the last arrival to the release; between two arrivals of one block; ticks that an arrival
  /// occupies the unit of all barriers.
  std::uint32_t barrier = 12, barrier_each_warp = 2, barrier_arrival = ticks_per_cycle;
  std::uint32_t l1_sets = 128, l1_ways = 16; ///< of tags; 0 sets: nothing is cached
  std::uint32_t l1_held = 0;                 ///< lines that L1 has room for; 0: one for each tag
  std::uint32_t l1_lines = 1;                ///< lines of a load that L1 looks up in a cycle
  // This multiprocessor's share of what all have in common, in ticks.
  std::uint32_t l2_read_sector = ticks_per_cycle, l2_write_sector = ticks_per_cycle;
  std::uint32_t l2_read_line = ticks_per_cycle;  ///< of a line's request, at least
  std::uint32_t l2_write_line = ticks_per_cycle; ///< likewise
  std::uint32_t l2_write_narrow = 0;             ///< more, if it is narrow
  /// Of the ticks that a load takes at L2, the share that L2's writing server loses, in 1/256.
  std::uint32_t l2_crossing = 0;
  /// A slice of L2 has fallen behind its atomics when it has so many cycles of them before it.
  std::uint32_t slice_behind = 1000;
  std::uint32_t write_lines = 0; ///< lines whose stores are put together before L2
  std::uint32_t dram_sector = ticks_per_cycle, dram_write_sector = ticks_per_cycle;
  std::uint32_t dram_sector_apart = ticks_per_cycle; ///< read, of lines that lie apart
  std::uint32_t atomic_sector = ticks_per_cycle;     ///< of L2's writing server, for each turn
  std::uint32_t atomic_several = 0;  ///< more, for each word of a sector that the lanes name beside the first
  std::uint32_t atomic_again = 0;    ///< more, for each turn of sectors that take several
  std::uint32_t atomic_returned = 0; ///< at least, for each turn of an atomic whose result is used
  std::uint32_t atomic_swapped = 0;  ///< for each turn of a compare and swap of several lanes in a line
  std::uint32_t atomic_turn = ticks_per_cycle; ///< of a sector, at the slice of L2 that has it
  std::uint32_t atomic_request = 0;            ///< there, of a line's turns together, before the first
  std::uint32_t atomic_word = ticks_per_cycle; ///< between two additions of floats to one word
  /// Cycles that the servers of stores and atomics may lie behind before the LSU waits for them.
  std::uint32_t write_backlog = 512;
  /// Writes that DRAM's server takes together: cycles that they occupy it for, at least. 0: each by itself.
  std::uint32_t dram_turn = 0;
  std::uint32_t dram_halves = 0; ///< cycles that a line comes later of which DRAM delivers both halves
  std::uint32_t dram_spread = 0; ///< by how many cycles the latencies of pages differ: see latency_of
  std::uint32_t dram_crowd = 0;  ///< cycles that a load waits at DRAM, times busy / idle of the window before
  /// Likewise, times the square of the share of the window in which DRAM was written to.
  std::uint32_t dram_turning = 0;
  /// The share of lines that L2 does not hold, in 1/65536; and of what is written, that it does not keep.
  std::uint32_t dram_share = 0, dram_share_written = 0;
  /// Of lines of which parts of sectors are written and that would not be kept, those that leave, likewise.
  std::uint32_t dram_narrow = 65536;
  /// Lines from DRAM, or written there, that L2 keeps for this multiprocessor; 0: all.
  std::uint32_t l2_kept_lines = 0;
  /// Of those lines, the share that no other multiprocessor has loaded before, likewise.
  std::uint32_t dram_first = 65536;
  /// Likewise of what is written, since L2 keeps what the blocks of others write again.
  std::uint32_t dram_first_written = 65536;
  /// Cycles of a fence for other blocks, and for the host, from the latest answer to what its warp has
  /// stored; and between two fences.
  std::uint32_t fence_latency = 0, fence_system_latency = 0, fence_each = 0;
  std::uint32_t store_answer = 0; ///< cycles from a store's service to its answer
  /// Of lines that are written in part, the share whose rest DRAM has to deliver, in 1/65536.
  std::uint32_t dram_partial = 65536;
  std::uint32_t barrier_drain = 0;       ///< cycles that a barrier holds the LSU behind conflicts, at most
  std::uint32_t block_start = 0;         ///< cycles from a free place to the first warp of the next block
  std::uint32_t block_interval = 0;      ///< cycles between the starts of two blocks, at least
  std::uint32_t block_interval_warp = 0; ///< likewise, for each warp of the first
  std::uint32_t warp_start = 0;          ///< cycles between the starts of two warps of a block
  std::uint32_t store_end = 0;           ///< cycles from a store's service to the earliest end of its warp
};

/// Lines that L1 holds at a time.
[[nodiscard]] constexpr std::uint32_t lines_held(const Figures& figures) {
  const std::uint32_t tags = figures.l1_sets * figures.l1_ways;
  return figures.l1_held == 0 || figures.l1_held > tags ? tags : figures.l1_held;
}

/// What of a launch the figures depend on.
struct Share {
  std::uint32_t busy = 1;            ///< multiprocessors that have a block
  std::uint64_t resident_shared = 0; ///< bytes of shared memory of the blocks that are resident, with the
                                     ///< reserve
  std::uint64_t footprint = 0;       ///< bytes of global memory that the launch touches
  double written = 0;                ///< the share of those that it writes
  double written_of_lines = 1;       ///< of the sectors of the lines that it writes, the share that it writes
  double irregular = 0;              ///< the share of what it loads whose addresses are in no order
  std::uint64_t in_no_order = 0;     ///< of `footprint`, the bytes that such loads touch
  double rewritten = 0;              ///< the share of what it loads that it writes, too
  double rounds = 1000;              ///< in which the multiprocessors take the blocks
  double first = 1; ///< of what a multiprocessor loads for the first time, the share that no other has
  double first_written = 1; ///< likewise of what it writes
  double scattered = 0;     ///< of the lines that it stores to, the share whose stores are in no order
  double partial = 1;       ///< of sectors that are written in part, the share whose rest nobody writes soon
  double beside = 0;        ///< of lines apart in their access, the share whose neighbours are asked for, too
  bool private_lines = true; ///< hardly any line is loaded by several multiprocessors
};

/// A figure for which a default stands, and where that comes from.
struct Assumed {
  std::string_view figure, source;
};

struct DeviceFigures {
  Figures figures;
  std::vector<Assumed> assumed;
  double launch_seconds = 0; ///< of a kernel that does nothing
  /// Seconds for which a launch fetches each of its instructions for the first time, and at most in all.
  double fetch_seconds = 0, fetch_most_seconds = 0;
  /// One sentence, when the figures are of another device's probe.
  std::string borrowed;
};

/// Sizes, the clock and DRAM's bandwidth are the device's own; the rest is `measured`, which may be of
/// another device: then in cycles as there. nullopt, with one sentence in `why_not`, when the device's file
/// lacks the clock, DRAM's bandwidth or L2's size: for these no default of another device is honest.
[[nodiscard]] std::optional<DeviceFigures> figures_of(const Device& device, const MeasuredDevice& measured,
                                                      const Share& share, std::string& why_not);

/// The share of lines that miss L2 when a launch that touches `footprint` bytes follows one that touched the
/// same, from 0 to 1.
[[nodiscard]] double dram_share_of(const MeasuredDevice& measured, const Share& share, double l2_bytes);

/// The share of L2 that it keeps of what is read.
[[nodiscard]] double l2_kept_of(const MeasuredDevice& measured);

/// Likewise of what the launch writes, which leaves L2 for DRAM.
/// `in_parts`: of lines of which parts of sectors are written.
[[nodiscard]] double dram_share_written(const MeasuredDevice& measured, const Share& share, double l2_bytes,
                                        bool in_parts = false);

} // namespace warpscope::multiprocessor
