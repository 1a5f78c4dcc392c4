// What one block does with shared memory, phase by phase: which global elements it loads into which cells of
// its __shared__ arrays, which cells it fills with a constant or computes from other cells, and how often
// each is read. Derived from the execution, whatever the kernel.
//
// Phases. The block's barriers cut its trace into intervals. An interval that writes shared memory begins a
// phase; later intervals that only read (or do neither) belong to it, and what precedes the first write
// belongs to the first phase. So a loop that loads, waits, uses and waits has one phase per iteration; a tree
// reduction has one per round.
//
// Where a cell's value comes from. The program tells which loads can reach a store (value_origins.h); the
// trace tells their order. Of those loads, a lane's store takes the latest that the same lane has made since
// its last execution of the store. If it has made none and a constant can reach the store, the cell is
// filled.
//
// Row lengths. A buffer is a matrix when cells in one column of an array hold elements at one fixed distance
// (or cells in one row, for a transposed tile), or when the elements that a phase loads or stores are runs at
// one fixed distance; the distance that most phases show is the row length. A buffer that shows none takes
// that of a buffer with as many elements; otherwise it has one dimension.
/// - Subject: Tiling
/// - Modelled: phases between barriers, the global element that each shared cell holds, constant fills, reads
/// of each cell, from the program's data flow and one block's run.
/// - Not modelled: values that travel from load to store through local memory, calls that are not inlined,
/// shuffles, or registers that hold more than one turn's elements: their cells count as computed, as loaded
/// with a later element, or as filled.
#pragma once

#include "sim/base/dim3.h"
#include "sim/program/program.h"
#include "sim/tiling/value_origins.h"
#include "sim/trace/block_trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::tiling {

/// A range of the Global window.
struct TilingBuffer {
  std::string name;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_size = 4;
  /// In elements; as an input, 0 or more than there are means: derive it from the accesses; as a result, 0
  /// means one dimension.
  std::uint64_t row_length = 0;
  [[nodiscard]] std::uint64_t count() const { return bytes / element_size; }
  [[nodiscard]] bool is_matrix() const { return row_length > 1 && row_length < count(); }
  [[nodiscard]] std::uint64_t columns() const { return is_matrix() ? row_length : count(); }
  [[nodiscard]] std::uint64_t rows() const {
    return is_matrix() ? (count() + row_length - 1) / row_length : 1;
  }
};

struct TilingArray {
  std::string name;
  std::uint32_t offset = 0, element_size = 4; ///< bytes in the Shared window
  std::uint32_t count = 0, columns = 1;       ///< in elements; columns: the last dimension of the declaration
  bool wrapped = false;                       ///< one-dimensional: its row length serves only to draw it
  std::uint32_t first_cell = 0;               ///< its position in TilingState::cells
  [[nodiscard]] std::uint32_t rows() const { return (count + columns - 1) / columns; }
};

enum class CellOrigin : std::uint8_t { Unwritten, Loaded, Filled, Computed };

struct TilingCell {
  CellOrigin origin = CellOrigin::Unwritten;
  bool changed = false;        ///< Loaded: arithmetic changed the value on the way
  bool zero = false;           ///< Filled: all bytes are 0
  bool read_unwritten = false; ///< some lane read the cell before anything was written to it
  std::uint16_t buffer = 0;    ///< Loaded: index into Tiling::buffers
  std::uint32_t phase = 0;     ///< the phase in which it was last written, from 0
  std::uint32_t element = 0;   ///< Loaded: the element of that buffer
  std::uint32_t reads = 0;     ///< lanes that have read it in this phase
  bool operator==(const TilingCell&) const = default;
};

/// The elements first, first + 1, …
struct ElementRun {
  std::uint64_t first = 0, count = 0;
  bool operator==(const ElementRun&) const = default;
};

struct BufferPhase {
  std::vector<ElementRun> loaded, stored; ///< ascending and disjoint
  /// Elements, counted as often as lanes moved them (an atomic counts as both).
  std::uint64_t loads = 0, stores = 0;
  [[nodiscard]] static std::uint64_t count(const std::vector<ElementRun>& runs) {
    std::uint64_t sum = 0;
    for (const ElementRun& run : runs) sum += run.count;
    return sum;
  }
};

/// Cell (row, column) of the array holds element (row0 + row, column0 + column) of the buffer; transposed:
/// (row0 + column, column0 + row).
struct TileMap {
  std::uint32_t buffer = 0;
  bool transposed = false;
  std::int64_t row0 = 0, column0 = 0;
  std::uint32_t first_row = 0, rows = 0, first_column = 0,
                columns = 0; ///< the size of the array's region that the phase loads or fills
  bool operator==(const TileMap&) const = default;
};

struct ArrayPhase {
  std::uint32_t loaded = 0, filled = 0, computed = 0; ///< cells by what the phase wrote to them last
  std::uint32_t zeros = 0;                            ///< filled cells that hold zeros
  std::uint32_t read_unwritten = 0; ///< cells that were read although nothing was ever written to them
  std::uint64_t reads = 0;          ///< over all lanes
  std::uint32_t read_cells = 0, least_reads = 0, most_reads = 0; ///< over the cells that are read
  std::optional<TileMap> map; ///< the map that all loaded cells follow, if there is one
};

