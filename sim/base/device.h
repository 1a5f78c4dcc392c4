// Devices as data: assets/devices/*.toml, embedded in the binary. Every number carries its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

struct DeviceNumber {
  double value = 0;
  std::string unit;
  std::string source; ///< a document and table, or "measured on … (date)"
  std::string group;  ///< its table in the TOML file: limits, shared, memory, rates, latency
};

/// Keys are those of the TOML file; assets/devices/README.md documents them.
struct Device {
  std::string id;                   ///< "cc90"
  std::string name;                 ///< "H200"
  std::string architecture;         ///< "Hopper"
  std::vector<std::string> aliases; ///< other names for find_device()
  std::uint32_t cc_major = 9, cc_minor = 0;
  std::uint32_t sm_count = 0;
  std::uint32_t max_threads_per_block = 1024;
  std::uint32_t max_threads_per_sm = 2048;
  std::uint32_t max_warps_per_sm = 64;
  std::uint32_t max_blocks_per_sm = 32;
  std::uint32_t registers_per_sm = 65536;
  std::uint32_t max_registers_per_thread = 255;
  std::uint32_t shared_bytes_per_sm = 0;
  std::uint32_t shared_bytes_per_block = 49152;      ///< without opt-in
  std::uint32_t shared_bytes_per_block_optin = 0;    ///< with cudaFuncSetAttribute
  std::uint32_t reserved_shared_bytes_per_block = 0; ///< reserved for the system; 1024 from cc 8.0 on
  std::uint32_t max_access_bytes = 16;               ///< 32 from cc 10.0 on
  Device() = default;
  /// All numbers in file order: latencies, sizes, rates, and those above.
  std::vector<std::pair<std::string, DeviceNumber>> numbers;

  [[nodiscard]] std::string label() const; ///< "cc 9.0 · Hopper"
  [[nodiscard]] const DeviceNumber* find(std::string_view key) const;
};

} // namespace warpscope
