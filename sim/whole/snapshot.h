// Keeps what a launch sees, for running it again.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/launch/snapshot.h"

#include <cstdint>
#include <optional>

namespace warpscope::whole {

using launch::LaunchSnapshot;

/// nullopt: more than `most_bytes` would have to be kept.
[[nodiscard]] std::optional<LaunchSnapshot> take_snapshot(const program::Program& program,
                                                          const exec::Launch& launch,
                                                          exec::DeviceMemory& memory, int window_file,
                                                          std::uint64_t most_bytes = std::uint64_t{1} << 30);

} // namespace warpscope::whole
