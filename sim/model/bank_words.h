// Private to sim/model: wavefronts of a warp's words of any addresses, in the narrowest lanes that hold them.
// Which words repeat a lower lane's is found among 16-bit numbers, how many lower ones a word's bank has
// among bytes: the same time whatever the addresses.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::model::model_detail {

struct WordKeys {
  static constexpr std::uint16_t none = 0x8000;  ///< no word's number
  std::array<std::uint16_t, 2 * warp_size> word; ///< lane i's at warp_size + i; before them `none`
  std::array<std::uint8_t, 2 * warp_size> bank;  ///< scratch
};
/// Of an access of at most 4 bytes a lane, some lane active. False when the words lie too far apart for 15
/// bits.
bool fill_words(const WarpAccess& access, WordKeys& keys);

/// Wavefronts of a load or store of these words.
using CountPasses = std::uint32_t (*)(WordKeys& keys);
/// For each kind of vector instructions that this host has, the best first. All give the same.
std::vector<CountPasses> pass_counters();

} // namespace warpscope::model::model_detail
