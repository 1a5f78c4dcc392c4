// The values that NVIDIA's assembler is expected to keep in local memory, where a thread may have fewer
// registers than its values need.
/// - Subject: Spills, predicted
/// - Modelled: as many 32-bit values as are needed beyond the limit (measured: 64 running sums need 80
/// registers; 16, 40 and 48 of them lie in local memory under limits of 64, 40 and 32), those first that are
/// used least.
/// - Not modelled: values that are computed again instead, values that are spilled in some places only.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// By the slot of the kernel's frame: 1 + the word of local memory that holds it, or 0: it has a register.
/// `limit`: registers of a thread. Empty: nothing is spilled.
[[nodiscard]] std::vector<std::uint32_t>
spilled_slots(const program::Program& program, const program::Function& function, std::uint32_t limit);

} // namespace warpscope::multiprocessor
