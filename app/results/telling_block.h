// Which block of a grid a picture is made of.
#pragma once

#include "sim/run/result.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace warpscope::results {

/// Returns the last block when the traced one computes a tile of a matrix product and the matrices end in the
/// midst of a tile: the last block's tiles hang over both edges, and what its threads beyond them do is what
/// such a kernel has to get right. nullopt: the traced block is as good as any.
[[nodiscard]] std::optional<std::uint64_t> telling_block(const std::shared_ptr<const run::Result>& result);

} // namespace warpscope::results
