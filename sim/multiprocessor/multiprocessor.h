// Simulates one streaming multiprocessor, event by event: who issues when, what each warp waits for, what L1,
// L2 and DRAM are asked for.
//
// The rules of time. Unit: cycles of the multiprocessor; a number of cycles "from t" ends before t + number.
//
//   issue      A sub-partition issues for one warp at a time. A step occupies its issue port for `slots`
//              cycles; Wait for none. Of the warps that can issue in a cycle the one
//              that issued last goes on, else the one that waits longest since it found the LSU's queue full,
//              of equals the first by rank (so it is the lines of all warps that contend for L1, as an H200's
//              misses show: see L1), else a warp of the block that started first, of these the one that waits
//              longest, of equals the one of the highest number. An H200, 2026-11-30, clocks at the end of
//              sums that no memory holds up: of eight blocks the first ends at 8,700 cycles, the others one
//              after the other up to 48,300, and a block that takes the first one's place is behind them
//              all; of the 32 warps of one block, chains of sums, all end between 21,500 and 23,300. (Huerta
//              et al., "Analyzing Modern NVIDIA GPU cores", MICRO 2025, saw the warps of one block: greedy,
//              then youngest; where each could issue in every cycle the last three of a sub-partition end
//              first here, too.) Place p belongs to sub-partition p % partitions; the first warps of blocks
//              beside each other are in different ones (partition_of). In one cycle the sub-partitions issue
//              in the order of their numbers.
//   Run        A pipe takes one Run after the other, `service` cycles each, and has a place where the next
//              one waits for it. Of the warps that can issue one is chosen whatever its pipe does: if that
//              place is taken it keeps the issue port until it is free, and nobody else issues. Issued at t,
//              a Run begins at b, when its pipe is free, and the warp goes on at b + slots + stall. (An H200,
//              2026-11-30, units_probe.cu, loops around a remainder, 1 to 8 warps in a sub-partition: 147,
//              158, 171, 190, 209, 240, 292, 323 cycles, where the special functions' unit needs 24 a warp
//              and that of products as many; here, by the machine code, 139, 148, 163, 184, 222, 264, 284,
//              313. Were a warp whose pipe is busy passed over it would be 230 for eight. Warps that go
//              strictly by their number would come as near, but then one of eight chains of MUFU ends early
//              and leaves the unit idle at the end: 8.9 cycles each, an H200 takes 8.08.)
//   LSU        A memory instruction issued at t joins its sub-partition's queue, which holds `queue` of them
//              (same source: five) from issue until its data pass. One LSU takes all queues in the order of
//              issue, from t + 1 on, and has two stages, which work on different instructions at a time. The
//              tags' stage: a load of global memory looks up l1_lines lines a cycle, each of another bank of
//              the tags (model::tag_bank()), half as long again when it straddles() lines, whose first and
//              last sector count as one (filters of 5 x 5 and 1 x 31: 1.43 and 1.47 cycles a load of 32 words
//              side by side; every other load has the cycle that the halves make); at least a cycle for each
//              line of which a sector misses L1 (8 lines 8.1 cycles, 16 lines 16.1, 32 lines 32.1); where
//              none misses half a cycle for each of which some is under way, but no more than
//              halves_under_way longer than its lookups (structs of 7 and 12 words, member by member: 28 and
//              79 cycles a warp; the other words of 32 and of 8 sectors that one load has asked for: 9.9
//              and 3.3 cycles each). The data's stage: shared memory a wavefront a cycle, half a cycle more
//              when it loads and what came before in shared memory stored, or the other way round (0.4 to 0.5
//              for each load and store of 64 warps in turn); a shuffle a cycle; a load a wavefront of its
//              words and banks a cycle, at least one for each 128 bytes that its lanes' registers get (an
//              H200, 2026-11-30: 1.1, 2.02 and 4.05 cycles with 4, 8 and 16 bytes a lane, whether all name
//              one word or each its own), from its last lookup on, where lines miss at least a cycle for each
//              but miss_overlap of them; a copy its wavefronts likewise. Stores and atomics take both stages
//              at once, a line a cycle. (An H200, 2026-11-30, lsu_probe.cu: 32 words of 32 lines take 8
//              cycles, eight-way conflicts of shared memory 8, one of each together 9.1; 32 rows in one bank
//              32, and 40 with the conflict; 32 lines that miss 32, and 37 with it; 8 lines that miss 8, and
//              36 with a 32-way conflict.) The warp goes on at t + slots.
//   result     With data that pass from s on for n cycles: shared memory at r - 1 + (n - 1) *
//   shared_wavefront +
//              shared_latency, where r is s or, if that is later, what the sub-partition's access before it
//              leaves: its own r + 1 + (n - 1) * shared_wavefront (one warp that adds to a word with 32 lanes
//              takes 57 cycles for it, four warps 31 each; machine_probe.cu); a load that finds all in L1
//              likewise, by its wavefronts of banks and l1_latency (an H200: a warp that reads a word has it
//              after 60 cycles with the loop around it, one of each of 32 rows after 67, of 32 rows in one
//              bank after 129, four warps of different sub-partitions take 33 each); a copy, a shuffle at s +
//              n - 2
//              + their latency, so that a result comes one latency after the issue when nothing else is under
//              way. A sector that misses: below.
//   L1         Looks up the i-th line of an access i / l1_lines cycles after the first. A set has tags for
//              l1_ways lines (l1_set_of), all sets together have room for l1_held. Where a new line finds no
//              tag, or no room, its set's least recently used one leaves; if there is no room and the set is
//              empty that of the next set in turn. (An H200, 2026-12-01, l1_sets_probe.cu, lines read again
//              and again in their order, 2,133 lists: the misses are as these rules say but for 1.6 % of the
//              lines in the mean.) A line is allocated by its first miss, sectors come one by one. A sector
//              under way is waited for and not asked for again. A store allocates its line, and its sectors
//              are there from its cycle on, and each stored sector goes to L2 all the same (an H200: all
//              loads hit that only stores went before, of local and of global memory; threads that load a
//              line each word by word hit by 88 %, and where they store to a line each besides, with 32, 48
//              and 64 warps by 55, 20 and 1 %). Atomics neither allocate nor look up, nor do loads past_l1,
//              whose sectors all miss.
//   L2, DRAM   Servers with this multiprocessor's share of the rate, first come, first served, in ticks. A
//              line's sectors that miss L1 are one request of L2: l2_read_sector for each, l2_read_line at
//              least. Looked up at c, with its last sector served w later, w rounded up to cycles, it arrives
//              at c - 1 + w + l2_latency. Requests for lines that L2 does not hold (comes_from_dram) pass
//              DRAM's server, too, when L2's is done with them, by those pairs of sectors that have not
//              passed it before (the others come no sooner than for who asked for them first): L2 keeps these
//              of the l2_kept_lines that were asked for latest (an H200, copies whose threads take 16, 32 and
//              64 words in one piece each, 128 MB: DRAM delivers 1.6, 9.8 and 12 times as many bytes). Then w
//              is the wait at both, and latency_of() takes the place of l2_latency; dram_halves more where
//              both halves of the line pass DRAM, crowd_wait() more for the ticks of loads that DRAM was
//              asked for in the window before, and turning_wait() more for the ticks of writes in the
//              windows before (their mean, to which each window adds a quarter): a warp that is alone with
//              its load waits 700 cycles, half of DRAM's rate of loads makes it 900 (copies.cu, an H200);
//              copies at 1.6, 2.1 and 2.5 TB/s 75, 150 and 220 more than loads alone, nine of ten of them
//              less than 450 (2026-11-30, clocks of each warp). The sectors that are written to lines that
//              goes_to_dram(), each once, occupy DRAM's server for write_back_ticks(): narrow ones are read
//              before. They wait until they take dram_turn cycles, then all pass, from the cycle of the last
//              one's lookup. DRAM serves in the order of the lookups.
//   stores     Line by line from s + i. Each sub-partition keeps write_lines / partitions lines (rounded up)
//              that its warps have stored to: a store to one of these joins it, and is no longer narrow. The
//              line that makes_room() goes through L2's writing server, for l2_write_sector for each sector
//              or l2_write_line, whichever is longer, and narrow_part() of l2_write_narrow more; those that
//              are left go at the end. The LSU starts a store or an atomic, and with it all that are behind
//              it, when what L2's writing server still has to do takes write_backlog cycles at most. Atomics
//              that wait at a slice of L2 hold nobody else up: while the counters of one block are added
//              there another block loads (an H200, shared histograms of 8 M numbers: 84 us, as long as the
//              slice is busy; 118 to 134 us were the LSU to wait for it). But a load of a line whose slice
//              has slice_behind cycles of atomics before it comes behind these, and takes slice_ticks() of
//              the slice itself.
//   atomics    Line by line likewise, in turns (turns_of): for each of its sectors the lanes at the word that
//              most of them name; atomic_sector each at L2's writing server (atomic_ticks), and from s on
//              atomic_request and atomic_turn for each turn (turns_at_slice) at the slice of L2 that has the
//              line (slice_of); additions of floats besides turns of atomic_word at the line, for the lanes
//              that meet at one word (meeting_in); these three times the multiprocessors_at() the line, whose
//              turns they are. The result comes at s - 1 + w + l2_latency, w being the longest wait for a
//              last turn to start, rounded up.
//   fence      Done at max(s, a) - 1 + fence_latency (fence_system_latency for the host), where s is t + 1
//              or fence_each after the s of the fence before it, and a store_answer after the service of the
//              warp's last store started. L1 forgets what was asked of it before (the compiler writes
//              CCTL.IVALL behind it). An H200, 2026-11-29: 285 cycles, 1,920 for the host, 590 behind a
//              store; 64 warps at once 10.3 each.
//   constant   One port: from t + 1, `service` passes of constant_pass, before them m cycles: constant_miss
//              for each line that nobody has read, constant_again for each that has left the constant cache,
//              which holds the constant_lines that were asked for latest, and constant_again_first once if
//              there is one; the result at s - 1 + m + (service - 1) * constant_pass + constant_latency. An
//              H200, 2026-11-29, 16 entries a thread of a table of 4 KB at random: 30 cycles each where a
//              block's threads name the same, 306 where each names its own. Without a pass (uniform
//              registers): at t + 1, if nobody has to fetch it: constant_miss of that port for each line that
//              nobody has read; behind that uniform_miss of a port of the sub-partition for each line that it
//              does not hold, which are but the uniform_lines that its own uniform registers asked for
//              latest; and of each uniform_lost() of 64 that it holds, in turn. (An H200, 2026-11-30,
//              swaps_probe.cu, four words a turn of a table of 64 words: 66 cycles; of 80 to 400 words 80. 16
//              warps in a sub-partition, two in step: 13 cycles a turn and warp of 64 words, 100 to 130 of
//              112 to 400.)
//   swaps      Shared memory adds floats, and whatever it cannot, by loops: a load, a compare-and-swap. At a
//              word that another warp of the block has changed since the load's data passed the
//              compare-and-swap fails. Recorded are the rounds of a warp that is alone; a word that fails is
//              tried again by the next compare-and-swap, and from the last one on, with whose result the warp
//              goes on, by rounds of its own, as long as some fail: the warp goes back to the load swap_again
//              after the result, which comes swap_latency later than a load's. (An H200, 2026-11-30,
//              swaps_probe.cu, additions to one word: 32 threads 3,045 cycles, 64 5,592, 128 10,696, 256
//              21,177, 1,024 41,022; 16 blocks of 128 threads 13,149.)
//   copies     Results of a warp's copies come in their order: each with the latest so far.
//   barrier    A warp that issued it at t has arrived when the barriers' unit, which serves arrivals of all
//              blocks from t + 1 on in the order of issue, barrier_arrival ticks each, barrier_first() for
//              the first of a block, is done with it, and barrier_each_warp after the block's arrival before
//              it. The warps go on `barrier` cycles after the last of the block has arrived or ended, and
//              their step's `service` more, but not before their step's `stall` is over. (An H200,
//              2026-11-30, loops around a barrier: the instruction behind BAR issues before the warp waits,
//              so that a comparison's 13 cycles pass meanwhile, and a loop of one warp takes as long with
//              the barrier as without; another barrier or a branch goes on 4 cycles later than others.) When
//              the last of all the block's warps issues it, the LSU, if it has something to do, is held
//              behind that for barrier_drain cycles at most, as many as the access of shared memory that was
//              issued before it has wavefronts, if these are several (an H200, 2026-11-29, loops of an
//              access and a barrier, 64 warps in blocks of 2 to 32: with 4 wavefronts 2 to 8 cycles more for
//              each barrier, with 32 9 to 30; why is not known).
//   blocks     A warp ends store_end after the service of its last store started, at the earliest. Its
//              place is free then; its block has ended when all its warps have. Only then blocks start, as
//              many as find free places for all of their warps in their sub-partitions (partition_of) and
//              among most_resident blocks: places that warps have left early are taken when some block ends
//              (an H200, 2026-11-29, blocks of 256 threads, one warp of which goes on: eight of them for the
//              whole first round, then up to 14 at once; of 96, 128, 192 threads up to 26, 22, 13 where all
//              warps alive let 21, 16, 10 in, likewise where registers let 9 in 18; 512 threads that leave
//              together, four each round, 16 warps are needed at once). A block starts block_start after
//              that end, and after the block that started last block_interval or block_interval_warp for
//              each of its warps, whichever is longer; warp i starts i * warp_start later. Of blocks that end
//              in one cycle the one of the lowest number goes first, and new ones take the lowest number.
//   end        When the last warp has ended and the servers of stores and atomics are done.
/// - Subject: The multiprocessor over time
/// - Modelled: one multiprocessor with four issue ports, the scoreboard at a load's first consumer, the queue
/// and the wavefronts of the LSU, L1's lines and sectors, L2 and DRAM as servers at this multiprocessor's
/// share of their rate, barriers, the turnover of blocks.
/// - Not modelled: other multiprocessors (they are taken to be as busy as this one; Share::rounds slows DRAM
/// for the one that ends last), the instruction cache
/// after a first fetch, channels of DRAM, the slices of L2 of loads and stores (of atomics, and of loads
/// behind these, an H200's 94 on every device) and that half of them lie farther away, lines that others ask
/// for, too, and that L2 loses, loads of the other bytes of a sector of which a store wrote a part, clocks
/// below the boost clock.
#pragma once

