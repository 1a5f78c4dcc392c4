// Evaluates the roofs of roofline.h.
#include "sim/model/roofline.h"

#include <algorithm>

namespace warpscope::model {

namespace {

double device_number(const Device& device, std::string_view key, double unit) {
  const DeviceNumber* found = device.find(key);
  return found == nullptr ? 0 : found->value * unit;
}

} // namespace

std::optional<Roofline> roofline(const Device& device, const SpeedInput& input, double operations,
                                 std::string& why_not) {
  Roofline line;
  line.operations = operations;
  line.peak = device_number(device, "fp32_peak", 1e12);
  const double dram = device_number(device, "dram_bandwidth", 1e9);
  if (line.peak <= 0 || dram <= 0) {
    why_not = line.peak <= 0 ? "the device's file has no fp32_peak"
                             : "the device's file has no dram_bandwidth";
    return std::nullopt;
  }
  const Traffic traffic = traffic_of(input);
  constexpr double wavefront_bytes = 128;
  const double shared = device_number(device, "boost_clock", 1e6) * device.sm_count * wavefront_bytes;
  line.at_most = line.peak;
  const auto add = [&](Roof roof, double rate, double bytes) {
    if (rate <= 0) return;
    RoofOf of{roof, rate, bytes, bytes > 0 ? operations / bytes : 0, line.peak};
    if (bytes > 0) of.at_most = std::min(line.peak, of.intensity * rate);
    if (of.at_most < line.at_most) {
      line.at_most = of.at_most;
      line.bound = roof;
    }
    line.roofs.push_back(of);
  };
  add(Roof::Dram, dram, traffic.dram_bytes);
  add(Roof::L2, device_number(device, "l2_read_bandwidth", 1e9), traffic.l2_bytes);
  add(Roof::Shared, shared, traffic.shared_bytes);
  std::string no_estimate; // said elsewhere
  if (const std::optional<SpeedEstimate> estimate = estimate_speed(device, input, no_estimate);
      estimate && estimate->seconds > 0)
    line.modelled = operations / estimate->seconds;
  return line;
}

} // namespace warpscope::model
