// The state of a running thread block, and the state that all blocks of a launch share.
#pragma once

#include "sim/exec/code.h"
#include "sim/exec/memory.h"
#include "sim/exec/memory_impl.h"
#include "sim/exec/run.h"
#include "sim/exec/shapes.h"
#include "sim/exec/warp.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::exec {

/// In all frames of a warp together: 32 MiB of registers.
inline constexpr std::uint32_t max_warp_slots = 1u << 18;
inline constexpr std::uint32_t max_thread_local = 1u << 22; ///< bytes, whatever the budget allows
/// Instructions before another leaf of the warp gets its turn.
inline constexpr std::uint32_t leaf_slice = 8192;
inline constexpr std::uint32_t warp_slice = 1u << 20; ///< instructions before another warp gets its turn
inline constexpr std::size_t max_divergence_reports = 64;

/// The memory of a space as one warp sees it.
struct Window {
  const std::uint8_t* host = nullptr; ///< null: no such space
  std::size_t lane_stride = 0;        ///< local memory: the distance between lanes
  std::uint32_t origin = 0;           ///< the offset of the first byte at `host`
  std::uint64_t end = 0;              ///< one past the last offset; unused when `listed`
  bool listed = false; ///< the space holds buffers and variables, which have bounds of their own
  bool writable = false;
};

/// The addresses [lo, hi) of the buffer that an earlier access was checked against: most instructions stay in
/// one buffer.
struct CheckedRange {
  std::uint64_t lo = 1, hi = 0;
};

/// The shape of an access site: the lanes' offsets of its last regular access, relative to the first active
/// lane's (shape.h).
struct SiteShape {
  /// Row: side by side in memory; Same: all at one address.
  enum class Piece : std::uint8_t { Any, Row, Same };
  static constexpr std::uint32_t pieces = 4, piece_lanes = warp_size / pieces;
  static constexpr std::uint32_t phases = 32; ///< positions of a word in a line of 128 bytes

  std::uint32_t mask = 0; ///< 0: no shape has been kept yet
  std::uint32_t width = 0;
  /// The shape in the address register's tag that led to this one, and the first active lane's offset
  /// relative to the tag's base.
  std::uint32_t register_shape = ShapeTable::unknown, first = 0;
  std::int32_t lowest = 0, highest = 0; ///< of `relative`, over the active lanes, as signed numbers
  std::uint32_t low_bits = 0;           ///< the bitwise or of `relative`
  /// Of `base` within its word: wavefronts do not change when an access moves by whole words.
  std::uint32_t phase = 0;
  Space space = Space::None;
  bool used = false;
  bool same = false; ///< all lanes access one address
  bool rows = false; ///< every piece is a Row
  std::array<Piece, pieces> piece{};
  std::uint32_t wait = 0,
                patience = 0; ///< misses to let pass before another shape is kept; grows while the shapes
                              ///< that are kept find no use
  std::uint64_t id = 0;
  /// Modulo 2^32; an inactive lane holds some offset between the others.
  alignas(64) std::array<std::uint32_t, warp_size> relative{};

  // Accesses that the sink has not heard of yet (TraceSink::on_alike), by the position of the first active
  // lane's word in its line.
  AccessKind kind = AccessKind::Load;
  std::array<std::uint64_t, phases> count{};
  std::array<std::uint32_t, phases> at{}; ///< the first active lane's offset in one of those accesses
};

/// The shape of an instruction's last results.
struct ResultShape {
  std::uint32_t shape = ShapeTable::unknown;
  std::uint16_t wait = 0, patience = 0; ///< as in SiteShape
  /// The operands' tags and the first word of the result then. left_shape unknown: nothing is remembered.
  std::uint32_t left_base = 0, left_shape = ShapeTable::unknown, right_base = 0, right_shape = 0, base = 0;
};

/// Grid: every thread waits at the barrier of the whole grid. Turn: the block gave up its turn. Cluster: it
/// waits for other blocks of its cluster.
enum class BlockEnd : std::uint8_t { Done, Faulted, Deadlock, Budget, Stopped, Grid, Turn, Cluster };

/// What one printf of a warp added to RunResult::printf_output.
struct Printed {
  std::uint64_t block = 0;
  std::uint64_t time = 0; ///< the warp's age
  std::size_t begin = 0;  ///< where its text begins
};

