// Makes the value that the scene Multiprocessor draws: simulates recorded steps, and does so again with other
// numbers of resident blocks.
#pragma once

#include "app/playback/machine.h"
#include "sim/run/estimate.h"

#include <atomic>
#include <memory>
#include <string>

namespace warpscope::playback {

/// What is asked about one launch.
struct MachineChoice {
  std::uint32_t resident = 0; ///< blocks held at once; 0: as many as the device holds
  double latency = 1; ///< loads from global and local memory take so many times as long as on the device
  std::uint32_t l1_bytes = 0; ///< of L1; 0: what the launch's shared memory leaves of the device's
  MachinePtr known; ///< of the same launch: its steps, and of the same latency and L1 its curve, are taken
                    ///< over
};

/// Bounds of one simulation: some 50 ns an issue.
inline constexpr std::uint64_t most_machine_events = 1'500'000;

/// Returns the launch as the multiprocessor runs it; with a `problem` when it cannot be simulated. Null when
/// it was cancelled. `device`: its name.
[[nodiscard]] MachinePtr machine_of(std::shared_ptr<const run::MachineInput> input, std::string device,
                                    const MachineChoice& choice = {},
                                    const std::atomic<bool>* cancel = nullptr);

/// Of a launch that has no steps: why.
[[nodiscard]] MachinePtr no_machine(std::string why);

} // namespace warpscope::playback
