// The memory of a launch: the windows that outlive a block.
#pragma once

#include "sim/base/access.h"
#include "sim/program/program.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::exec {

/// A named piece of the Global window, with unaddressable gaps around it.
struct Allocation {
  std::string name;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
};

/// Global, Constant and Param windows. Pages are the host's zero pages until written (mmap), so a sparse 2
/// GiB buffer is cheap.
class DeviceMemory {
 public:
  explicit DeviceMemory(const program::Program& program); ///< reserves and initialises __device__,
                                                          ///< __constant__ and strings
  ~DeviceMemory();
  DeviceMemory(DeviceMemory&&) noexcept;
  DeviceMemory& operator=(DeviceMemory&&) noexcept;

  /// Offset of a fresh zeroed buffer, 512-byte aligned (as cudaMalloc is at least 256), gap of >= 64 KiB
  /// behind it; nullopt when the window or `budget_bytes` is exhausted.
  [[nodiscard]] std::optional<std::uint32_t> allocate(std::string name, std::uint64_t bytes);
  /// The bytes [offset, offset + count) of a buffer or variable; empty when any of them is outside.
  [[nodiscard]] std::span<std::uint8_t> bytes(Space space, std::uint32_t offset, std::uint64_t count);
  [[nodiscard]] std::span<const std::uint8_t> bytes(Space space, std::uint32_t offset,
                                                    std::uint64_t count) const;
  /// The allocation (or __device__/__constant__ variable) that holds the address, or the nearest one below
  /// it.
  [[nodiscard]] const Allocation* find(Space space, std::uint64_t offset) const;

  void set_budget(std::uint64_t bytes); ///< default 3 GiB
  struct Impl;
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::exec
