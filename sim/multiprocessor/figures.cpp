// Takes the figures from a device's file, and names the defaults for those that it lacks.
#include "sim/multiprocessor/figures.h"

#include "sim/multiprocessor/work.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::multiprocessor {

namespace {

/// Reads numbers of a device's file; remembers the first that is missing and those that a default stands for.
class Reader {
 public:
  Reader(const Device& device, const MeasuredDevice& measured) : device_(device), measured_(measured) {}
  double needed(std::string_view key) {
    const DeviceNumber* number = device_.find(key);
    if (number != nullptr && number->value > 0) return number->value;
    if (missing_.empty()) missing_ = key;
    return 1;
  }
  double measured(std::string_view key) {
    if (const MeasuredFigure* figure = measured_.find(key); figure != nullptr) return figure->value;
    if (missing_.empty()) missing_ = key;
    return 1;
  }
  /// Of what a probe, or one of an older program, did not ask for.
  double measured_or(std::string_view key, double otherwise, std::string_view source) {
    if (const MeasuredFigure* const figure = measured_.find(key); figure != nullptr) return figure->value;
    assumed_.push_back({key, source});
    return otherwise;
  }
  std::uint32_t cycles(std::string_view key) {
    return static_cast<std::uint32_t>(std::lround(measured(key)));
  }
  std::uint32_t or_default(std::string_view key, double value, std::string_view source) {
    if (const DeviceNumber* number = device_.find(key); number != nullptr && number->value > 0)
      value = number->value;
    else assumed_.push_back({key, source});
    return static_cast<std::uint32_t>(std::lround(value));
  }
  std::uint32_t cycles_or(std::string_view key, double otherwise, std::string_view source) {
    return static_cast<std::uint32_t>(std::lround(measured_or(key, otherwise, source)));
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }
  [[nodiscard]] std::vector<Assumed> assumed() && { return std::move(assumed_); }

 private:
  const Device& device_;
  const MeasuredDevice& measured_;
  std::string missing_;
  std::vector<Assumed> assumed_;
};

/// Shared memory is carved out of L1's bytes in these steps (CUDA C++ Programming Guide 12.9, section Compute
/// Capabilities: 9.0).
constexpr std::array<std::uint64_t, 10> carve_outs_kb = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

std::uint64_t carve_out(std::uint64_t bytes) {
  for (const std::uint64_t kb : carve_outs_kb)
    if (bytes <= kb * 1024) return kb * 1024;
  return carve_outs_kb.back() * 1024;
}

/// Lines for which L1 has no room besides those that shared memory takes. Source: an H200, driver 580.159.04,
/// 2026-12-01 (l1_sets_probe.cu), lines that are read again and again in their order, spread evenly, with 32,
/// 132 and 228 KB of shared memory: of 1,792 of 1,792 lines 20 % miss, of 1,664 none; of 1,024 of 992 30 %,
/// of 768 none; of 192 of 224 27 %, of 128 none. Without any carve-out it was not asked: all of 2,048 were
/// held on 2026-11-30.
constexpr std::uint32_t l1_reserved = 64;

/// Of L2: smaller footprints are held whole (4 MB of 60, beside 8).
constexpr double stray_from = 0.08;

/// Of L2: the footprint of which it loses the first lines, and what it keeps of bytes that are written, at
/// least and at most, before it sends them to DRAM. Source: an H200, driver 580.159.04, 2026-11-29, bytes of
/// DRAM by ncu of launches that follow one like them, by the footprint as a share of L2. Read of what is
/// loaded: 0.1 to 4 % at 0.47, 1 to 6 at 0.53, 7 to 14 at 0.6, 19 to 41 at 0.67, 61 to 94 at 0.8 (loads,
/// copies, sums in place, 64 warps that wait for each row). Written: 3 % at 0.4, 15 to 39 at 0.47, 78 to 87
/// at 0.53, 99 at 0.6. Where each sector of 32 MB is written in part (2026-12-01, words 8 to 16 bytes apart)
/// half is written to DRAM, and of larger ones all; where a word in each 64 or 128 bytes is written, nothing:
/// sectors count, not lines.
constexpr double lost_from = 0.45, dirty_from = 0.43, dirty_none = 0.56, narrow_none = 0.64;

/// By how much less than the mean the multiprocessor gets from DRAM that ends last, where all blocks are
/// there at once; where they come in rounds the others take blocks for it. Source: an H200, driver
/// 580.159.04, 2026-11-30, copies, loads and stores of 64 and 256 MB in loops of 1,056 blocks: the last one
/// ends 4 to 14 % later than the mean (7 in the median), 3 % where there are four rounds; within L2 loops
/// take as long as one element a thread does.
constexpr double last_behind = 0.07;

/// What DRAM takes of its bandwidth where nothing is read: an H200, the same day, 64 to 256 MB that are only
/// written, 4.58 TB/s of 4.8.
constexpr double written_alone = 0.95;

/// Cycles of the probe's chains of loads that are not the load's: the instruction that makes the next address
/// of what was loaded (LEA, IMAD.WIDE, SHF).
constexpr std::uint32_t address_of_next = 6;

std::uint32_t ticks(double cycles) {
  return static_cast<std::uint32_t>(std::lround(cycles * static_cast<double>(ticks_per_cycle)));
}

} // namespace

