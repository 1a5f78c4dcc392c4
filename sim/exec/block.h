// A block while it runs, and what all blocks of a launch share.
#pragma once

#include "sim/exec/code.h"
#include "sim/exec/memory.h"
#include "sim/exec/memory_impl.h"
#include "sim/exec/run.h"
#include "sim/exec/shapes.h"
#include "sim/exec/warp.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::exec {

inline constexpr std::uint32_t max_warp_slots = 1u << 18;   ///< of all frames of a warp: 32 MiB
inline constexpr std::uint32_t max_thread_local = 1u << 22; ///< bytes, whatever the budget says
inline constexpr std::uint32_t leaf_slice = 8192; ///< instructions before another leaf of the warp has its
                                                  ///< turn
inline constexpr std::uint32_t warp_slice = 1u << 20; ///< instructions before another warp has its turn
inline constexpr std::size_t max_divergence_reports = 64;

/// Addresses [lo, hi) that an access checked before: most instructions stay in one buffer.
struct CheckedRange {
  std::uint64_t lo = 1, hi = 0;
};

/// The lanes' offsets of an instruction's last regular access, relative to the first active lane's (shape.h).
struct SiteShape {
  enum class Piece : std::uint8_t { Any, Row, Same }; ///< side by side in memory, or all at one place
  static constexpr std::uint32_t pieces = 4, piece_lanes = warp_size / pieces;
  static constexpr std::uint32_t phases = 32; ///< places of a word in a line of 128 bytes

  std::uint32_t mask = 0; ///< 0: nothing is known yet
  std::uint32_t width = 0;
  /// Of the address register's tag that gave this shape, and where the first active lane stands to the tag's
  /// base.
  std::uint32_t register_shape = ShapeTable::unknown, first = 0;
  std::int32_t lowest = 0, highest = 0; ///< of `relative` (active lanes), as signed numbers
  std::uint32_t low_bits = 0;           ///< all bits that are set in one of them
  std::uint32_t phase = 0; ///< of the base in its word: wavefronts do not change under a shift by whole words
  Space space = Space::None;
  bool used = false;
  bool same = false; ///< all lanes at one place
  bool rows = false; ///< every piece is a Row
  std::array<Piece, pieces> piece{};
  std::uint32_t wait = 0,
                patience = 0; ///< misses until another shape is kept; grows while kept ones are of no use
  std::uint64_t id = 0;
  alignas(64) std::array<std::uint32_t, warp_size> relative{}; ///< modulo 2^32; inactive lanes: any place
                                                               ///< between the others

  // Accesses that were not told yet (TraceSink::on_alike), by the place of the first active lane's word in
  // its line.
  AccessKind kind = AccessKind::Load;
  std::array<std::uint64_t, phases> count{};
  std::array<std::uint32_t, phases> at{}; ///< the first active lane's offset, of one of them
};

/// What an instruction's results looked like the last time.
struct ResultShape {
  std::uint32_t shape = ShapeTable::unknown;
  std::uint16_t wait = 0, patience = 0; ///< as a site's
  /// What it was made of then, by the operands' tags, and its first word. left_shape unknown: not remembered.
  std::uint32_t left_base = 0, left_shape = ShapeTable::unknown, right_base = 0, right_shape = 0, base = 0;
};

/// Grid: every thread waits for the other blocks. Turn: the others have theirs now.
enum class BlockEnd : std::uint8_t { Done, Faulted, Deadlock, Budget, Stopped, Grid, Turn };

struct Block {
  // -- of the launch
  // -----------------------------------------------------------------------------------------------------
  const program::Program* program = nullptr;
  const Launch* launch = nullptr;
  const program::Kernel* kernel = nullptr;
  const Budget* budget = nullptr;
  DeviceMemory::Impl* memory = nullptr;
  trace::TraceSink* sink = nullptr;
  RunResult* result = nullptr;
  std::vector<std::pair<std::uint64_t, std::size_t>>* printed = nullptr; ///< blocks that used printf, and
                                                                         ///< where their text begins
  std::uint32_t first_lanes = 0;                                         ///< Schedule::first_lanes
  bool others_run = false; ///< other threads run blocks of this launch: atomics in global memory must be
                           ///< atomic
  WordArray constant_pool; ///< each constant 32 times
  std::uint32_t threads = 0, warp_count = 0;
  WordArray thread_x, thread_y, thread_z; ///< of every lane of every warp
  std::uint32_t shared_end = 0;           ///< one past the last valid offset
  std::vector<CheckedRange> checked;      ///< by site
  std::vector<SiteShape> sites;           ///< what accesses looked like: by site and way (site_shape)
  std::uint64_t shape_ids = 0;            ///< given to them so far
  ShapeTable shapes;                      ///< of registers
  std::vector<ResultShape> results;       ///< by pc
  std::vector<Tag> constant_tags;
  std::vector<Tag> thread_tags; ///< threadIdx.x, y, z of warp 0, of warp 1, ...; `pending` as the tags of
                                ///< results
  std::uint32_t until_forgetting = 1, forgetting_period = 1; ///< blocks, while the table of shapes is full
  Code code; ///< the program's, with instructions that do several at a time

