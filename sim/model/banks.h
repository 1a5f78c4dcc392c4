// Shared memory: 32 banks of 4 bytes, bank = (byte / 4) % 32.
//
// Source: measured on an H200 (cc 9.0) with the hardware's counters, tests/hardware/h200_warp_accesses.tsv;
// docs/hardware-rules.md states the rule. Unit: wavefronts (passes of the data stage) of one warp
// instruction. Best: as many as there are service groups with an active lane (1 up to 4 bytes a lane). Worst:
// 32.
//
// Defined for any offsets; the hardware faults on offsets that are not multiples of the width, and the counts
// then say what the rule would give. Atomics count lanes per bank, and equal words do not merge, but for
// increments by the constant 1 of 4 bytes whose old value is not used, which cost what a store of the same
// words does (tests/hardware/h200_shared_atomics.tsv and h200_atomics.tsv).
/// - Subject: Shared memory
/// - Modelled: 32 banks of 4 bytes, bank = (byte / 4) % 32. In one wavefront every bank gives one word, and
/// all lanes that asked for that word get it (a broadcast); another word of the same bank waits for the next
/// wavefront.
/// - Modelled: accesses of 64 and 128 bits, served in groups of 16 and 8 lanes, of which two neighbours merge
/// when their words allow it, as the recordings of an H200 show.
/// - Modelled: atomics, by lanes per bank: equal words do not merge. Adding the constant 1 to a shared int
/// without using the old value is an increment, which merges equal words: it costs what a store does.
/// - Not modelled: arbitration between warps. It adds the same number to the profiler's wavefronts and bank
/// conflicts (l1tex), up to 16 % of the requests in our recordings and another one each run; the counts of
/// the instructions themselves (SASS metrics) are free of it and equal ours.
/// - Not modelled: what the compiler makes of other atomics. A compare-and-swap takes twice the wavefronts
/// counted; additions of float and all 64-bit operations but the exchange and the compare-and-swap become a
/// loop of loads and compare-and-swaps, run once for each lane that meets another on its word or in its bank.
/// - Not modelled: shared accesses of 32 bytes do not exist in hardware; where a text makes one it is counted
/// as eight groups of four lanes, which never merge.
/// - Modelled: asynchronous copies (cp.async) of 4 and 8 bytes a lane, whose words occupy their banks on both
/// sides (async_copies.h).
/// - Not modelled: how the hardware schedules asynchronous copies between scattered places: where both sides'
/// banks matter at once it took up to four wavefronts more than the busiest bank needs, in 44 of 128 random
/// patterns; in none of 148 regular ones.
/// - Not modelled: asynchronous copies of 16 bytes a lane other than as stores, which is right where the
/// 32-byte sectors of the source stay whole and in their lines (otherwise the hardware needs more); TMA and
/// distributed shared memory not at all.
/// - Not modelled: matrix loads (ldmatrix) other than as the 16-byte loads of the lanes that name a row,
/// which gave the measured wavefronts.
/// - Not modelled: what the compiler does to loads and stores: it merges, hoists and drops shared loads;
/// counts are those of the source as written.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::model {

struct BankCounts {
  std::uint32_t requests = 0; ///< 1 if a lane is active
  std::uint32_t wavefronts = 0;
  /// What the same bytes need without conflicts: the service groups with an active lane.
  std::uint32_t ideal_wavefronts = 0;
  std::uint32_t bank_conflicts = 0; ///< wavefronts - ideal_wavefronts
  bool operator==(const BankCounts&) const = default;
};

[[nodiscard]] BankCounts count_banks(const WarpAccess& access, AccessKind kind);

/// True when each lane of a word takes a turn of its own: for atomics, but for increments.
[[nodiscard]] inline bool takes_turns(const WarpAccess& access, AccessKind kind) {
  return kind == AccessKind::Atomic && !access.increments;
}

/// One wavefront, for the picture: the word that each bank supplies, and the lanes that receive it.
struct BankWavefront {
  std::uint32_t group = 0; ///< index into BankService::groups
  std::uint32_t lanes = 0; ///< lanes (bits) any of whose words are served in this wavefront
  std::uint32_t banks = 0; ///< banks (bits) that supply a word
  /// The number of the word (byte offset / 4) that bank b supplies, where its bit is set.
  std::array<std::uint32_t, 32> word{};
  std::array<std::uint32_t, 32> lanes_of_bank{}; ///< lanes that receive the word of bank b
};

struct BankGroup {
  std::uint32_t lanes = 0; ///< all lanes of the group, active or not
  std::uint32_t active = 0;
  std::uint32_t first_wavefront = 0;
  std::uint32_t wavefronts = 0;
  bool merged = false; ///< merged from two neighbouring groups
};

/// How the warp is served, wavefront by wavefront. The counts are the hardware's; which word of a bank goes
/// first is our convention: the word of the lowest lane.
struct BankService {
  BankCounts counts;
  std::vector<BankGroup> groups;         ///< those with an active lane, in lane order
  std::vector<BankWavefront> wavefronts; ///< size() == counts.wavefronts
};

[[nodiscard]] BankService serve_banks(const WarpAccess& access, AccessKind kind);

} // namespace warpscope::model