struct TilingPhase {
  std::size_t first_event = 0, end_event = 0; ///< range of events in the trace
  std::size_t first_use = 0;                  ///< the first event that reads shared memory; end_event: none
  std::vector<BufferPhase> buffers;
  std::vector<ArrayPhase> arrays;
  [[nodiscard]] std::uint64_t loaded() const; ///< distinct elements
  [[nodiscard]] std::uint64_t loads() const;
  [[nodiscard]] std::uint64_t reads() const; ///< of shared memory
  [[nodiscard]] std::uint32_t cells(std::uint32_t ArrayPhase::* which) const;
};

/// The first element that a thread stores to global memory; no buffer: it stores none.
struct ThreadResult {
  std::optional<std::uint32_t> buffer;
  std::uint64_t element = 0;
};

class Tiling;

/// The contents of the cells at one moment: a state machine over the trace's events.
class TilingState {
 public:
  std::vector<TilingCell> cells;
  std::uint32_t phase = 0;

 private:
  friend class Tiling;
  struct Loaded {
    std::uint32_t stamp = 0, earlier = 0, offset = 0; ///< `earlier`: the stamp of the time before
    Space space = Space::None;
  };
  std::uint32_t stamp_ = 0;
  std::vector<Loaded> loaded_;        ///< by load that can reach a store, and by thread
  std::vector<std::uint32_t> stored_; ///< stamps, by store and thread
};

class Tiling {
 public:
  /// Buffers after the 65,535th are ignored. A truncated trace is used as far as it goes.
  Tiling(const program::Program& program, const trace::BlockTrace& trace, Dim3 block,
         std::span<const TilingBuffer> buffers);

  [[nodiscard]] const std::vector<TilingBuffer>& buffers() const { return buffers_; }
  [[nodiscard]] const std::vector<TilingArray>& arrays() const { return arrays_; }
  /// Empty when nothing is ever written to a named __shared__ array.
  [[nodiscard]] const std::vector<TilingPhase>& phases() const { return phases_; }
  /// By linear thread number in the block.
  [[nodiscard]] const std::vector<ThreadResult>& results() const { return results_; }
  [[nodiscard]] bool truncated() const { return truncated_; }
  /// The phase (from 0) that an event belongs to; there must be phases.
  [[nodiscard]] std::uint32_t phase_of(std::size_t event) const;
  /// Returns the state after the events [0, end). `trace`: the one that the tiling was made from.
  [[nodiscard]] TilingState state_behind(const trace::BlockTrace& trace, std::size_t end) const;
  /// Returns the number of the cell that holds this byte of the Shared window.
  [[nodiscard]] std::optional<std::uint32_t> cell_at(std::uint32_t offset) const;
  /// Returns the buffer that holds this byte of the Global window.
  [[nodiscard]] std::optional<std::uint32_t> buffer_at(std::uint32_t offset) const;

 private:
  struct Gathered;
  void find_arrays(const program::Program& program, const trace::BlockTrace& trace, Dim3 block);
  void find_phases(const trace::BlockTrace& trace);
  void find_row_lengths(const std::vector<std::map<std::uint64_t, std::uint64_t>>& votes);
  void begin_phase(TilingState& state, std::uint32_t phase) const;
  void apply(TilingState& state, const trace::BlockTrace& trace, std::size_t event) const;
  void apply_store(TilingState& state, const trace::BlockTrace::Event& event, const WarpAccess& access,
                   const std::uint8_t* values) const;
  [[nodiscard]] TilingCell written(const TilingState& state, const ValueOrigins& origins,
                                   std::uint32_t thread, std::uint32_t since) const;
  void gather(Gathered& into, const trace::BlockTrace& trace, std::size_t event);
  void end_phase(Gathered& gathered, const TilingState& state, TilingPhase& phase,
                 std::vector<std::map<std::uint64_t, std::uint64_t>>& votes) const;
  [[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint64_t>>
  row_length_of(const TilingArray& array, const TilingState& state) const;
  [[nodiscard]] std::optional<TileMap> map_of(const TilingArray& array, const TilingState& state) const;

  std::vector<TilingBuffer> buffers_;
  std::vector<TilingArray> arrays_;
  std::vector<TilingPhase> phases_;
  std::vector<ThreadResult> results_;
  bool truncated_ = false;
  std::uint32_t threads_ = 0, cell_count_ = 0;
  std::vector<std::vector<ValueOrigins>> origins_;
  std::vector<std::uint32_t> load_number_, store_number_; ///< by site; ~0: not relevant
  std::uint32_t loads_ = 0, stores_ = 0;
  /// States at the beginnings of some phases, ascending.
  std::vector<std::pair<std::uint32_t, TilingState>> kept_;
};

} // namespace warpscope::tiling
