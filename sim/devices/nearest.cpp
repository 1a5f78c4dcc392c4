// Fills a device's missing rates and latencies from the nearest device that was probed.
#include "sim/devices/nearest.h"

#include "sim/devices/devices.h"

#include <algorithm>
#include <cstdlib>

namespace warpscope::devices {

namespace {

/// Only a probe tells this rate (tests/hardware/rate_probe.cu); no datasheet does.
bool was_probed(const Device& device) { return device.find("l2_read_bandwidth") != nullptr; }

double value_of(const Device& device, std::string_view key) {
  const DeviceNumber* number = device.find(key);
  return number == nullptr ? 0 : number->value;
}

int distance(const Device& a, const Device& b) {
  const auto number = [](const Device& d) { return static_cast<int>(10 * d.cc_major + d.cc_minor); };
  return std::abs(number(a) - number(b));
}

} // namespace

Probed probed(const Device& device) {
  Probed out{device, ""};
  if (was_probed(device)) return out;
  const Device* nearest = nullptr;
  for (const Device& known : devices())
    if (was_probed(known) && (nearest == nullptr || distance(device, known) < distance(device, *nearest)))
      nearest = &known;
  if (nearest == nullptr) return out;
  const double clock = value_of(device, "boost_clock"), its_clock = value_of(*nearest, "boost_clock");
  const double size = device.sm_count == 0 || nearest->sm_count == 0
                          ? 1
                          : static_cast<double>(device.sm_count) / nearest->sm_count *
                                (clock > 0 && its_clock > 0 ? clock / its_clock : 1);
  for (const auto& [key, number] : nearest->numbers) {
    if ((number.group != "rates" && number.group != "latency") || device.find(key) != nullptr) continue;
    DeviceNumber taken = number;
    if (number.unit == "GB/s" || number.unit.starts_with("10^9")) taken.value *= size;
    taken.source = nearest->name + "'s";
    out.device.numbers.emplace_back(key, std::move(taken));
  }
  out.from = nearest->architecture + " (" + nearest->name + ")";
  return out;
}

std::string borrowed_sentence(const std::string& device, const std::string& from) {
  return device + " was not probed: estimated from the nearest architecture that was, " + from;
}

} // namespace warpscope::devices
