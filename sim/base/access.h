// One warp instruction that accesses memory, as every stage after the executor sees it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpscope {

inline constexpr std::uint32_t warp_size = 32;

/// Memory spaces. Each is a window of 4 GiB: an address is a space (the same for all lanes) and a 32-bit byte
/// offset (per lane). A generic 64-bit pointer is (space << 32) | offset; 0 is the null pointer.
enum class Space : std::uint8_t {
#define WARPSCOPE_SPACE(name, ...) name,
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
};
inline constexpr std::uint32_t space_count = 0
#define WARPSCOPE_SPACE(...) +1
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
    ;

/// How the accesses of a space are counted: by the rules of sim/model/banks.h, sectors.h and constant.h.
enum class CostRule : std::uint8_t { Uncounted, Banks, Sectors, Passes };
[[nodiscard]] constexpr CostRule cost_rule(Space space) {
  constexpr CostRule rules[] = {
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...) CostRule::cost,
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  };
  return rules[static_cast<unsigned>(space)];
}

/// What the instruction does. A reduction (PTX red) is an atomic whose old value is not used.
enum class AccessKind : std::uint8_t { Load = 0, Store = 1, Atomic = 2 };

[[nodiscard]] constexpr std::string_view name_of(Space space) {
  constexpr std::string_view names[] = {
#define WARPSCOPE_SPACE(name, key, ...) #key,
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  };
  return names[static_cast<unsigned>(space)];
}
[[nodiscard]] constexpr std::string_view name_of(AccessKind kind) {
  constexpr std::string_view names[] = {"load", "store", "atomic"};
  return names[static_cast<unsigned>(kind)];
}

/// The addresses of one warp instruction. `offset[i]` is valid only where bit i of `mask` is set.
struct WarpAccess {
  std::uint32_t width = 4; ///< bytes per lane: 1, 2, 4, 8, 16 (32 from compute capability 10.0 on)
  std::uint32_t mask = 0;  ///< bit i: lane i is active
  bool increments = false; ///< an atomic in shared memory that adds 1: it joins the lanes of a word, as a
                           ///< load does
  bool copies = false;     ///< a store of an asynchronous copy (cp.async), for which `from_bank` is valid
  alignas(32) std::array<std::uint32_t, warp_size> offset{}; ///< byte offset in the space's window
  /// Bank of the source, for each lane: byte offset in global memory / 4 % 32.
  std::array<std::uint8_t, warp_size> from_bank{};
};

} // namespace warpscope