#include "sim/multiprocessor/figures.h"
#include "sim/multiprocessor/work.h"

#include <atomic>
#include <string>

namespace warpscope::multiprocessor {

/// What a warp does in a cycle between its block's turn and its own end.
enum class State : std::uint8_t {
  Issue,
  Ready,      ///< could issue; another warp of the sub-partition does
  Dependency, ///< waits for its own arithmetic
  Pipe,       ///< has the port, or has issued, and waits for its pipe
  Queue,      ///< waits for a place in the LSU's queue
  Memory,     ///< waits for a result
  Barrier,
  Slot, ///< its block has the place, and has not started
};
inline constexpr std::array<std::string_view, 8> state_names = {"issue", "ready",  "dependency", "pipe",
                                                                "queue", "memory", "barrier",    "slot"};
inline constexpr std::size_t state_count = state_names.size();
[[nodiscard]] constexpr std::string_view name_of(State state) {
  return state_names[static_cast<std::size_t>(state)];
}
/// Cycles by State. A wait that ends with an issue counts as Queue up to the last cycle in which that was
/// full, as Ready until the warp has the port, and as Pipe from then on.
using StateCycles = std::array<std::uint64_t, state_count>;

struct Counters {
  std::uint64_t issue_slots = 0;
  std::uint64_t lsu_busy = 0;  ///< cycles in which data pass the LSU
  std::uint64_t tags_busy = 0; ///< cycles in which lines are looked up there, or stored
  std::uint64_t shared_wavefronts = 0, constant_passes = 0, barriers = 0; ///< barriers: releases
  std::uint64_t barrier_drains = 0; ///< cycles of lsu_busy in which a barrier holds it
  std::uint64_t shared_turns = 0;   ///< cycles of lsu_busy in which shared memory turns round
  /// Sectors of loads and copies: l1_hits + l1_pending + l1_misses. Pending: under way for another load.
  std::uint64_t l1_hits = 0, l1_pending = 0, l1_misses = 0;
  std::uint64_t l2_hits = 0, l2_misses = 0;             ///< sectors; together l1_misses
  std::uint64_t dram_bytes = 0, dram_written_bytes = 0; ///< dram_bytes: read
  std::uint64_t written_sectors = 0, written_lines = 0, atomic_turns = 0;
  std::uint64_t evictions = 0; ///< lines of L1
  // Ticks that the servers were busy.
  std::uint64_t l2_read_busy = 0, l2_write_busy = 0, dram_busy = 0, atomic_busy = 0;
  std::uint64_t constant_busy = 0; ///< cycles
  std::uint64_t barrier_busy = 0;  ///< ticks of the barriers' unit
  bool operator==(const Counters&) const = default;
};

/// One warp's life: Slot from `taken` to `started`, other states from there to `ended`.
struct WarpRow {
  std::uint64_t block = 0; ///< its number among the multiprocessor's blocks
  std::uint32_t warp = 0;  ///< within the block
  std::uint32_t place = 0; ///< its sub-partition is place % partitions
  std::uint64_t taken = 0, started = 0, ended = 0;
  StateCycles cycles{}; ///< sum: ended - taken
  bool operator==(const WarpRow&) const = default;
};

/// For the picture: a warp in one state. Intervals of one warp follow each other without gaps.
struct Interval {
  static constexpr std::uint32_t no_step = ~0u;
  std::uint32_t row = 0;  ///< index into Result::rows
  std::uint32_t step = 0; ///< of the warp: which is issued or waited for; no_step in Slot
  State state = State::Issue;
  std::uint64_t begin = 0, end = 0;
};

/// For the picture: an access in the LSU. They follow each other.
struct Service {
  std::uint32_t row = 0; ///< index into Result::rows
  std::uint32_t step = 0;
  std::uint64_t begin = 0, end = 0;
};

/// For the picture: L1 looks up a line for a load, a copy or a store to local memory. What is left of
/// `sectors` hit.
struct Lookup {
  static constexpr std::uint32_t nothing = ~0u;
  std::uint32_t row = 0; ///< index into Result::rows
  std::uint32_t step = 0;
  std::uint32_t line = 0;          ///< Line::number
  std::uint32_t place = nothing;   ///< set * l1_ways + way; nothing: L1 holds no line
  std::uint32_t evicted = nothing; ///< the line that it replaces
  std::uint32_t left = nothing;    ///< its place: this one, or, in a set that was empty, one of another set
  std::uint8_t sectors = 0;        ///< bits: asked for
  std::uint8_t pending = 0;        ///< of them: under way for another load
  std::uint8_t misses = 0;         ///< of them: asked of L2
  bool allocates = false;          ///< L1 did not hold the line
  bool stores = false;             ///< of a store to local memory, which brings its sectors
  bool forgotten = false;          ///< behind a fence: L1 held nothing
  std::uint64_t cycle = 0;         ///< of the lookup
  std::uint64_t arrives = 0;       ///< the latest of its sectors
  bool operator==(const Lookup&) const = default;
};

/// The resource that is busy longest, if it is busy for busy_share of the time; otherwise what the warps wait
/// for most.
enum class Limit : std::uint8_t {
  Nothing, ///< no warp did anything
  Issue,
  Lsu,
  L2Read,
  L2Write,
  Dram,
  Constant,
  Atomics,
  Memory,     ///< latency
  Barrier,    ///< likewise, or the unit that takes the arrivals
  Dependency, ///< likewise
  Blocks,     ///< starting blocks
};
inline constexpr std::array<std::string_view, 12> limit_names = {
    "nothing",  "issue",   "lsu",    "l2_read", "l2_write",   "dram",
    "constant", "atomics", "memory", "barrier", "dependency", "block_starts"};
[[nodiscard]] constexpr std::string_view name_of(Limit limit) {
  return limit_names[static_cast<std::size_t>(limit)];
}
inline constexpr double busy_share = 0.7;

enum class Status : std::uint8_t {
  Done,
  OverBudget, ///< of events: the rest was not simulated
  Cancelled,
  Invalid, ///< the input: Result::message
};

struct Options {
  std::uint64_t events = 20'000'000;                         ///< at most this many issues are simulated
  bool intervals = false;                                    ///< record them, and the LSU's services
  bool lookups = false;                                      ///< record them
  std::size_t most_rows = 4'096, most_intervals = 2'000'000; ///< beyond these, rows and intervals are left
                                                             ///< out
  std::size_t most_lookups = 400'000;                        ///< likewise: the first ones are kept
  const std::atomic<bool>* cancel = nullptr;
};

struct Result {
  Status status = Status::Done;
  std::string message;      ///< one sentence, unless Done
  std::uint64_t cycles = 0; ///< unless Done: as far as it came
  std::uint64_t events = 0;
  std::uint64_t blocks_ended = 0;
  /// When the blocks ended, in that order, the first most_rows of them.
  std::vector<std::uint64_t> block_ends;
  StateCycles states{}; ///< of all warps
  Counters counters;
  Limit limit = Limit::Nothing;
  std::vector<WarpRow> rows; ///< in the order in which the blocks started
  std::vector<Interval> intervals;
  std::vector<Service> services;   ///< with the intervals
  bool intervals_left_out = false; ///< some of either, or of the rows: there were too many
  std::vector<Lookup> lookups;     ///< in the order in which L1 serves them
  bool lookups_left_out = false;   ///< those behind the last
};

/// Invalid: no blocks or no place for one, a block without warps or with more than there are places, an index
/// out of range, figures of which one that must not be 0 is.
[[nodiscard]] Result simulate(const Work& work, const Figures& figures, const Options& options = {});

/// Cycles for which the resource that is busy longest was busy.
[[nodiscard]] double longest_busy(const Result& result, const Figures& figures);

/// The sub-partition of a warp of the resident block number `block`, `warps` of which a block has at most.
/// Where these fill the sub-partitions evenly the first warp of each block is in the next one: an H200,
/// 2026-11-29, blocks of 256 threads whose first alone adds up 256 numbers take a third of the time that one
/// sub-partition would need for all of these.
[[nodiscard]] constexpr std::uint32_t partition_of(std::uint32_t block, std::uint32_t warp,
                                                   std::uint32_t warps, std::uint32_t partitions) {
  return (warp + (warps % partitions != 0 ? block * warps : block)) % partitions;
}
/// The set of L1 in which a line lies. Which bits the hardware mixes is not published. Of 512 or 256 sets
/// this is the remainder of division by a primitive polynomial, so that any power of two of lines, side by
/// side or at a stride that is one, are spread evenly, as an H200 does (2026-12-01, l1_sets_probe.cu: 1,024
/// lines 2^0 to 2^15 lines apart are all held, where sets of four ways lose a seventh of as many at random).
[[nodiscard]] constexpr std::uint32_t l1_set_of(std::uint32_t line, std::uint32_t sets) {
  if (sets != 512 && sets != 256)
    return static_cast<std::uint32_t>(((line * 0x9E3779B97F4A7C15ull) >> 32) * sets >> 32);
  const std::uint32_t degree = sets == 512 ? 9 : 8;
  while (line >= sets) {
    const std::uint32_t high = line >> degree;
    // x^9 = x^4 + 1, x^8 = x^4 + x^3 + x^2 + 1
    line = (line & (sets - 1)) ^ high ^ high << 4 ^ (sets == 512 ? 0 : high << 3 ^ high << 2);
  }
  return line;
}
/// The slice of L2 in which a line lies, as far as atomics meet there: 512 bytes side by side, of 94 slices
/// (ncu's lts__t_requests.sum / .avg on an H200). Which bits the hardware mixes is not published; this
/// spreads 8, 64 and 512 pieces side by side so that 1, 2 and 7 meet. An H200, lanes that add to words at
/// random: 11.8, 40, 90 and 99 lanes a ns in 4, 32, 256 KB and 4 MB, where a piece alone has 1.5.
inline constexpr std::uint32_t l2_slices = 94;
[[nodiscard]] constexpr std::uint32_t slice_of(std::uint32_t line) {
  return static_cast<std::uint32_t>(std::uint64_t{line / 4 * 0x9E3779B9u} * l2_slices >> 32);
}
/// Ticks of its slice that a load of so many sectors takes, with those of the other multiprocessors that this
/// one stands for, `pairs` of sectors from DRAM. Source: an H200, 2026-11-30, loads of 69 MB and 33,792
/// atomics at one word: 28.8 us nearly without loads, 32.2 where L2 holds them (11.3 without the atomics),
/// 41.6 where they come from DRAM (21.1).
[[nodiscard]] constexpr std::uint64_t slice_ticks(std::uint64_t sectors, std::uint64_t pairs,
                                                  const Figures& figures) {
  const std::uint64_t read = sectors * figures.l2_read_sector, fetched = pairs * 2 * figures.dram_sector;
  return l2_slices * (read > fetched * 3 / 4 ? read : fetched * 3 / 4);
}
/// What went to L2 last.
enum class LastWrite : std::uint8_t { None, Whole, Narrow, Atomic };
/// Ticks for which a line's request, `length` ticks at L2's reading server, occupies the writing one, too.
/// Source: an H200, 2026-11-30, loads of one sector or of four and atomics or stores of single words in 4 and
/// 16 MB, all at random (l2_mix_probe.cu): a request costs 1.65 to 2.1 cycles of a multiprocessor more where
/// it is one among atomics, 1.2 to 1.45 among narrow stores, whether it is for one sector or for four.
[[nodiscard]] constexpr std::uint64_t crossing_ticks(std::uint64_t length, LastWrite last,
                                                     const Figures& figures) {
  switch (last) {
  case LastWrite::None: return 0;
  case LastWrite::Whole: return length * figures.l2_crossing / 256;
  case LastWrite::Narrow: return std::uint64_t{figures.l2_read_line} * 3 / 4;
  case LastWrite::Atomic: return figures.l2_read_line;
  }
  return 0;
}
/// Of 64 loads of uniform registers whose line their sub-partition holds by rights, those that have to fetch
/// it all the same: blocks that walk through a table of `lines` lines at times of their own put one another's
/// lines out. Source: an H200, 2026-11-30 (swaps_probe.cu), blocks of a warp to two in a sub-partition: with
/// 5 lines or up to 4 blocks hardly any, of 8 blocks with 6 lines three of ten, with 7 half, from 8 on nine
/// of ten.
[[nodiscard]] constexpr std::uint64_t uniform_lost(std::uint64_t lines, std::uint64_t blocks,
                                                   std::uint64_t held) {
  constexpr std::uint64_t each = 19, most = 58;
  const std::uint64_t walkers = lines < blocks ? lines : blocks;
  return walkers <= held + 1 ? 0 : each * (walkers - held - 1) < most ? each * (walkers - held - 1) : most;
}

/// What a store to L2 costs more because it writes parts of sectors, `most` where it is less than 8 bytes.
/// Source: an H200, 2026-11-23 (transposes and columns from 1 to 4 MB): a request of one sector takes 3.84
/// cycles of its share with 4 bytes, 3.0 with 8, and l2_write_line (2.0) with all; 2026-11-28 (a word in each
/// of 32 lines, at random or one after the other): 3.4 to 4.0 with one sector, 5.4 to 5.7 with two, 9.2 with
/// four.
[[nodiscard]] constexpr std::uint64_t narrow_part(const Line& line, std::uint64_t most) {
  const std::uint32_t sectors = line.sectors & 15;
  if ((sectors & (sectors - 1)) == 0) most -= most / 8; // one alone
  return (line.sectors & narrow) != 0 ? most : 0;
}
/// Ticks of DRAM for `fresh` sectors (bits) that are written to a line; lines apart take longer. Where
/// `fills`, the rest of those that are written in part is read before; of lines apart all, and it is written
/// in pairs. Source: an H200. 2026-11-29, words at random in 256 MB take 278 bytes' time a line. 2026-12-01,
/// a word in each 128, 96, 64, 48 and 8 to 32 bytes of 128 and 256 MB: 190, 190, 194, 215 and 284 (of 64 MB,
/// little more than L2 holds, 268, 263, 228, 226 and 280, which nothing here explains).
[[nodiscard]] constexpr std::uint64_t write_back_ticks(const Line& line, std::uint32_t fresh, bool fills,
                                                       const Figures& figures) {
  constexpr std::uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  const std::uint64_t pairs = ((fresh & 3) != 0 ? 1 : 0) + ((fresh & 12) != 0 ? 1 : 0);
  const bool apart = (line.sectors & apart_from_others) != 0;
  std::uint64_t write = figures.dram_write_sector;
  if (apart && figures.dram_sector != 0) write = write * figures.dram_sector_apart / figures.dram_sector;
  if (fills && apart) return (pairs + 2) * figures.dram_write_sector + sectors_per_line * figures.dram_sector;
  if (fills) {
    const std::uint64_t parts = bits[line.sectors >> parts_at & fresh & 15], whole = bits[fresh & 15] - parts;
    const std::uint64_t thirds = 3 * parts > 8 ? 3 * parts : 8;
    return thirds * (std::uint64_t{figures.dram_write_sector} + figures.dram_sector) / 3 + whole * write;
  }
  return bits[fresh & 15] * write;
}
/// Which of `lines` that wait for more stores, the one stored to longest ago first, goes to L2 when the
/// `time`th has to: the first, or half of the times any. What the hardware goes by is not published. Structs
/// of 4, 5, 7, 8 and 16 words that are written member by member are put together to .84, .5, .2, .07 and .01
/// (aos_write of the probe): gradually, as by chance; rows of four words almost wholly.
[[nodiscard]] constexpr std::size_t makes_room(std::uint32_t time, std::size_t lines) {
  std::uint64_t mixed = (time + 1) * 0x9E3779B97F4A7C15ull;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ull; // else it goes round
  const auto chance = static_cast<std::size_t>(mixed >> 33);
  return lines == 0 || chance % 2 == 0 ? 0 : chance / 2 % lines;
}
/// The turns that an atomic takes in a line, `lanes` of it at the word that most name.
[[nodiscard]] constexpr std::uint64_t turns_of(const Line& line, std::uint64_t lanes) {
  constexpr std::uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  const std::uint32_t told = line.sectors >> turns_at & 0xFF;
  return told != 0 ? told : bits[line.sectors & 15] * lanes;
}
/// Ticks of the barriers' unit for the first arrival of a block. Source: an H200, 2026-11-29, blocks of 1, 2,
/// 4 and 8 warps that do little but wait for each other: 3.05, 4.6, 8.5 and 16.8 cycles a barrier, 2.01 each
/// arrival.
[[nodiscard]] constexpr std::uint64_t barrier_first(std::uint64_t arrival) {
  return arrival + arrival * 3 / 10;
}
/// Multiprocessors that may come to a line, so that its atomics do not hold each other up (atomic_ticks).
inline constexpr std::uint32_t few_meet = 8;
/// The ticks that an atomic of `turns` in a line occupies L2's writing server for. Source: an H200, driver
/// 580.159.04, 2026-11-29, 64 warps, 1, 2, 4 and 8 words named of each sector of 4 MB in order, cycles a
/// sector: additions 2.57, 2.77, 3.17, 4.07; the greatest, which changes nothing, 2.4; additions whose
/// results are used 3.8, 4.3, 4.6, 6.3, exchanges 3.9, 4.2, 5.0, 5.6; compare and swap 5.8 to 6.2, of one
/// lane alone in its line 3.4. Where 4, 8, 16 and 32 lanes name each of 8, 4, 2 and 1 words, cycles a
/// turn: 6.0, 5.0, 4.7, 3.05. There all multiprocessors went through the same lines. Where so few as
/// few_meet come to a line its sectors and turns cost nothing beside each other (2026-11-30, additions of
/// lanes to the words from their own on, moved by up to 0, 1, 3, 7 and 31: 10.5, 21.9, 30.1, 33.4 and 35.6
/// cycles of a multiprocessor, 2.2 to 2.6 a turn).
[[nodiscard]] constexpr std::uint64_t atomic_ticks(const Line& line, std::uint64_t turns, AtomicWork work,
                                                   bool returns, std::uint32_t meet, const Figures& figures) {
  constexpr std::uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  const std::uint64_t words = line.sectors >> words_at, sectors = bits[line.sectors & 15];
  if (work == AtomicWork::Swaps && (turns > 1 || words > 0)) return turns * figures.atomic_swapped;
  const bool answers = returns || work == AtomicWork::Exchanges || work == AtomicWork::Swaps;
  if (meet <= few_meet && sectors > 1 && !answers) return turns * figures.atomic_sector;
  // Each turn of a sector brings its words, and takes longer where others come before it.
  const std::uint64_t brought = sectors == 0 ? 0 : words * turns / sectors;
  const std::uint64_t several = work == AtomicWork::Compares ? 0 : brought * figures.atomic_several;
  const std::uint64_t again = turns > sectors ? turns * figures.atomic_again / (words > 0 ? 1 : 4) : 0;
  const std::uint64_t ticks = turns * figures.atomic_sector + several + again;
  const std::uint64_t answered = turns * figures.atomic_returned + several + several / 2;
  return answers && answered > ticks ? answered : ticks;
}
/// What they take at the slice of L2: a compare and swap takes a second turn at a sector of which the lanes
/// name several words. Source: an H200, 2026-11-29, words side by side in 4 KB: 44 us for 4 M additions, 82
/// for 4 M that compare and swap; each lane in a sector of its own 389 and 391.
[[nodiscard]] constexpr std::uint64_t turns_at_slice(const Line& line, std::uint64_t turns, AtomicWork work) {
  return turns + (work == AtomicWork::Swaps ? line.sectors >> several_at & 7 : 0);
}
/// The multiprocessors whose atomics meet at a line.
[[nodiscard]] inline std::uint32_t multiprocessors_at(std::uint32_t line,
                                                      const std::vector<Meeting>& meetings) {
  for (const Meeting& meeting : meetings)
    if (line >= meeting.from && line < meeting.end) return meeting.multiprocessors;
  return 1;
}
/// The lanes at the word of the line that most name.
[[nodiscard]] constexpr std::uint64_t meeting_in(const Line& line, std::uint64_t lanes) {
  const std::uint32_t told = line.sectors >> lanes_at & 0xFF;
  return told != 0 ? told : lanes;
}
/// Lines that lie together in a page of DRAM.
inline constexpr std::uint32_t page_lines = 16;
/// True when L2 does not hold the line: a fixed choice by the number of its page, `share` of 65536. Source:
/// an H200, 2026-11-29, 16 MB copied to 16 MB by a word a thread: 8.7 us; 11.0 were each line chosen by
/// itself, since of a block's 16 lines one would almost always be lost.
[[nodiscard]] constexpr bool is_in_dram(std::uint32_t line, std::uint32_t share) {
  return ((line / page_lines * 0xD6E8FEB86659FD93ull) >> 40 & 0xFFFF) < share;
}
/// True when DRAM has to deliver the line: L2 does not hold it, and no other multiprocessor has asked for it.
[[nodiscard]] constexpr bool comes_from_dram(std::uint32_t line, const Figures& figures) {
  return is_in_dram(line,
                    static_cast<std::uint32_t>(std::uint64_t{figures.dram_share} * figures.dram_first >> 16));
}
/// True when what is written to the line leaves L2 for DRAM: no other multiprocessor writes it again.
[[nodiscard]] constexpr bool goes_to_dram(const Line& line, const Figures& figures) {
  std::uint64_t share = std::uint64_t{figures.dram_share_written} * figures.dram_first_written >> 16;
  if ((line.sectors & narrow) != 0) share = share * figures.dram_narrow >> 16;
  return is_in_dram(line.number, static_cast<std::uint32_t>(share));
}
/// True when DRAM has to deliver the rest of what a store writes in part: nobody else writes it, and no load
/// has brought it (`fetched`: bits of pairs), nor a store before it (`dirty`: bits of sectors).
[[nodiscard]] constexpr bool fills(const Line& line, std::uint32_t fetched, std::uint32_t dirty,
                                   const Figures& figures) {
  return (line.sectors & narrow) != 0 && fetched == 0 && dirty == 0 &&
         is_in_dram(line.number ^ 0x5555, figures.dram_partial);
}
/// Cycles in which DRAM answers for a line when nothing else is asked of it: dram_latency in the mean, by
/// chance sooner or later (exponential, in sixteen steps), the same for the lines of a page. A block waits
/// for the latest of its pages. Source: an H200, 2026-11-29, 128 MB copied by a word a thread: blocks of 256,
/// 512 and 1,024 threads side by side 50.7, 54.7 and 60.5 us, 1,024 threads in tiles of 32 x 32 68.2, 64 MB
/// only read so 54.7. That pages are what differs, and their size, is judged.
inline constexpr std::uint32_t mean_lateness = 250; ///< of lateness_of()
[[nodiscard]] constexpr std::uint32_t lateness_of(std::uint32_t line) {
  constexpr std::uint16_t later[16] = {8,   25,  43,  63,  85,  108, 133, 162,
                                       194, 231, 273, 325, 389, 475, 606, 887};
  return later[line / page_lines * 0xA24BAED4963EE407ull >> 44 & 15];
}
[[nodiscard]] constexpr std::uint32_t latency_of(std::uint32_t line, const Figures& figures) {
  const std::uint32_t spread = figures.dram_spread < figures.dram_latency / 2 ? figures.dram_spread
                                                                              : figures.dram_latency / 2;
  return figures.dram_latency - spread + spread * lateness_of(line) / mean_lateness;
}
/// How much later DRAM answers because it is in use: dram_crowd times busy / idle of the last window.
inline constexpr std::uint64_t crowd_window = 1024; ///< cycles
[[nodiscard]] constexpr std::uint64_t crowd_wait(std::uint64_t busy_ticks, std::uint32_t crowd) {
  constexpr std::uint64_t all = crowd_window * ticks_per_cycle, most = all - all / 10;
  const std::uint64_t busy = busy_ticks < most ? busy_ticks : most;
  return crowd * busy / (all - busy);
}
/// Ticks of writes in a window, in the mean of those before.
[[nodiscard]] constexpr std::uint64_t mean_of_writes(std::uint64_t before, std::uint64_t in_window) {
  return (3 * before + in_window) / 4;
}
/// How much later it answers because it turns from loads to writes and back: in the mean `turning` cycles
/// times the square of the share of its time in which it writes; later for a page that is late anyway.
[[nodiscard]] constexpr std::uint64_t turning_wait(std::uint32_t line, std::uint64_t written_ticks,
                                                   std::uint32_t turning) {
  constexpr std::uint64_t all = crowd_window * ticks_per_cycle;
  const std::uint64_t written = written_ticks < all ? written_ticks : all;
  return turning * written * written / (all * all) * lateness_of(line) / mean_lateness;
}

} // namespace warpscope::multiprocessor
