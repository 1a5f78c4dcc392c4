// Evaluates the speed model of speed.h.
#include "sim/model/speed.h"

#include "sim/model/occupancy.h"

#include <algorithm>
#include <cmath>

namespace warpscope::model {

namespace {

/// Looks up the device's numbers that the model needs, and names the first one that is missing.
class Rates {
 public:
  explicit Rates(const Device& device) : device_(device) {}
  double operator()(std::string_view key, double unit = 1) {
    const DeviceNumber* number = device_.find(key);
    if (number != nullptr && number->value > 0) return number->value * unit;
    if (missing_.empty()) missing_ = key;
    return 1;
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  const Device& device_;
  std::string missing_;
};

} // namespace

std::string_view sentence_of(Bottleneck bottleneck) {
  constexpr std::array<std::string_view, bottleneck_names.size()> sentences = {
      "wavefronts of shared memory",     "lines that L1 looks up", "sectors read from L2",
      "sectors and lines written to L2", "bytes of device memory", "passes of constant loads",
      "instructions to be issued",       "waiting for loads",      "starting the blocks"};
  return sentences[static_cast<std::size_t>(bottleneck)];
}

Traffic traffic_of(const SpeedInput& input) {
  constexpr double sector = 32, wavefront = 128;
  Traffic traffic;
  for (const SharedTotals& kind : input.totals.shared)
    traffic.shared_bytes += wavefront * static_cast<double>(kind.wavefronts);
  const auto load = static_cast<std::size_t>(AccessKind::Load);
  for (std::size_t kind = 0; kind < std::size(input.totals.global); ++kind)
    traffic.l2_bytes += sector * static_cast<double>(input.totals.global[kind].sectors) *
                        (kind == load ? input.first_read_share : 1);
  traffic.dram_bytes = std::min(static_cast<double>(input.buffer_bytes), traffic.l2_bytes);
  return traffic;
}

std::optional<SpeedEstimate> estimate_speed(const Device& device, const SpeedInput& input,
                                            std::string& why_not) {
  const Occupancy held = occupancy(
      device, {.threads = input.threads, .registers_per_thread = 0, .shared_bytes = input.shared_bytes});
  if (!held.illegal.empty()) {
    why_not = held.illegal;
    return std::nullopt;
  }
  Rates rate(device);
  const double clock = rate("boost_clock", 1e6), read_bandwidth = rate("l2_read_bandwidth", 1e9),
               write_bandwidth = rate("l2_write_bandwidth", 1e9);
  const double write_lines = rate("l2_write_lines", 1e9), dram_bandwidth = rate("dram_bandwidth", 1e9),
               l2_bytes = rate("l2_bytes");
  const double block_starts = rate("block_starts", 1e9), overhead = rate("launch_overhead", 1e-6),
               partitions = rate("sub_partitions_per_sm");
  const double pass = rate("constant_pass"), barrier = rate("barrier"),
               barrier_each_warp = rate("barrier_each_warp");
  if (!rate.missing().empty()) {
    why_not = "the device's file has no " + rate.missing();
    return std::nullopt;
  }
  const auto blocks = static_cast<double>(input.blocks);
  const double busy = std::max(1.0, std::min(blocks, static_cast<double>(device.sm_count)));
  // The share of the multiprocessor with the most blocks, relative to the average.
  const double most = std::ceil(blocks / busy) / (blocks / busy);
  const double each = clock * busy / most; // cycles per second of all busy multiprocessors together
  std::uint64_t wavefronts = 0, lines = 0, written = 0, written_lines = 0;
  for (const SharedTotals& kind : input.totals.shared) wavefronts += kind.wavefronts;
  for (const GlobalTotals& kind : input.totals.global) lines += kind.lines;
  const auto load = static_cast<std::size_t>(AccessKind::Load);
  for (std::size_t kind = 0; kind < 3; ++kind) {
    if (kind == load) continue;
    written += input.totals.global[kind].sectors;
    written_lines += input.totals.global[kind].lines;
  }
  const auto read = static_cast<double>(input.totals.global[load].sectors);
  constexpr double sector = 32, sectors_a_cycle = 4;

  SpeedEstimate out;
  const auto part = [&](Bottleneck which) -> double& { return out.parts[static_cast<std::size_t>(which)]; };
  part(Bottleneck::Shared) = static_cast<double>(wavefronts) / each;
  part(Bottleneck::L1) = std::max(static_cast<double>(lines), read / sectors_a_cycle) / each;
  // The full rate of L2 needs all multiprocessors; a few get their share of it.
  const double part_of_device = busy / std::max(1.0, static_cast<double>(device.sm_count));
  part(Bottleneck::L2Read) = read * input.first_read_share * sector / (read_bandwidth * part_of_device);
  part(Bottleneck::L2Write) = std::max(static_cast<double>(written) * sector / write_bandwidth,
                                       static_cast<double>(written_lines) / write_lines) /
                              part_of_device;
  const double touched = traffic_of(input).dram_bytes;
  part(Bottleneck::Dram) = touched > l2_bytes ? touched / dram_bandwidth : 0;
  part(Bottleneck::Constant) = static_cast<double>(input.totals.constant.passes) * pass / each;
  part(Bottleneck::Issue) = static_cast<double>(input.warp_instructions) / (each * partitions);
  const double warps = std::ceil(static_cast<double>(input.threads) / warp_size);
  const double cycles = input.block_latency_cycles + static_cast<double>(input.warp_constant_passes) * pass +
                        static_cast<double>(input.warp_barriers) * (barrier + barrier_each_warp * warps);
  const double at_once = static_cast<double>(device.sm_count) * std::max(1u, held.blocks_per_sm);
  part(Bottleneck::Latency) = std::ceil(blocks / at_once) * cycles / clock;
  part(Bottleneck::Starts) = blocks / block_starts;
  out.start_seconds = overhead;
  const auto longest = std::max_element(out.parts.begin(), out.parts.end());
  out.bottleneck = static_cast<Bottleneck>(longest - out.parts.begin());
  out.seconds = overhead + *longest;
  return out;
}

} // namespace warpscope::model
