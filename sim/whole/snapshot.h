// What a launch of a whole program saw: enough to run it again, with another text, under another schedule, or
// with a trace.
#pragma once

#include "sim/base/dim3.h"
#include "sim/exec/memory.h"
#include "sim/exec/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::whole {

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

/// nullopt: more than `most_bytes` would have to be kept.
[[nodiscard]] std::optional<LaunchSnapshot> take_snapshot(const program::Program& program,
                                                          const exec::Launch& launch,
                                                          exec::DeviceMemory& memory, int window_file,
                                                          std::uint64_t most_bytes = std::uint64_t{1} << 30);

/// Fills the memory of a program, which may have been compiled from another text, with what the launch saw.
/// False, and a sentence in `error`, when its variables lie where the buffers were.
[[nodiscard]] bool restore_snapshot(const LaunchSnapshot& snapshot, const program::Program& program,
                                    exec::DeviceMemory& memory, std::string& error);

} // namespace warpscope::whole
