// Races where fences, flags, barrier objects and asynchronous copies order threads, the slow way: all events
// in the order of one run, a vector clock for each thread, and every pair of accesses of a word. The rules
// are those that sim/races/hazards.h states; nothing else is shared.
#pragma once

#include "tests/reference/races.h"

#include <array>

namespace reference {

/// An event of a warp, in the order of the run. A block's barrier (Barrier) is recorded when it releases its
/// threads.
struct WarpEvent {
  enum class What : std::uint8_t {
    Access,
    WarpSync,
    Barrier,
    FenceBlock,
    FenceDevice,
    CopyBegin,
    CopyEnd,
    CopyCommit,
    CopyWaitOldest,
    CopyWaitPrior,
    ObjectArrive,
    ObjectCopies,
    ObjectWait
  } what = What::Access;
  std::uint32_t block = 0, warp = 0, lanes = 0;
  // Access
  warpscope::Space space = warpscope::Space::None;
  warpscope::AccessKind kind = warpscope::AccessKind::Load;
  bool is_volatile = false, is_atomic = false; ///< is_atomic: a load or store of cuda::atomic
  std::uint64_t place = 0;
  std::uint32_t line = 0, width = 0;
  std::array<std::uint32_t, 32> address{};
  std::uint32_t prior = 0;             ///< CopyWaitPrior
  std::uint32_t object = 0, phase = 0; ///< Object...
};

/// `threads`: per block. Kinds as in races.h, and "OWN WR" and "OWN WW": a thread's access against its own
/// copy that it has not waited for.
[[nodiscard]] Races races_in_order(const std::vector<WarpEvent>& events, std::uint32_t blocks,
                                   std::uint32_t threads);

} // namespace reference
