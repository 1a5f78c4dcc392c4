// The cost in the data stage of an asynchronous copy (cp.async, LDGSTS) into shared memory. Unlike a store,
// its lanes are not merged, and the copied word occupies its bank on both sides: at its destination (shared
// memory) and at its origin ((byte / 4) % 32 of the global address, as the cache holds it). Source: measured
// on an H200, docs/hardware-rules.md.
// And how often copies of 16 bytes ask for a sector of global memory.
#pragma once

#include "sim/model/banks.h"

namespace warpscope::model::model_detail {

/// True when the rule covers this access: 4, 8 or 16 bytes a lane, aligned on both sides.
[[nodiscard]] bool is_async_copy(const WarpAccess& access, AccessKind kind);

/// Counts wavefronts of 32 lanes of 4 bytes, or twice of 16 lanes of 8. In a wavefront each bank accepts one
/// word and supplies one. As many are needed as the busiest bank of either side has words, and a schedule
/// with that many always exists (edge colouring of a bipartite graph).
/// Of 16 bytes a lane a wavefront joins one line of global memory to one of shared memory: it turns the
/// line's four sectors by a number of sectors and may reverse them, and it moves the same halves in each. The
/// fewest that do are what an H200 took in 152 of 152 patterns (h200_async_copies16.tsv).
[[nodiscard]] BankService serve_async_copy(const WarpAccess& access);

/// True for the load of a copy of 16 bytes a lane, aligned, which asks for a sector of global memory once for
/// each sector of shared memory that it goes to: 152 of 152 patterns on an H200.
[[nodiscard]] bool is_async_copys_load(const WarpAccess& access, AccessKind kind);
/// How often it asks for the sector that begins at the byte offset `sector`.
[[nodiscard]] std::uint32_t times_asked(const WarpAccess& access, std::uint32_t sector);

} // namespace warpscope::model::model_detail
