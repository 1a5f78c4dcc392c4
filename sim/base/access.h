// One warp-wide memory instruction, as every stage after the executor sees it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpscope {

inline constexpr std::uint32_t warp_size = 32;

/// Memory spaces. Each is a window of 4 GiB: an address is a space (scalar) and a 32-bit byte offset (per
/// lane). A generic 64-bit pointer value is (space << 32) | offset; 0 is the null pointer.
enum class Space : std::uint8_t { None = 0, Global = 1, Shared = 2, Local = 3, Constant = 4, Param = 5 };

/// What the instruction does. A reduction is an atomic whose old value nobody uses (PTX red).
enum class AccessKind : std::uint8_t { Load = 0, Store = 1, Atomic = 2 };

[[nodiscard]] constexpr std::string_view name_of(Space space) {
  constexpr std::string_view names[] = {"none", "global", "shared", "local", "constant", "param"};
  return names[static_cast<unsigned>(space)];
}
[[nodiscard]] constexpr std::string_view name_of(AccessKind kind) {
  constexpr std::string_view names[] = {"load", "store", "atomic"};
  return names[static_cast<unsigned>(kind)];
}

/// The addresses of one warp instruction. `offset[i]` has a meaning only where bit i of `mask` is set.
struct WarpAccess {
  std::uint32_t width = 4; ///< bytes a lane moves: 1, 2, 4, 8, 16 (32 from compute capability 10.0 on)
  std::uint32_t mask = 0;  ///< bit i: lane i is active
  bool copies = false;     ///< a store of an asynchronous copy (cp.async): `from_bank` has a meaning
  alignas(32) std::array<std::uint32_t, warp_size> offset{}; ///< byte offset in the space's window
  std::array<std::uint8_t, warp_size> from_bank{}; ///< byte offset / 4 % 32 in global memory of what the lane
                                                   ///< copies
};

} // namespace warpscope
