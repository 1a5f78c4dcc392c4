// What an asynchronous copy (cp.async, LDGSTS) into shared memory costs its data stage. Unlike a store, its
// lanes are not merged, and the word that is copied occupies its bank on both sides: where it goes (shared
// memory) and where it comes from ((byte / 4) % 32 of the global address, as the cache holds it). Source:
// measured on an H200, docs/hardware-rules.md. 4 and 8 bytes a lane; 16 bytes count as a store.
#pragma once

#include "sim/model/banks.h"

namespace warpscope::model::model_detail {

/// The rule speaks of this access: of 4 or 8 bytes a lane, aligned on both sides.
[[nodiscard]] bool is_async_copy(const WarpAccess& access, AccessKind kind);

/// Wavefronts of 32 lanes of 4 bytes, or of twice 16 lanes of 8. In one each bank takes one word and gives
/// one; there are as many as the busiest bank of either side needs, and a schedule with that many always
/// exists (the edges of a bipartite graph).
[[nodiscard]] BankService serve_async_copy(const WarpAccess& access);

} // namespace warpscope::model::model_detail