struct Block;

/// The blocks of a cluster, which take turns on one host thread.
struct Cluster {
  std::vector<Block*> blocks; ///< by rank
  std::uint32_t phase = 0;    ///< of its barrier
  /// Ends the barrier's phase when every thread that has not exited has arrived, and lets those go on that
  /// wait for it; false when one is missing (cluster.cpp).
  bool advance();
  /// Blocks tell each other something by other means than the barrier: a cuda::barrier or an atomic of
  /// another block.
  bool signals = false;
};

struct Block {
  // -- of the launch ------------------------------------------------------------------------------
  const program::Program* program = nullptr;
  const Launch* launch = nullptr;
  const program::Kernel* kernel = nullptr;
  const Budget* budget = nullptr;
  DeviceMemory::Impl* memory = nullptr;
  trace::TraceSink* sink = nullptr;
  RunResult* result = nullptr;
  std::vector<Printed>* printed = nullptr;
  std::uint32_t first_lanes = 0; ///< Schedule::first_lanes
  /// Other host threads run blocks of this launch, so atomics in global memory must be atomic on the host
  /// too.
  bool others_run = false;
  WordArray constant_pool; ///< each constant, 32 times over
  std::uint32_t threads = 0, warp_count = 0;
  WordArray thread_x, thread_y, thread_z; ///< for every lane of every warp
  std::uint32_t shared_end = 0;           ///< one past the last valid offset
  std::vector<CheckedRange> checked;      ///< by site
  std::vector<SiteShape> sites;           ///< shapes of the accesses, by site and way (site_shape())
  std::uint64_t shape_ids = 0;            ///< numbers given to shapes so far
  ShapeTable shapes;                      ///< of register values
  std::vector<ResultShape> results;       ///< by pc
  std::vector<Tag> constant_tags;
  /// threadIdx.x, y, z of warp 0, then of warp 1, ...; `pending` as in the tags of results.
  std::vector<Tag> thread_tags;
  /// Blocks until a full table of shapes is cleared, and the period after that, which doubles each time.
  std::uint32_t until_forgetting = 1, forgetting_period = 1;
  Code code;         ///< the program's code, with fused instructions
  Dim3 cluster_size; ///< in blocks

  // -- of this block ------------------------------------------------------------------------------
  Cluster* cluster = nullptr;
  std::uint32_t rank = 0;  ///< within its cluster
  Block* remote = nullptr; ///< the block that the running access of another's shared memory goes to
  bool ended = false;
  /// The access of this block's shared memory by another block that came after the most of its arrivals at
  /// the cluster's barrier; and how often this block's threads have waited there.
  struct Visit {
    bool any = false;
    std::uint32_t arrivals = 0, pc = 0, thread = 0;
    std::uint64_t block = 0;
  } visit;
  std::uint32_t cluster_waits = 0;
  bool yields = false; ///< a thread asks for what others have to do first: they get their turn
  /// By the place of a cuda::barrier in `shared`: bytes that its phase still waits for.
  std::map<std::uint32_t, std::int64_t> awaited_bytes;
  bool woken = false; ///< lanes that waited at a cuda::barrier may continue
  bool each = true;   ///< the sink wants every access of this block
  /// By pc: the first of its notes (program::NamedValues::notes), and one more; empty until values are asked
  /// for.
  std::vector<std::uint32_t> notes;
  std::vector<std::uint32_t> marks; ///< likewise of NamedValues::marks
  /// By scope: the values that are declared in the scopes within it.
  std::vector<std::vector<std::uint32_t>> inner_values;
  std::vector<std::uint32_t> set_lanes; ///< by warp and value: the lanes that have passed an assignment
  std::uint64_t linear = 0;
  std::uint32_t index_x = 0, index_y = 0, index_z = 0;
  std::vector<std::uint8_t> shared; ///< from window_base on
  std::vector<Warp> warps;
  std::uint64_t executed = 0; ///< warp instructions of this block before the current slice
  std::uint64_t slice = 0;    ///< the fuel that the current slice began with
  trace::Fault fault;

  // -- of the instruction that runs ---------------------------------------------------------------
  trace::AccessEvent event;
  /// The bytes that the access moves, lane after lane.
  alignas(64) std::array<std::uint8_t, warp_size * 32> raw{};