double dram_share_of(const MeasuredDevice& measured, const Share& share, double l2_bytes) {
  const auto figure = [&](std::string_view key, double otherwise) {
    const MeasuredFigure* found = measured.find(key);
    return found != nullptr ? found->value : otherwise;
  };
  if (l2_bytes <= 0) return 1;
  // Some lines are lost long before the footprint is too large for all.
  const double copied = std::clamp(2 * share.written, 0.0, 1.0), none_read = figure("l2_none_read", 1);
  const double none = none_read + copied * (figure("l2_none_copied", none_read) - none_read);
  const double size = static_cast<double>(share.footprint) / l2_bytes;
  // What is read and written in place is lost later: 1 % at 0.53, 14 at 0.6.
  const double from = lost_from + 0.1 * std::max(0.0, share.written - 0.5);
  const double beyond = std::clamp((size - from) / std::max(none - from, 1e-3), 0.0, 1.0);
  const double regular = beyond * beyond;
  // Addresses in no order find a line in L2 as often as it holds one, where lines in order have just been
  // replaced. What passes in order, once, takes half of its bytes of the room (an H200: tables of 16 to 64 MB
  // beside 0 to 32 MB that are read and written once).
  const double in_no_order = static_cast<double>(share.in_no_order) / l2_bytes;
  const double rivals = in_no_order + std::max(0.0, size - in_no_order) / 2;
  const double resident = figure("l2_held_irregular", 0.45) / std::max(rivals, 1e-9);
  const double irregular = std::clamp(1 - resident, 0.0, regular);
  // Of what is asked for in no order some lines come late although there is room for all.
  const double stray = size > stray_from ? figure("l2_stray", 0) * size * share.irregular : 0;
  return std::max(std::min(stray, 1.0), regular + share.irregular * (irregular - regular));
}

double l2_kept_of(const MeasuredDevice& measured) {
  const MeasuredFigure* const held = measured.find("l2_held_read");
  return held != nullptr ? held->value : lost_from;
}

double dram_share_written(const MeasuredDevice& measured, const Share& share, double l2_bytes,
                          bool in_parts) {
  if (l2_bytes <= 0) return 1;
  const double lines = share.written * static_cast<double>(share.footprint) / l2_bytes;
  const double dirty = lines * share.written_of_lines, none = in_parts ? narrow_none : dirty_none;
  const double sent = std::clamp((dirty - dirty_from) / (none - dirty_from), 0.0, 1.0);
  return std::max(sent, dram_share_of(measured, share, l2_bytes));
}

