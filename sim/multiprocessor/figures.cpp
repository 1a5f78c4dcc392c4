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
  explicit Reader(const Device& device) : device_(device) {}
  double needed(std::string_view key) {
    const DeviceNumber* number = device_.find(key);
    if (number != nullptr && number->value > 0) return number->value;
    if (missing_.empty()) missing_ = key;
    return 1;
  }
  std::uint32_t or_default(std::string_view key, double value, std::string_view source) {
    if (const DeviceNumber* number = device_.find(key); number != nullptr && number->value > 0)
      value = number->value;
    else assumed_.push_back({key, source});
    return static_cast<std::uint32_t>(std::lround(value));
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }
  [[nodiscard]] std::vector<Assumed> assumed() && { return std::move(assumed_); }

 private:
  const Device& device_;
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

std::uint32_t ticks(double cycles) {
  return static_cast<std::uint32_t>(std::lround(cycles * static_cast<double>(ticks_per_cycle)));
}

} // namespace

double dram_share_of(double footprint, double l2_bytes) {
  // Read back and forth on an H200 of 60 MB (TIMES of 2026-11): 9.1 TB/s at 44 MB, 7.5 at 48, 5.1 at 58, 4.2
  // at 70. With 4.5 TB/s from DRAM alone that is a share of 0, 0.2, 0.8 and 1.
  constexpr double all_held = 0.70, none_held = 0.98;
  if (l2_bytes <= 0) return 1;
  return std::clamp((footprint / l2_bytes - all_held) / (none_held - all_held), 0.0, 1.0);
}

std::optional<DeviceFigures> figures_of(const Device& device, const Share& share, std::string& why_not) {
  Reader read(device);
  Figures out;
  out.clock_hz = read.needed("boost_clock") * 1e6;
  const double multiprocessors = std::max(1.0, static_cast<double>(device.sm_count));
  const double busy = std::clamp(static_cast<double>(share.busy), 1.0, multiprocessors);
  // A server's ticks for one of `size` of this multiprocessor's share of a rate, in units a second.
  const auto server = [&](double size, double rate) { return ticks(out.clock_hz * size * busy / rate); };
  // No multiprocessor gets more from L2 than 64 bytes a cycle (the width of its port; NVIDIA H100
  // whitepaper).
  const auto at_least_port = [](std::uint32_t t) { return std::max(t, ticks(sector_bytes / 64.0)); };
  // Two servers, one for either half of a line. Copies of one sector in 32 or 64 bytes reach 1.23 times the
  // rate of the device's file, which rate_probe.cu read with a start subtracted that its launches do not
  // have (fitted to copy_stride STRIDE=8 and 16, H200).
  constexpr double l2_read_above = 1.23;
  out.l2_read_sector = at_least_port(
      2 * server(sector_bytes, read.needed("l2_read_bandwidth") * l2_read_above * 1e9));
  out.l2_write_sector = at_least_port(server(sector_bytes, read.needed("l2_write_bandwidth") * 1e9));
  out.l2_write_line = server(1, read.needed("l2_write_lines") * 1e9);
  // Reads reach 0.94 of the datasheet's rate (rate_probe.cu on an H200: 4.5 of 4.8 TB/s). Writes, between
  // which and reads the bus has to turn, 0.68: fitted to two transposes of 75 MB.
  constexpr double dram_reads = 0.94, dram_writes = 0.68;
  const double dram = read.needed("dram_bandwidth") * 1e9;
  out.dram_sector = at_least_port(server(sector_bytes, dram * dram_reads));
  out.dram_write_sector = at_least_port(server(sector_bytes, dram * dram_writes));
  out.dram_share = static_cast<std::uint32_t>(
      std::lround(65536 * dram_share_of(static_cast<double>(share.footprint), read.needed("l2_bytes"))));
  const double starts = read.needed("block_starts") * 1e9;
  if (!read.missing().empty()) {
    why_not = "the device's file has no " + read.missing();
    return std::nullopt;
  }
  constexpr std::string_view h200 = "an H200's (tests/hardware/rate_probe.cu, device_probe.cu)";
  constexpr std::string_view ampere = "Ampere's (Huerta et al., MICRO 2025)";
  constexpr std::string_view guess = "not measured";
  constexpr std::string_view fitted = "fitted to times of an H200 (docs/speed-model.md)";
  out.partitions = read.or_default("sub_partitions_per_sm", 4, h200);
  out.warps = device.max_warps_per_sm;
  out.queue = read.or_default("lsu_queue", 5, ampere);
  out.shared_latency = read.or_default("shared_latency", 29, h200);
  out.l1_latency = read.or_default("l1_latency", 43, h200);
  out.l2_latency = read.or_default("l2_latency", 287, h200);
  out.dram_latency = read.or_default("dram_latency", 690, h200);
  out.constant_latency = read.or_default("constant_latency", 29, guess);
  out.constant_pass = read.or_default("constant_pass", 2, h200);
  out.barrier = read.or_default("barrier", 12, h200);
  out.barrier_each_warp = read.or_default("barrier_each_warp", 2, h200);
  out.block_interval = static_cast<std::uint32_t>(std::lround(out.clock_hz * busy / starts));
  out.block_start = read.or_default("block_start", 200, guess);
  out.warp_start = read.or_default("warp_start", 18, fitted);
  // A float added to one word by each thread of a million takes 1.76 ns a thread, by each warp 1.9 ns a warp.
  constexpr double turn_seconds = 1.8e-9;
  out.atomic_turn = ticks(turn_seconds * out.clock_hz * (share.atomics_meet ? busy : 1.0));
  out.write_backlog = read.or_default("write_backlog", 512, guess);
  const double l1_bytes = read.or_default("l1_bytes", 262144, h200);
  const double left = std::max(0.0, l1_bytes - static_cast<double>(carve_out(share.resident_shared)));
  out.l1_ways = read.or_default("l1_ways", 16, guess);
  out.l1_sets = static_cast<std::uint32_t>(left / line_bytes / std::max(1u, out.l1_ways));
  return DeviceFigures{out, std::move(read).assumed()};
}

} // namespace warpscope::multiprocessor
