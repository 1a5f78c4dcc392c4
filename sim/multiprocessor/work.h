// What the warps of one multiprocessor have to do: the input of multiprocessor.h. Plain data, without
// addresses of lanes: an access is the 128-byte lines and 32-byte sectors that it touches, or its wavefronts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::multiprocessor {

inline constexpr std::uint32_t constant_line_bytes = 64;
inline constexpr std::uint32_t line_bytes = 128, sector_bytes = 32, sectors_per_line = 4;

enum class Op : std::uint8_t {
  Run,    ///< instructions that access no memory: `slots`, `stall`, `pipe`, `service`
  Shared, ///< shared memory, any kind: `service` wavefronts. Of a loop of compare-and-swaps (`work` is Swaps)
          ///< the load has no `lines`, and the compare-and-swap one for each word of shared memory
  Load,   ///< global or local memory, through L1: `lines`; `service`: wavefronts by words and banks
  Store,  ///< likewise; nothing waits for it
  Atomic, ///< at L2: `lines`, `work`; `service`: lanes at the word that most of them name
  Copy,   ///< asynchronous, global to shared: `lines`, and `service` wavefronts into shared memory
  Shuffle,  ///< between the lanes of a warp: a cycle of the LSU
  Constant, ///< constant memory: `service` passes, `lines` of 64 bytes
  Barrier,  ///< __syncthreads; `stall`: the warp does not go on before, whatever the others do; `service`:
            ///< cycles that it goes on later than the release
  Fence,    ///< __threadfence: `service` is 0, __threadfence_system: 1; its result is that it is done
  Wait,     ///< the first instruction that needs the result of `token`; takes no issue slot itself
};

inline constexpr unsigned op_count = static_cast<unsigned>(Op::Wait) + 1;

/// Units of a sub-partition that take longer for an instruction than its issue slot. None: no such unit.
/// Integer: sums, logic, comparisons. Multiply: products of integers. Half: arithmetic of 16-bit numbers.
enum class Pipe : std::uint8_t { None, Integer, Double, Special, Multiply, Tensor, Half };
inline constexpr std::size_t pipe_count = 7;

/// What L2 does in an atomic, as far as it takes different time.
enum class AtomicWork : std::uint8_t {
  Other,
  AddsFloats,
  Compares,  ///< the least and the greatest: L2 writes nothing where nothing changes
  Exchanges, ///< what was there is sent back, whether somebody needs it or not
  Swaps,     ///< compares and swaps: likewise
};
inline constexpr std::uint32_t atomic_works = 5;

/// Cycles by which a barrier or a branch behind a barrier goes on later than other instructions
/// (multiprocessor.h, barrier); the probe's `barrier` is the time from one barrier to the next.
inline constexpr std::uint16_t behind_barrier = 4;

/// Numbers of results that a warp may have under way at once, as a scoreboard's entries.
inline constexpr std::uint32_t token_count = 64;

inline constexpr std::uint32_t no_origin = ~0u;

/// A step of a warp. Every step but Wait takes issue slots: an access one for each register that it reads.
struct Step {
  Op op = Op::Run;
  Pipe pipe = Pipe::None;    ///< Run: the unit that it keeps busy
  std::uint8_t token = 0;    ///< below token_count: Wait: which result; others: the number of their result
  bool keeps = false;        ///< its result has the number `token`; a store has none, nor has a load behind
                             ///< which another one of its warp comes that is waited for
  std::uint16_t slots = 1;   ///< issue slots, one after the other
  std::uint16_t stall = 0;   ///< Run: cycles that the warp waits behind its slots. Shared: of a loop's last
                             ///< compare-and-swap, how many steps before it the load is
  std::uint16_t service = 0; ///< Run: cycles that `pipe` is busy; Barrier: above; others: wavefronts, passes
                             ///< or turns
  std::uint16_t count = 0;   ///< Load, Store, Atomic, Copy, Shared: how many lines, from `first` on
  std::uint32_t first = 0;   ///< index into Block::lines
  /// Where it comes from, for pictures: the recorder's are indices into Program::code, of a Run its first.
  std::uint32_t origin = no_origin;
  AtomicWork work = AtomicWork::Other;
  bool stores = false; ///< Shared: no register gets anything
  bool operator==(const Step&) const = default;
};
static_assert(sizeof(Step) == 24);

/// The number of the first line of local memory, above those of global memory.
inline constexpr std::uint32_t local_lines = 0x4000'0000;

/// Of Line::sectors: the access writes a part of some sector. And, of the engine's own: no line beside it in
/// the store is its neighbour in memory.
inline constexpr std::uint32_t narrow = 16, apart_from_others = 64;
/// Likewise of a load that L1 does not answer: a volatile one.
inline constexpr std::uint32_t past_l1 = 128;

/// Of Line::sectors in a store, from this bit on: the sectors of which it writes parts.
inline constexpr std::uint32_t parts_at = 8;

/// Of Line::sectors in an atomic, from these bits on: the line's turns, which are for each of its sectors the
/// lanes at the word that most of them name; and the most lanes at one word of the line. 0: Step::service for
/// each sector, and for the word. And at how many of its sectors the lanes name several words, and how many
/// words those are beside the first of each sector.
inline constexpr std::uint32_t turns_at = 8, lanes_at = 16, several_at = 24, words_at = 27;

/// A line that an access touches, and which of its sectors (bits 0 to 3).
struct Line {
  std::uint32_t number = 0; ///< address / line_bytes; of a word of shared memory: local_lines + address / 4
  std::uint32_t sectors = 0;
  bool operator==(const Line&) const = default;
};

struct Block {
  std::vector<std::vector<Step>> warps; ///< a warp without steps ends as it starts
  std::vector<Line> lines;
};

/// Lines whose atomics meet those of so many multiprocessors, this one among them.
struct Meeting {
  std::uint32_t from = 0, end = 0; ///< numbers of lines, without the last
  std::uint32_t multiprocessors = 1;
};

/// All blocks that the multiprocessor gets, in their order.
struct Work {
  std::vector<Block> blocks;     ///< those that are known
  std::uint64_t block_count = 0; ///< more than blocks.size(): block i does what blocks[i % size] does
  std::uint32_t resident = 1;    ///< blocks that it holds at once while all of their warps live
  /// Blocks that it holds at once where warps have ended: by their shared memory and their number. 0:
  /// resident.
  std::uint32_t most_resident = 0;
  /// Warps that a sub-partition holds at once, by their registers and their number. 0: those of `resident`
  /// blocks.
  std::uint32_t partition_warps = 0;
  std::vector<Meeting> meetings; ///< lines in none meet nobody's
};

} // namespace warpscope::multiprocessor
