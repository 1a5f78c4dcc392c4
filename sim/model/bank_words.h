// Private to sim/model: counts the wavefronts of a warp's words at arbitrary addresses, with the narrowest
// integers that hold them. 16-bit numbers tell which words repeat a lower lane's, bytes count the lower words
// in a word's bank: the time does not depend on the addresses.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::model::model_detail {

struct WordKeys {
  static constexpr std::uint16_t none = 0x8000;  ///< not the number of any word
  std::array<std::uint16_t, 2 * warp_size> word; ///< lane i's word at warp_size + i; `none` before that
  std::array<std::uint8_t, 2 * warp_size> bank;  ///< scratch
};
/// Fills in the words of an access of at most 4 bytes a lane with some lane active. False when they span more
/// than 15 bits.
bool fill_words(const WarpAccess& access, WordKeys& keys);

/// Counts the wavefronts of a load or store of these words.
using CountPasses = std::uint32_t (*)(WordKeys& keys);
/// One for each kind of vector instructions that this host has, the fastest first. All give the same counts.
std::vector<CountPasses> pass_counters();

} // namespace warpscope::model::model_detail