  // -- of this block
  // -----------------------------------------------------------------------------------------------------
  bool woken = false; ///< lanes that waited at a barrier object may go on
  bool each = true;   ///< the sink wants every access of this block
  std::uint64_t linear = 0;
  std::uint32_t index_x = 0, index_y = 0, index_z = 0;
  std::vector<std::uint8_t> shared; ///< from window_base on
  std::vector<Warp> warps;
  std::uint64_t executed = 0; ///< warp instructions before the slice that runs
  std::uint64_t slice = 0;    ///< fuel that the slice began with
  trace::Fault fault;

  // -- of the instruction that runs
  // ----------------------------------------------------------------------------------------
  trace::AccessEvent event;
  alignas(64) std::array<std::uint8_t, warp_size * 32> raw{}; ///< the bytes that it moves, lane after lane

  /// Everything that does not change between blocks. The arguments outlive the block.
  void prepare(const program::Program& program, const Launch& launch, DeviceMemory& memory,
               const Budget& budget, trace::TraceSink& sink, RunResult& result);
  void begin(std::uint64_t linear_index);
  void forget_shapes(); ///< between blocks only
  /// Lanes that go apart take turns: where the masks differ a site keeps several shapes.
  static constexpr std::uint32_t ways = 8;
  [[nodiscard]] WARPSCOPE_INLINE SiteShape& site_shape(std::uint32_t site, std::uint32_t mask) {
    const std::uint32_t way = ((mask + 1) * 0xF780'47CFu) >> 29; // 0 for all lanes; halves of halves and
                                                                 // every second of every second apart
    return sites[std::size_t{site} * ways + way];
  }
  void tell_alike(SiteShape& shape, std::uint32_t site); ///< what was counted on it, to the sink
  void tell_alike();                                     ///< of all sites

  /// Warp instructions of this block so far, the one that runs included.
  [[nodiscard]] std::uint64_t clock(const Warp& warp) const { return executed + (slice - warp.fuel); }

  // -- barriers (barrier.cpp)
  // ----------------------------------------------------------------------------------------------
  /// Every thread that has not exited waits: they go on. False when one does not wait.
  bool release_barrier(bool grid = false); ///< `grid`: the blocks' common one, which the block itself never
                                           ///< lets go
  [[nodiscard]] bool at_grid_barrier() const; ///< every thread that has not exited waits at one
  void report_deadlock();

  // -- words for messages
  // ----------------------------------------------------------------------------------------------------
  [[nodiscard]] std::string thread_text(std::uint32_t thread) const; ///< "thread (3,0,0) of block (1,0,0)"

  // -- single bytes, for printf and assert
  // -------------------------------------------------------------------------------------
  /// Bytes at a generic address as one lane sees them; null when they are not all inside of one piece of
  /// memory.
  [[nodiscard]] const std::uint8_t* peek(const Warp& warp, std::uint32_t lane, std::uint64_t address,
                                         std::uint64_t bytes) const;
  /// The C string there, cut at `limit` bytes; false when it leaves its memory before its end.
  [[nodiscard]] bool read_string(const Warp& warp, std::uint32_t lane, std::uint64_t address,
                                 std::size_t limit, std::string& text) const;
};

inline void copy_masked(std::uint32_t* to, const std::uint32_t* from, std::size_t slot_count,
                        std::uint32_t mask) {
  for (std::size_t i = 0; i < slot_count * warp_size; ++i) {
    if (((mask >> (i % warp_size)) & 1) != 0) to[i] = from[i];
  }
}

/// Runs the current leaf of a warp until it waits, ends, faults or has no fuel left. One for each kind of
/// host CPU.
using RunLeaf = Flow (*)(Warp& warp);
[[nodiscard]] RunLeaf pick_run_leaf(HostCode code);
Flow run_leaf_generic(Warp& warp);
Flow run_leaf_avx2(Warp& warp);
Flow run_leaf_avx512(Warp& warp);

} // namespace warpscope::exec
