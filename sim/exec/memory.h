// The memory of a launch: the windows that live longer than a block.
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

/// A named allocation in the Global window, with unaddressable gaps around it.
struct Allocation {
  std::string name;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
};

/// The Global, Constant and Param windows. Untouched pages are the host's zero pages (mmap), so a sparse
/// buffer of 2 GiB is cheap.
class DeviceMemory {
 public:
  /// Reserves and initialises __device__ and __constant__ variables and strings.
  explicit DeviceMemory(const program::Program& program);
  ~DeviceMemory();
  DeviceMemory(DeviceMemory&&) noexcept;
  DeviceMemory& operator=(DeviceMemory&&) noexcept;

  /// Returns the offset of a new zeroed buffer, aligned to 512 bytes (cudaMalloc aligns to at least 256) and
  /// followed by a gap of at least 64 KiB; nullopt when the window or `budget_bytes` is exhausted.
  [[nodiscard]] std::optional<std::uint32_t> allocate(std::string name, std::uint64_t bytes);
  /// Returns the bytes [offset, offset + count) of a buffer or variable; empty when any of them lies outside
  /// it.
  [[nodiscard]] std::span<std::uint8_t> bytes(Space space, std::uint32_t offset, std::uint64_t count);
  [[nodiscard]] std::span<const std::uint8_t> bytes(Space space, std::uint32_t offset,
                                                    std::uint64_t count) const;
  /// Returns the allocation (or __device__ or __constant__ variable) that holds the address, or the nearest
  /// one below it.
  [[nodiscard]] const Allocation* find(Space space, std::uint64_t offset) const;

  void set_budget(std::uint64_t bytes); ///< 3 GiB by default
  struct Impl;
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::exec
