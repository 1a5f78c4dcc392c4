// Figures for a device whose file has no measured rates: the nearest probed device's, by its size and clock.
#pragma once

#include "sim/base/device.h"

#include <string>

namespace warpscope::devices {

struct Probed {
  Device device;    ///< as it was, or with the other's rates and latencies where it has none
  std::string from; ///< "Hopper (H200)"; empty: it was probed itself, or nothing can stand in
};

/// Rates of the whole device (GB/s, 10^9 a second) are scaled by multiprocessors and clock; cycles and
/// microseconds are taken over. Nearest: by compute capability, of the built-in devices.
[[nodiscard]] Probed probed(const Device& device);

/// "A100 80GB was not probed: estimated from the nearest architecture that was, Hopper (H200)".
[[nodiscard]] std::string borrowed_sentence(const std::string& device, const std::string& from);

} // namespace warpscope::devices
