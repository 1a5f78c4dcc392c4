// What one block does with shared memory, phase by phase: which global elements land in which cells of its
// __shared__ arrays, which cells are filled with a constant, what is written from other cells, how often each
// is read. Found from the execution, whatever the kernel.
//
// Phases. The block's barriers cut its trace into stretches. One that writes shared memory begins a phase;
// those behind it that only read (or do neither) belong to it, and what comes before the first write belongs
// to the first phase. So a loop that loads, waits, uses and waits has a phase a turn; a tree that adds its
// halves has one a round.
//
// Where a cell's value comes from. The loads whose result can reach a store are known from the program
// (value_origins.h); the trace knows the order. Of those loads a lane's store takes the latest that the same
// lane has made since it was at this store before. If it has made none and a constant can reach the store,
// the cell is filled.
//
// Row lengths. A buffer is a matrix when cells that lie below each other hold elements that lie one fixed
// distance apart (or, side by side in a transposed tile), or when the elements that a phase loads or stores
// are runs at one fixed distance; the distance that most phases show is the row's length. A buffer that shows
// none takes that of one with as many elements; else it has one dimension.
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

/// A stretch of the Global window.
struct TilingBuffer {
  std::string name;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_size = 4;
  std::uint64_t row_length = 0; ///< elements; given: 0, or more than there are, asks for what the accesses
                                ///< show; found: 0 means one dimension
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
  std::uint32_t count = 0, columns = 1;       ///< elements; a row of the text's last dimension
  bool wrapped = false;                       ///< it has one dimension: a row is only as wide as it is drawn
  std::uint32_t first_cell = 0;               ///< in TilingState::cells
  [[nodiscard]] std::uint32_t rows() const { return (count + columns - 1) / columns; }
};

enum class CellOrigin : std::uint8_t { Unwritten, Loaded, Filled, Computed };

struct TilingCell {
  CellOrigin origin = CellOrigin::Unwritten;
  bool changed = false;        ///< Loaded: by arithmetic on the way
  bool zero = false;           ///< Filled: all bytes are 0
  bool read_unwritten = false; ///< some lane read it before anything was written to it
  std::uint16_t buffer = 0;    ///< Loaded: index into Tiling::buffers
  std::uint32_t phase = 0;     ///< in which it was last written, from 0
  std::uint32_t element = 0;   ///< Loaded: of the buffer
  std::uint32_t reads = 0;     ///< lanes that have read it in this phase
  bool operator==(const TilingCell&) const = default;
};

/// Elements first, first + 1, …
struct ElementRun {
  std::uint64_t first = 0, count = 0;
  bool operator==(const ElementRun&) const = default;
};

struct BufferPhase {
  std::vector<ElementRun> loaded, stored; ///< ascending, apart
  std::uint64_t loads = 0, stores = 0;    ///< elements, as often as lanes moved them (atomics are both)
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
                columns = 0; ///< cells of the array that the phase loads or fills
  bool operator==(const TileMap&) const = default;
};

struct ArrayPhase {
  std::uint32_t loaded = 0, filled = 0, computed = 0; ///< cells by what the phase last wrote to them
  std::uint32_t zeros = 0;                            ///< of the filled ones
  std::uint32_t read_unwritten = 0; ///< cells that were read though nothing was ever written to them
  std::uint64_t reads = 0;          ///< of all lanes
  std::uint32_t read_cells = 0, least_reads = 0, most_reads = 0; ///< of the cells that are read
  std::optional<TileMap> map;                                    ///< where the loaded cells lie so
};

struct TilingPhase {
  std::size_t first_event = 0, end_event = 0; ///< of the trace
  std::size_t first_use = 0;                  ///< its first read of shared memory; end_event: none
  std::vector<BufferPhase> buffers;
  std::vector<ArrayPhase> arrays;
  [[nodiscard]] std::uint64_t loaded() const; ///< different elements
  [[nodiscard]] std::uint64_t loads() const;
  [[nodiscard]] std::uint64_t reads() const; ///< of shared memory
  [[nodiscard]] std::uint32_t cells(std::uint32_t ArrayPhase::* which) const;
};

/// What a thread stores to global memory first; no buffer: it stores nothing.
struct ThreadResult {
  std::optional<std::uint32_t> buffer;
  std::uint64_t element = 0;
};

class Tiling;

/// The cells at one moment. A state machine over the trace's events.
class TilingState {
 public:
  std::vector<TilingCell> cells;
  std::uint32_t phase = 0;

 private:
  friend class Tiling;
  struct Loaded {
    std::uint32_t stamp = 0, earlier = 0, offset = 0; ///< `earlier`: of the time before
    Space space = Space::None;
  };
  std::uint32_t stamp_ = 0;
  std::vector<Loaded> loaded_;        ///< by load that can reach a store, and thread
  std::vector<std::uint32_t> stored_; ///< stamp, by store and thread
};

class Tiling {
 public:
  /// Buffers beyond the 65,535th are not looked at. A trace that was cut off is taken as far as it goes.
  Tiling(const program::Program& program, const trace::BlockTrace& trace, Dim3 block,
         std::span<const TilingBuffer> buffers);

  [[nodiscard]] const std::vector<TilingBuffer>& buffers() const { return buffers_; }
  [[nodiscard]] const std::vector<TilingArray>& arrays() const { return arrays_; }
  /// Empty where nothing is ever written to a named __shared__ array.
  [[nodiscard]] const std::vector<TilingPhase>& phases() const { return phases_; }
  /// By linear number of the thread in its block.
  [[nodiscard]] const std::vector<ThreadResult>& results() const { return results_; }
  [[nodiscard]] bool truncated() const { return truncated_; }
  /// The phase (from 0) that an event belongs to; there must be phases.
  [[nodiscard]] std::uint32_t phase_of(std::size_t event) const;
  /// Behind the events [0, end). `trace`: the one it was made of.
  [[nodiscard]] TilingState state_behind(const trace::BlockTrace& trace, std::size_t end) const;
  /// The array and the element in it that a byte of the Shared window lies in: a cell's number.
  [[nodiscard]] std::optional<std::uint32_t> cell_at(std::uint32_t offset) const;
  /// Which buffer a byte of the Global window lies in.
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
  std::vector<std::uint32_t> load_number_, store_number_; ///< by site; ~0: of no interest
  std::uint32_t loads_ = 0, stores_ = 0;
  std::vector<std::pair<std::uint32_t, TilingState>> kept_; ///< at the beginning of some phases, ascending
};

} // namespace warpscope::tiling