std::optional<DeviceFigures> figures_of(const Device& device, const MeasuredDevice& measured,
                                        const Share& share, std::string& why_not) {
  Reader read(device, measured);
  Figures out;
  DeviceFigures result;
  constexpr std::string_view ampere = "Ampere's (Huerta et al., MICRO 2025)";
  constexpr std::string_view guess = "not measured", hopper = "an H200's", none = "nothing: not asked for";
  out.clock_hz = read.needed("boost_clock") * 1e6;
  const double multiprocessors = std::max(1.0, static_cast<double>(device.sm_count));
  const double busy = std::clamp(static_cast<double>(share.busy), 1.0, multiprocessors);
  // The probe's figures of what all have in common are cycles of a multiprocessor while all are busy.
  const auto shared = [&](std::string_view key, double times = 1) {
    return ticks(read.measured(key) * times * busy / multiprocessors);
  };
  // Alone a multiprocessor gets a line a cycle from L2 (miss_walk of the probe), and writes a sector a cycle.
  const auto at_least = [](std::uint32_t t, double cycles) { return std::max(t, ticks(cycles)); };
  out.l2_read_sector = at_least(shared("l2_read_sector"), 1.0 / sectors_per_line);
  out.l2_read_line = at_least(shared("l2_read_line"), 1);
  out.l2_write_sector = at_least(shared("l2_write_sector"), 1);
  out.l2_write_line = at_least(shared("l2_write_line"), 1);
  out.l2_write_narrow = shared("l2_write_narrow");
  out.write_lines = read.cycles("write_lines");
  const double dram = read.needed("dram_bandwidth") * 1e9,
               behind = 1 + last_behind / std::max(1.0, share.rounds);
  const auto dram_sector = [&](std::string_view key) {
    double of_bandwidth = read.measured(key);
    if (key == "dram_write")
      of_bandwidth += std::max(0.0, written_alone - of_bandwidth) * std::max(0.0, 2 * share.written - 1);
    return at_least(ticks(out.clock_hz * sector_bytes * behind * busy / (dram * of_bandwidth)), 0.5);
  };
  out.dram_sector = dram_sector("dram_read");
  out.dram_write_sector = dram_sector("dram_write");
  const std::uint32_t apart = dram_sector("dram_apart");
  out.dram_sector_apart = static_cast<std::uint32_t>(
      std::lround(apart + share.beside * (static_cast<double>(out.dram_sector) - apart)));
  out.dram_share = static_cast<std::uint32_t>(
      std::lround(65536 * dram_share_of(measured, share, read.needed("l2_bytes"))));
  out.dram_share_written = static_cast<std::uint32_t>(
      std::lround(65536 * dram_share_written(measured, share, read.needed("l2_bytes"))));
  const double leaves = dram_share_written(measured, share, read.needed("l2_bytes"));
  if (leaves > 0)
    out.dram_narrow = static_cast<std::uint32_t>(
        std::lround(65536 * dram_share_written(measured, share, read.needed("l2_bytes"), true) / leaves));
  // What others ask for, too, they keep there.
  if (share.private_lines)
    out.l2_kept_lines = static_cast<std::uint32_t>(
        std::lround(read.measured("l2_held_read") * read.needed("l2_bytes") / line_bytes / busy));
  out.dram_first = static_cast<std::uint32_t>(std::lround(65536 * share.first));
  out.dram_first_written = static_cast<std::uint32_t>(std::lround(65536 * share.first_written));
  const double cycles_per_ns = out.clock_hz * 1e-9;
  out.atomic_sector = shared("atomic_sector");
  out.atomic_several = ticks(read.measured_or("atomic_several", 0.2, hopper) * busy / multiprocessors);
  out.atomic_again = ticks(read.measured_or("atomic_again", 1.9, hopper) * busy / multiprocessors);
  out.atomic_returned = ticks(read.measured_or("atomic_returned", 3.5, hopper) * busy / multiprocessors);
  out.atomic_swapped = ticks(read.measured_or("atomic_swapped", 6, hopper) * busy / multiprocessors);
  out.atomic_turn = ticks(read.measured("atomic_turn") * cycles_per_ns);
  out.atomic_request = ticks(read.measured_or("atomic_request", 0, none) * cycles_per_ns);
  out.atomic_word = ticks(read.measured("atomic_word") * cycles_per_ns);
  const auto latency = [&](std::string_view key) {
    const std::uint32_t cycles = read.cycles(key);
    return cycles - std::min(cycles, address_of_next);
  };
  out.shared_latency = latency("shared_latency");
  out.shared_wavefront = read.cycles("shared_wavefront");
  out.shuffle_latency = read.cycles("shuffle_latency");
  out.l1_latency = latency("l1_latency");
  out.l1_lines = std::max(1u, read.cycles("l1_lines"));
  out.l2_latency = latency("l2_latency");
  out.dram_latency = latency("dram_latency");
  out.constant_latency = latency("constant_latency");
  out.constant_pass = read.cycles("constant_pass");
  out.constant_miss = read.cycles("constant_miss");
  const std::uint32_t next_barrier = read.cycles("barrier");
  out.barrier = next_barrier - std::min<std::uint32_t>(next_barrier, behind_barrier);
  out.barrier_each_warp = read.cycles("barrier_each_warp");
  out.barrier_arrival = ticks(read.measured("barrier_arrival"));
  out.block_start = read.cycles("block_start");
  out.block_interval = static_cast<std::uint32_t>(
      std::lround(read.measured("block_interval") * busy / multiprocessors));
  out.block_interval_warp = read.cycles("block_interval_warp");
  out.warp_start = read.cycles("warp_start");
  out.store_end = read.cycles("store_end");
  result.launch_seconds = read.measured("launch") * 1e-6;
  result.fetch_seconds = read.measured("fetch") / out.clock_hz;
  result.fetch_most_seconds = read.measured("fetch_most") / out.clock_hz;
  if (!read.missing().empty()) {
    why_not = "the device's file has no " + read.missing();
    return std::nullopt;
  }
  out.partitions = read.or_default("sub_partitions_per_sm", 4, hopper);
  out.warps = device.max_warps_per_sm;
  out.queue = read.or_default("lsu_queue", 5, ampere);
  out.write_backlog = read.or_default("write_backlog", 512, guess);
  // The probe does not ask for these yet.
  // An array that is updated in place takes l2_rewritten times as long as reading it (rewrite4 of the probe):
  // writing it, and what its reading takes of that.
  const double crossing = read.measured_or("l2_crossing", 0.4, hopper);
  const double in_place = read.measured_or("l2_rewritten", 1, none) -
                          read.measured("l2_write_sector") / read.measured("l2_read_sector");
  out.l2_crossing = static_cast<std::uint32_t>(
      std::lround(256 * (crossing + share.rewritten * std::max(0.0, in_place - crossing))));
  out.dram_partial = static_cast<std::uint32_t>(std::lround(65536 * share.partial));
  out.constant_lines = read.cycles_or("constant_lines", 25, hopper);
  out.constant_again = read.cycles_or("constant_again", 8, hopper);
  out.constant_again_first = read.cycles_or("constant_again_first", 6, hopper);
  out.uniform_lines = read.cycles_or("uniform_lines", 4, hopper);
  out.uniform_miss = read.cycles_or("uniform_miss", 58, hopper);
  out.fence_latency = read.cycles_or("fence", 285, hopper);
  out.fence_system_latency = read.cycles_or("fence_system", 1920, hopper);
  out.fence_each = read.cycles_or("fence_each", 10, hopper);
  out.store_answer = read.cycles_or("store_answer", 300, hopper);
  out.dram_turn = read.cycles_or("dram_turn", 500, hopper);
  out.dram_turning = read.cycles_or("dram_turning", 2200, hopper);
  out.dram_halves = read.cycles_or("dram_halves", 64, hopper);
  out.dram_spread = read.cycles_or("dram_spread", 180, hopper);
  out.barrier_drain = read.cycles_or("barrier_drain", 24, hopper);
  out.dram_crowd = read.cycles_or("dram_crowd", 30, hopper);
  const double l1_bytes = read.or_default("l1_bytes", 262144, hopper);
  const double left = std::max(0.0, l1_bytes - static_cast<double>(carve_out(share.resident_shared)));
  out.l1_ways = read.cycles_or("l1_ways", 4, hopper);
  out.l1_sets = static_cast<std::uint32_t>(l1_bytes / line_bytes / std::max(1u, out.l1_ways));
  out.l1_held = static_cast<std::uint32_t>(left / line_bytes);
  if (left < l1_bytes) out.l1_held -= std::min(out.l1_held / 2, l1_reserved);
  if (left == 0) out.l1_sets = 0;
  if (measured.of != device.id)
    result.borrowed = device.name + " has not been probed: the figures of the nearest device that has, " +
                      measured.device + ", stand for its own, at its own clock, sizes and DRAM bandwidth";
  result.figures = out;
  result.assumed = std::move(read).assumed();
  return result;
}

} // namespace warpscope::multiprocessor
