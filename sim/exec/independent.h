// Decides which launches may run several blocks at a time.
#pragma once

#include "sim/program/program.h"

#include <cstdint>

namespace warpscope::exec {

/// False when a block of this kernel may observe another block other than by a race: when it uses the value
/// that an atomic in global memory returns, adds floats there (their sum depends on the order), mixes two
/// atomic operations, fences for other blocks, or reads volatile global memory. Such launches run one block
/// after another, so that their results are the same every time.
[[nodiscard]] bool blocks_are_independent(const program::Program& program, std::uint32_t kernel);

} // namespace warpscope::exec
