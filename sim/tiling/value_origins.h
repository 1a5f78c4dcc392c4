// Which loads can have produced the value of a store: reaching definitions over the bytecode's registers.
//
// The rule: a value that goes from a load to a store through moves, selections and conversions alone
// (sim/program/opcodes.def: mov, sel, cvt) is the loaded one; the result of any other instruction is
// `computed` from it. At a join, the sets of both paths unite.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::tiling {

struct LoadedPart {
  std::uint32_t site = 0; ///< of the load
  std::uint32_t byte = 0; ///< offset within what a lane loads there
  auto operator<=>(const LoadedPart&) const = default;
};

struct ValueOrigins {
  std::vector<LoadedPart> loads; ///< ascending
  bool constant = false;         ///< on some path it is a constant of the program
  bool computed = false;         ///< on some path it is neither a loaded value nor a constant
  bool operator==(const ValueOrigins&) const = default;
};

/// Returns, by site, the origins of each component that a lane stores there. Empty for sites that are not
/// stores.
///
/// Not modelled: values that go through local memory, the results of functions that are not inlined, and
/// values that other lanes gave by a shuffle: they count as `computed`, without a load.
[[nodiscard]] std::vector<std::vector<ValueOrigins>> store_origins(const program::Program& program);

} // namespace warpscope::tiling
