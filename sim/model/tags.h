// The banks in which L1 keeps the tags of its lines.
//
// Source: an H200 (cc 9.0): the time of 741 loads of lines within 32 MB that L1 holds, by which the rule was
// found (tests/hardware/tags_probe.cu), and the tag wavefronts of 569 loads and stores within 32 MB, which
// nobody had looked at for it (h200_warp_accesses.tsv); all of both. Unit: tag wavefronts of one warp
// instruction, which are cycles of L1. Best: lines / 4, rounded up. Worst: one a line.
/// - Subject: Tags of L1
/// - Modelled: four banks, in each of which one line is looked up at a time. A line's bank has two bits, each
/// the parity of half of its number's bits.
/// - Not modelled: bits of the address from 2^25 on, which counted otherwise in each of three buffers; the
/// tag wavefronts of atomics.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <bit>
#include <cstdint>

namespace warpscope::model {

inline constexpr std::uint32_t tag_banks = 4;

/// From 0 to 3, of the line at `line` * 128 bytes. Bits 1, 3, 4, 6, 7, 8, 10, 12, 14, 15 and 17 of `line`
/// make the low digit by their parity, bits 0, 2, 4, 5, 7, 9, 11, 12, 13, 14, 16 and 17 the high one.
[[nodiscard]] constexpr std::uint32_t tag_bank(std::uint32_t line) {
  constexpr std::uint32_t low = 0x2d5da, high = 0x37ab5;
  const auto parity = [](std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)) & 1; };
  return parity(line & low) | parity(line & high) << 1;
}

/// Lines that the fullest bank has to find.
class TagWavefronts {
 public:
  constexpr void add(std::uint32_t line) { ++lines_[tag_bank(line)]; }
  [[nodiscard]] constexpr std::uint32_t count() const {
    std::uint32_t most = 0;
    for (const std::uint32_t lines : lines_) most = lines > most ? lines : most;
    return most;
  }

 private:
  std::array<std::uint32_t, tag_banks> lines_{};
};

/// Of a load or a store.
[[nodiscard]] std::uint32_t tag_wavefronts(const WarpAccess& access);

} // namespace warpscope::model
