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

/// Offsets in the space of a cluster's shared memory.
inline constexpr std::uint32_t cluster_rank_shift = 24;
[[nodiscard]] constexpr std::uint32_t cluster_address(std::uint32_t rank, std::uint32_t shared_offset) {
  return (rank + 1) << cluster_rank_shift | shared_offset;
}
[[nodiscard]] constexpr std::uint32_t offset_in_block(std::uint32_t cluster_offset) {
  return cluster_offset & ((1u << cluster_rank_shift) - 1);
}
/// Wraps around for an offset that names no block.
[[nodiscard]] constexpr std::uint32_t rank_of(std::uint32_t cluster_offset) {
  return (cluster_offset >> cluster_rank_shift) - 1;
}

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

/// How an atomic's lanes are served (docs/hardware-rules.md, "Atomics"). In global memory it is Turns or
/// Words.
enum class AtomicForm : std::uint8_t {
  Turns, ///< a bank serves one lane at a time
  Joins, ///< an increment by the constant 1 in shared memory: lanes of one word join, as in a store
  Swap,  ///< a compare-and-swap in shared memory: lanes take turns of two wavefronts each
  Loop,  ///< shared memory has no such instruction: the compiler makes a loop of loads and compare-and-swaps
  Words  ///< 2 bytes, which no memory can change: one load, then compare-and-swaps of the word around them
};

/// The addresses of one warp instruction. `offset[i]` is valid only where bit i of `mask` is set.
struct WarpAccess {
  std::uint32_t width = 4; ///< bytes per lane: 1, 2, 4, 8, 16 (32 from compute capability 10.0 on)
  /// A row of a bulk copy: `width` bytes (up to 128, within one line) that its one lane did not move itself.
  bool bulk = false;
  /// Read by a product of a warpgroup (wgmma): rows of 16 bytes of its 8 x 8 matrices, as ldmatrix names
  /// them.
  bool product = false;
  bool goes_on = false; ///< a further part of the request before: it counts as none, and has no lanes of its
                        ///< own
  std::uint32_t mask = 0;              ///< bit i: lane i is active
  AtomicForm form = AtomicForm::Turns; ///< of an atomic
  /// A side of an asynchronous copy (cp.async), for which `other_side` is valid: its store, or its load of 16
  /// bytes.
  bool copies = false;
  alignas(32) std::array<std::uint32_t, warp_size> offset{}; ///< byte offset in the space's window
  /// What the cost needs to know of a copy's other side, for each lane. Of the store: the source's bank, or
  /// its line and place (origins_of_copy()). Of the load: the lowest active lane whose piece goes to the same
  /// 32-byte sector of shared memory (sectors_of_shared()).
  std::array<std::uint8_t, warp_size> other_side{};
  /// Of Loop and Words: the round, from 0, in which each lane is done; of a Loop with `leaves` when what it
  /// loaded needs no change, so that it leaves without a compare-and-swap (minimum and maximum).
  std::array<std::uint8_t, warp_size> round{};
  static constexpr std::uint8_t leaves = 0x80;
};

/// WarpAccess::other_side of the load of a copy that goes to `shared`, byte offsets valid in `mask`.
[[nodiscard]] constexpr std::array<std::uint8_t, warp_size>
sectors_of_shared(const std::array<std::uint32_t, warp_size>& shared, std::uint32_t mask) {
  std::array<std::uint8_t, warp_size> first{};
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    std::uint32_t other = 0;
    while ((mask >> other & 1u) == 0 || shared[other] / 32 != shared[lane] / 32) ++other;
    first[lane] = static_cast<std::uint8_t>(other);
  }
  return first;
}

/// True for an atomic that the compiler makes a loop of: such an instruction has rounds.
[[nodiscard]] constexpr bool has_rounds(AtomicForm form) {
  return form == AtomicForm::Loop || form == AtomicForm::Words;
}

} // namespace warpscope
