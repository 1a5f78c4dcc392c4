// Which launches may run several blocks at a time.
#pragma once

#include "sim/program/program.h"

#include <cstdint>

namespace warpscope::exec {

/// False when a block of this kernel may see what another one does other than by a race: it takes the old
/// value of an atomic in global memory, adds floats there (their sum depends on the order), mixes two atomic
/// operations, fences for other blocks or reads volatile global memory. Such launches run one block after the
/// other, so that their results are the same each time.
[[nodiscard]] bool blocks_are_independent(const program::Program& program, std::uint32_t kernel);

} // namespace warpscope::exec
