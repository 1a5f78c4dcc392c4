// The block that comes last, of a launch whose blocks count themselves: it takes the highest ticket and adds
// up what the others have left.
/// - Subject: The block that comes last
/// - Modelled: counters of global memory to which each of the first two blocks adds the same; the block that
/// finds them as if all others had added.
/// - Not modelled: other ways of finding out who is last, blocks that wait for it.
#pragma once

#include "sim/run/neighbours.h"

#include <optional>
#include <span>

namespace warpscope::run {

/// The steps of the block that finds the counters as all others leave them, when it has a quarter more
/// instructions than the first block; else nothing. `others.memory`, which is used up, is as a launch finds
/// it.
[[nodiscard]] std::optional<multiprocessor::Block>
last_block(const Others& others, std::span<const multiprocessor::Block> recorded);

} // namespace warpscope::run
