// The memory of a launch: the windows that live longer than a block.
#pragma once

#include "sim/base/access.h"
#include "sim/base/span.h"
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
  Span made;             ///< the call that allocated it; unknown for variables and for buffers of no program
  bool variable = false; ///< of the program, so that nothing frees it
  bool operator==(const Allocation&) const = default;
};
/// A buffer that was released and whose bytes belong to no other buffer since.
struct FreedAllocation : Allocation {
  Span freed; ///< the call that released it
};

/// The Global, Constant and Param windows. Untouched pages are the host's zero pages (mmap), so a sparse
/// buffer of 2 GiB is cheap.
class DeviceMemory {
 public:
  /// Reserves and initialises __device__ and __constant__ variables and strings.
  explicit DeviceMemory(const program::Program& program);
  /// As above, with the Global window in a file of `window_bytes` that another process maps too (a memfd).
  /// The file is not closed, and stays open for as long as the memory lives.
  DeviceMemory(const program::Program& program, int window_file);
  static constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
  ~DeviceMemory();
  DeviceMemory(DeviceMemory&&) noexcept;
  DeviceMemory& operator=(DeviceMemory&&) noexcept;

  /// False: the host refused to reserve or to map the window, and no buffer can be had.
  [[nodiscard]] bool usable() const;

  /// Returns the offset of a new zeroed buffer, aligned to 64 KiB (cudaMalloc aligns to at least 256 bytes)
  /// and followed by a gap of at least 64 KiB; nullopt when the window or the budget is exhausted. Takes the
  /// lowest released place that is large enough.
  [[nodiscard]] std::optional<std::uint32_t> allocate(std::string name, std::uint64_t bytes, Span made = {});
  /// Makes a zeroed buffer just there; false when the place is not free.
  [[nodiscard]] bool allocate_at(Allocation buffer);
  /// Releases the buffer that begins at `offset` and gives its pages back; false when none begins there.
  bool release(std::uint32_t offset, Span freed = {});
  /// Returns the buffer that held the address last and was released; null when there is none, or when some
  /// later buffer has taken any of its bytes.
  [[nodiscard]] const FreedAllocation* find_freed(std::uint64_t offset) const;
  /// Returns the buffers and variables of a space, by ascending offset.
  [[nodiscard]] std::span<const Allocation> allocations(Space space) const;
  [[nodiscard]] std::uint64_t used() const; ///< bytes in buffers
  /// Returns the bytes [offset, offset + count) of a buffer or variable; empty when any of them lies outside
  /// it.
  [[nodiscard]] std::span<std::uint8_t> bytes(Space space, std::uint32_t offset, std::uint64_t count);
  [[nodiscard]] std::span<const std::uint8_t> bytes(Space space, std::uint32_t offset,
                                                    std::uint64_t count) const;
  /// Returns the allocation (or __device__ or __constant__ variable) that holds the address, or the nearest
  /// one below it.
  [[nodiscard]] const Allocation* find(Space space, std::uint64_t offset) const;

  /// A GPU maps memory in pages: what lies behind a buffer in its last page can be reached, and no fault says
  /// so. With a page size (a power of two) such an access is done, as an H200 does it (2 MiB), and
  /// RunResult::undefined reports it; without one, the default, it is a fault. So with integer divisions that
  /// have no result.
  void set_page_bytes(std::uint64_t bytes);
  void set_budget(std::uint64_t bytes); ///< 3 GiB by default
  struct Impl;
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::exec
