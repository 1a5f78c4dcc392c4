// Shared memory: 32 banks of 4 bytes, bank = (byte / 4) % 32.
//
// Source: measured on an H200 (cc 9.0) with the hardware's counters, tests/hardware/h200_warp_accesses.tsv;
// docs/hardware-rules.md states the rule. Unit: wavefronts (passes of the data stage) of one warp
// instruction. Best: as many as there are service groups with an active lane (1 up to 4 bytes a lane). Worst:
// 32.
//
// Defined for any offsets; the hardware faults on offsets that are not multiples of the width, and the counts
// then say what the rule would give. Atomics count lanes per bank, and equal words do not merge; what else an
// instruction does is its AtomicForm (tests/hardware/h200_shared_atomics.tsv and h200_atomics.tsv).
/// - Subject: Shared memory
/// - Modelled: 32 banks of 4 bytes, bank = (byte / 4) % 32. In one wavefront every bank gives one word, and
/// all lanes that asked for that word get it (a broadcast); another word of the same bank waits for the next
/// wavefront.
/// - Modelled: accesses of 64 and 128 bits, served in groups of 16 and 8 lanes, of which two neighbours merge
/// when their words allow it, as the recordings of an H200 show.
/// - Modelled: atomics, by lanes per bank: equal words do not merge. Adding the constant 1 to a shared int
/// without using the old value is an increment, which merges equal words: it costs what a store does. A
/// compare-and-swap takes twice the wavefronts.
/// - Modelled: what has no instruction in shared memory (additions of float, double and pairs of halves, most
/// 64-bit operations) as the loop that the compiler makes of it, round by round: the instructions that are
/// executed, their wavefronts, and the loads among them. What changes 16 bits loads the word around them
/// once, then compares and swaps it, in each round all lanes that are left.
/// - Modelled: atomics through pointers whose memory the compiler does not know: 64-bit operations have an
/// instruction there, and increments do not merge equal words.
/// - Not modelled: arbitration between warps. It adds the same number to the profiler's wavefronts and bank
/// conflicts (l1tex), up to 16 % of the requests in our recordings and another one each run; the counts of
/// the instructions themselves (SASS metrics) are free of it and equal ours.
/// - Not modelled: rounds that an atomic's loop runs again because another warp changed a word between its
/// load and its compare-and-swap; they differ from launch to launch.
/// - Not modelled: shared accesses of 32 bytes do not exist in hardware; where a text makes one it is counted
/// as eight groups of four lanes, which never merge.
/// - Modelled: asynchronous copies (cp.async): of 4 and 8 bytes a lane words occupy their banks on both
/// sides, of 16 bytes a wavefront joins a line of global to a line of shared memory (async_copies.h).
/// - Not modelled: how the hardware schedules asynchronous copies between scattered places: where both sides'
/// banks matter at once it took up to four wavefronts more than the busiest bank needs, in 44 of 128 random
/// patterns; in none of 148 regular ones.
/// - Modelled: bulk copies (TMA) as costing no wavefronts, as the profiler counts them; their sectors of
/// global memory are those of the rows that they move. Other blocks' shared memory is counted in sectors, as
/// on an H200.
/// - Not modelled: the banks that a bulk copy, or another block of the cluster, occupies.
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
  std::uint32_t requests = 0; ///< 1 if a lane is active; of a loop, those of its rounds
  std::uint32_t wavefronts = 0;
  /// What the same bytes need when no lane waits: the service groups with an active lane; twice as many for a
  /// compare-and-swap, also one in a loop.
  std::uint32_t ideal_wavefronts = 0;
  /// wavefronts - ideal_wavefronts; half of that for a compare-and-swap, and none in a loop, as hardware
  /// counts.
  std::uint32_t bank_conflicts = 0;
  bool operator==(const BankCounts&) const = default;
};

/// True when some lane waits for another: for conflicts, and for the rounds of a loop.
[[nodiscard]] inline bool lanes_wait(const BankCounts& counts) {
  return counts.wavefronts > counts.ideal_wavefronts;
}

[[nodiscard]] BankCounts count_banks(const WarpAccess& access, AccessKind kind);

/// True when each lane of a word takes a turn of its own: for atomics, but for increments.
[[nodiscard]] inline bool takes_turns(const WarpAccess& access, AccessKind kind) {
  return kind == AccessKind::Atomic && access.form != AtomicForm::Joins;
}
/// True for an atomic that the compiler makes a loop of.
[[nodiscard]] inline bool loops(const WarpAccess& access, AccessKind kind) {
  return kind == AccessKind::Atomic && has_rounds(access.form);
}

/// What the loop executes. In a round the lanes that are left load and compare-and-swap; the lowest of each
/// bank (8 bytes: of each bank and half of the warp) tries, in two wavefronts (8 bytes: two for each half
/// that has a lane left). AtomicForm::Words: all lanes load once; in a round those that are left
/// compare-and-swap, each in a turn of its own (AtomicForm::Swap).
struct LoopCounts {
  BankCounts swaps; ///< the compare-and-swaps: what count_banks() returns. A Loop has no conflicts: its
                    ///< lanes wait for rounds.
  BankCounts loads;
  std::uint32_t rounds = 0;
  std::uint32_t swap_lanes = 0, load_lanes = 0; ///< active lanes, over all requests
  bool operator==(const LoopCounts&) const = default;
};
[[nodiscard]] LoopCounts count_loop(const WarpAccess& access);
/// The lanes of each round, from 0; those of the last are done after it.
[[nodiscard]] std::vector<std::uint32_t> lanes_by_round(const WarpAccess& access);
/// The words that an access of AtomicForm::Words loads and swaps, by the lanes `mask`.
[[nodiscard]] WarpAccess words_around(const WarpAccess& access, std::uint32_t mask, AtomicForm form);

/// One wavefront, for the picture: the word that each bank supplies, and the lanes that receive it.
struct BankWavefront {
  std::uint32_t group = 0; ///< index into BankService::groups
  bool again = false;      ///< the second wavefront of a compare-and-swap, with the words of the one before
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
/// first is our convention: the word of the lowest lane. A compare-and-swap has each wavefront twice. A loop
/// has those of its compare-and-swaps, each twice, all in one group; its loads lie between them and are not
/// listed.
struct BankService {
  BankCounts counts;
  std::vector<BankGroup> groups;         ///< those with an active lane, in lane order
  std::vector<BankWavefront> wavefronts; ///< size() == counts.wavefronts
};

[[nodiscard]] BankService serve_banks(const WarpAccess& access, AccessKind kind);

} // namespace warpscope::model
