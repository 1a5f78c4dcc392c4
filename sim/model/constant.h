// Constant memory: one pass for each distinct address of the warp.
//
// Source: measured on an H200 (cc 9.0), the constant rows of tests/hardware/h200_warp_accesses.tsv;
// docs/hardware-rules.md. Unit: passes of one warp instruction. Best: 1. Worst: 32.
/// - Subject: Constant memory
/// - Modelled: one pass for each different address among the active lanes of a warp, from 1 to 32.
/// - Not modelled: the constant cache; a read that misses it costs far more than a pass.
/// - Not modelled: constant reads of widths other than 4 bytes were not measured; a distinct address is one
/// pass there too.
/// - Not modelled: loads the compiler turns into operands of an instruction (c[bank][offset]) or into uniform
/// loads.
#pragma once

#include "sim/base/access.h"

namespace warpscope::model {

struct ConstantCounts {
  std::uint32_t requests = 0;
  std::uint32_t passes = 0; ///< distinct addresses; best 1, worst 32
  bool operator==(const ConstantCounts&) const = default;
};

[[nodiscard]] ConstantCounts count_constant(const WarpAccess& access);

} // namespace warpscope::model
