// What a launch of a whole program saw: enough to run it again, with another text, under another schedule, or
// with a trace.
#pragma once

#include "sim/base/dim3.h"
#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/launch/launch_memory.h"
#include "sim/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::launch {

struct LaunchSnapshot {
  /// Pages of the Global window that hold anything but zeros.
  struct Page {
    std::uint64_t offset = 0;
    std::vector<std::uint8_t> bytes;
  };
  struct Variable {
    std::string name, symbol;
    std::vector<std::uint8_t> bytes;
  };
  std::uint32_t number = 0; ///< LaunchRecord::number
  std::string kernel;       ///< Kernel::name
  std::string symbol;       ///< Kernel::symbol
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
  std::vector<exec::Allocation> buffers;
  std::vector<Page> pages;         ///< of the buffers, by ascending offset
  std::vector<Variable> variables; ///< __device__ and __constant__, with their contents
};

/// Fills the memory of a program, which may have been compiled from another text, with what the launch saw.
/// False, and a sentence in `error`, when its variables lie where the buffers were.
[[nodiscard]] bool restore_snapshot(const LaunchSnapshot& snapshot, const program::Program& program,
                                    exec::DeviceMemory& memory, std::string& error);

/// Returns `bytes` bytes from this offset of the Global window on, as the launch saw them.
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const LaunchSnapshot& snapshot, std::uint64_t offset,
                                                 std::uint64_t bytes);

/// True when there are only zeros: pages of zeros are not kept.
[[nodiscard]] bool is_zero(const LaunchSnapshot& snapshot, std::uint64_t offset, std::uint64_t bytes);

/// Returns the buffers that the kernel's pointer parameters point into, by the parameters' names. A pointer
/// into the middle of a buffer has what is behind it.
[[nodiscard]] std::vector<Buffer> buffers_of_parameters(const program::Kernel& kernel,
                                                        const std::vector<std::uint8_t>& parameters,
                                                        const exec::DeviceMemory& memory);

} // namespace warpscope::launch
