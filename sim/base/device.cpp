// Look-ups in a device's numbers.
#include "sim/base/device.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope {

std::string Device::label() const { return fmt::format("cc {}.{} · {}", cc_major, cc_minor, architecture); }

const DeviceNumber* Device::find(std::string_view key) const {
  const auto found = std::find_if(numbers.begin(), numbers.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  return found == numbers.end() ? nullptr : &found->second;
}

} // namespace warpscope
