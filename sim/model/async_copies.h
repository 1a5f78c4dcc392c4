// The cost in the data stage of an asynchronous copy (cp.async, LDGSTS) into shared memory. Unlike a store,
// its lanes are not merged, and the copied word occupies its bank on both sides: at its destination (shared
// memory) and at its origin ((byte / 4) % 32 of the global address, as the cache holds it). Source: measured
// on an H200, docs/hardware-rules.md. Covers 4 and 8 bytes a lane; 16 bytes count as a store.
#pragma once

#include "sim/model/banks.h"

namespace warpscope::model::model_detail {

/// True when the rule covers this access: 4 or 8 bytes a lane, aligned on both sides.
[[nodiscard]] bool is_async_copy(const WarpAccess& access, AccessKind kind);

/// Counts wavefronts of 32 lanes of 4 bytes, or twice of 16 lanes of 8. In a wavefront each bank accepts one
/// word and supplies one. As many are needed as the busiest bank of either side has words, and a schedule
/// with that many always exists (edge colouring of a bipartite graph).
[[nodiscard]] BankService serve_async_copy(const WarpAccess& access);

} // namespace warpscope::model::model_detail
