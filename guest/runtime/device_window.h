// The memory that guest and simulator share, as two mappings: at the device's addresses, where the host may
// touch only what CUDA lets it touch, and elsewhere, where the runtime moves bytes.
#pragma once

#include "guest/protocol/messages.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpscope::guest {

class DeviceWindow {
 public:
  /// Maps the descriptor; `error` says why that failed.
  [[nodiscard]] bool map(int descriptor, std::string& error);

  [[nodiscard]] static bool contains(std::uint64_t address) {
    return address >= device_base && address < device_base + window_bytes;
  }
  /// Where the runtime reads and writes `address`, of the device or of the host.
  [[nodiscard]] std::byte* bytes(std::uint64_t address) const {
    return contains(address) ? alias_ + (address - device_base) : reinterpret_cast<std::byte*>(address);
  }
  /// Lets the host touch these bytes at their own address, or no longer. Whole pages.
  void open(std::uint64_t address, std::uint64_t size) const;
  void close(std::uint64_t address, std::uint64_t size) const;
  /// Puts the pages of `address` in place of the host's at `host`, both aligned to pages.
  [[nodiscard]] bool place(std::uint64_t address, std::uint64_t size, void* host) const;

 private:
  void protect(std::uint64_t address, std::uint64_t size, int protection) const;

  int descriptor_ = -1;
  std::byte* alias_ = nullptr;
};

inline constexpr std::uint64_t page_bytes = 4096;

} // namespace warpscope::guest