  /// Sets up everything that stays the same from block to block. The arguments must outlive the block.
  void prepare(const program::Program& program, const Launch& launch, DeviceMemory& memory,
               const Budget& budget, trace::TraceSink& sink, RunResult& result);
  void begin(std::uint64_t linear_index);
  void forget_shapes(); ///< to be called between blocks only
  /// Divergent lanes take turns: a site keeps several shapes, one for each of several lane masks.
  static constexpr std::uint32_t ways = 8;
  [[nodiscard]] WARPSCOPE_INLINE SiteShape& site_shape(std::uint32_t site, std::uint32_t mask) {
    // 0 for all lanes; halves of halves, and every second of every second lane, get ways of their own.
    const std::uint32_t way = ((mask + 1) * 0xF780'47CFu) >> 29;
    return sites[std::size_t{site} * ways + way];
  }
  /// Reports to the sink the accesses counted for this shape.
  void tell_alike(SiteShape& shape, std::uint32_t site);
  void tell_alike(); ///< the same for all sites
  void index_notes();

  /// Warp instructions that this block has executed, including the current one.
  [[nodiscard]] std::uint64_t clock(const Warp& warp) const { return executed + (slice - warp.fuel); }

  /// The age of the warp that has executed the most; and all of them are made as old as that, or older.
  [[nodiscard]] std::uint64_t oldest() const {
    std::uint64_t age = 0;
    for (const Warp& warp : warps) age = std::max(age, warp.age);
    return age;
  }
  void come_of_age(std::uint64_t age) {
    for (Warp& warp : warps) warp.age = age;
  }

  // -- barriers (barrier.cpp) ---------------------------------------------------------------------
  /// Releases the barrier when every thread that has not exited waits at it; false when one does not.
  /// `grid`: the barrier of the whole grid, which a block never releases by itself.
  bool release_barrier(bool grid = false);
  /// Every thread that has not exited waits at the grid's barrier.
  [[nodiscard]] bool at_grid_barrier() const;
  void report_deadlock();
  /// The budget ended the run at the warp's next instruction; `loop`: endless_loop().
  void report_budget(const Warp& warp, std::string message, std::uint32_t loop);

  // -- words for messages -------------------------------------------------------------------------
  /// Such as "thread (3,0,0) of block (1,0,0)".
  [[nodiscard]] std::string thread_text(std::uint32_t thread) const;

  /// Returns where the space's bytes are in host memory, as the warp sees it.
  [[nodiscard]] Window window(const Warp& warp, Space space) const;
  /// True when all `bytes` at the offset lie in the space, and in one buffer or variable where it has those.
  [[nodiscard]] bool inside(const Warp& warp, Space space, std::uint32_t offset, std::uint64_t bytes) const;

  // -- single bytes, for printf and assert --------------------------------------------------------
  /// Returns the bytes at a generic address as one lane sees them; null when they do not all lie in one
  /// allocation.
  [[nodiscard]] const std::uint8_t* peek(const Warp& warp, std::uint32_t lane, std::uint64_t address,
                                         std::uint64_t bytes) const;
  /// Reads the C string there, cut at `limit` bytes; false when it runs past its allocation before its end.
  [[nodiscard]] bool read_string(const Warp& warp, std::uint32_t lane, std::uint64_t address,
                                 std::size_t limit, std::string& text) const;
};

inline void copy_masked(std::uint32_t* to, const std::uint32_t* from, std::size_t slot_count,
                        std::uint32_t mask) {
  for (std::size_t i = 0; i < slot_count * warp_size; ++i) {
    if (((mask >> (i % warp_size)) & 1) != 0) to[i] = from[i];
  }
}

/// Runs the current leaf of a warp until it waits, ends, faults or runs out of fuel. Compiled once for each
/// kind of host CPU.
using RunLeaf = Flow (*)(Warp& warp);
[[nodiscard]] RunLeaf pick_run_leaf(HostCode code);
/// As the others, and tells the sink of assignments, for which Block::notes has to be filled, of
/// instructions, or of both.
Flow run_leaf_noting(Warp& warp, bool values, bool instructions);
Flow run_leaf_generic(Warp& warp);
Flow run_leaf_avx2(Warp& warp);
Flow run_leaf_avx512(Warp& warp);

} // namespace warpscope::exec
