// Which loads can have brought what a store writes: reaching definitions over the bytecode's registers.
//
// The rule: a value that goes from a load to a store through moves, selections and conversions alone
// (sim/program/opcodes.def: mov, sel, cvt) is the loaded one; what any other instruction made of it is
// `computed` from it. Branches around a load join the ways.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::tiling {

struct LoadedPart {
  std::uint32_t site = 0; ///< of the load
  std::uint32_t byte = 0; ///< in what a lane loads there
  auto operator<=>(const LoadedPart&) const = default;
};

struct ValueOrigins {
  std::vector<LoadedPart> loads; ///< ascending
  bool constant = false;         ///< on some way it is a constant of the program
  bool computed = false;         ///< on some way it is more than a loaded value or a constant
  bool operator==(const ValueOrigins&) const = default;
};

/// By site: of each component that a lane stores there, where it can come from. Empty for sites that are no
/// stores.
///
/// Not seen: what goes through local memory, the results of a function that is called and not inlined, what
/// other lanes gave by a shuffle: `computed`, without a load.
[[nodiscard]] std::vector<std::vector<ValueOrigins>> store_origins(const program::Program& program);

} // namespace warpscope::tiling
