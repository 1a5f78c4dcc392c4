// How DeviceMemory stores its windows; for the executor only.
#pragma once

#include "sim/exec/memory.h"

#include <cstdint>
#include <vector>

namespace warpscope::exec {

struct DeviceMemory::Impl {
  explicit Impl(const program::Program& program);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// The Global window from offset 0 on; null when the host refused to reserve it.
  std::uint8_t* global = nullptr;
  std::uint64_t reserved = 0; ///< its size in bytes
  std::uint64_t next = 0;     ///< where the next buffer may begin
  std::uint64_t used = 0;
  std::uint64_t budget = std::uint64_t{3} << 30;
  std::vector<Allocation> allocations; ///< by ascending offset

  std::vector<std::uint8_t> constant; ///< from window_base on
  std::vector<Allocation> constants;  ///< by ascending offset

  std::vector<std::uint8_t> parameters; ///< of the current launch, from window_base on

  [[nodiscard]] const std::vector<Allocation>& list(Space space) const;
  /// Returns the last allocation that begins at or below the offset.
  [[nodiscard]] const Allocation* at_or_below(Space space, std::uint64_t offset) const;
  /// Returns at_or_below() or the allocation after it, whichever is nearer: the one whose bounds a stray
  /// address missed.
  [[nodiscard]] const Allocation* nearest(Space space, std::uint64_t offset) const;
};

} // namespace warpscope::exec
