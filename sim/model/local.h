// Local memory: a thread's own words, those of a warp's 32 lanes beside each other.
//
// Source: `local_sectors` of recordings made on an H200 (cc 9.0): 16-byte stores of 32 lanes at one offset 16
// sectors; 4-byte accesses at offsets of random lanes as many as there are different pairs of a word and a
// group of eight lanes. Unit: sectors of one warp instruction. Best: 4 for each word. Worst: one a lane and
// word.
/// - Subject: Local memory
/// - Modelled: arrays of a thread: as compiled those that the compiler keeps in memory, as written those of
/// the text. Word w of lane l lies in sector l / 8 of the line of word w; each different sector that an
/// active lane touches counts once.
/// - Not modelled: registers that ptxas spills, where the code is predicted (estimates know them: spills.h);
/// arrays that it keeps in registers otherwise than by the rule of arrays_in_registers.h. As written every
/// array counts as memory, though most become registers.
#pragma once

#include "sim/base/access.h"

namespace warpscope::model {

struct LocalCounts {
  std::uint32_t requests = 0;
  std::uint32_t sectors = 0; ///< distinct 32-byte sectors touched
  bool operator==(const LocalCounts&) const = default;
};

[[nodiscard]] LocalCounts count_local(const WarpAccess& access);
/// Returns the sectors that the same lanes need where all of them use one index.
[[nodiscard]] std::uint32_t ideal_local_sectors(const WarpAccess& access);

} // namespace warpscope::model
