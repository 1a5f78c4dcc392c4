// What a program is told about the device, by the names of cudaDeviceProp and cudaDeviceAttr.
#pragma once

#include "guest/protocol/messages.h"
#include "sim/base/device.h"

#include <cstdint>
#include <vector>

namespace warpscope::whole {

/// `memory_bytes`: what buffers may take, which is less than the device has.
[[nodiscard]] std::vector<guest::DeviceFact> device_facts(const Device& device, std::uint64_t memory_bytes);

} // namespace warpscope::whole
