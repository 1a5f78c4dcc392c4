// Derives phases, row lengths, maps and counts from a block's trace, and replays the cells up to any event.
#include "sim/tiling/tiling.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace warpscope::tiling {
namespace {

constexpr std::uint32_t none = ~0u;
constexpr std::size_t most_kept_bytes = 32u << 20; ///< memory for states kept at the beginnings of phases
constexpr std::size_t most_gathered = 1u << 22;    ///< elements collected before they are sorted and merged
constexpr std::uint32_t wrapped_columns = 32;
constexpr std::uint32_t most_wrapped_columns = 128;

template <typename Do> void for_lanes(std::uint32_t mask, Do act) {
  for (; mask != 0; mask &= mask - 1) act(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

/// Returns how many lanes of the mask are below the lane.
std::uint32_t lowest_lanes(std::uint32_t mask, std::uint32_t lane) {
  return static_cast<std::uint32_t>(std::popcount(mask & ((1u << lane) - 1)));
}

bool writes_shared(const trace::BlockTrace::Event& e) {
  return e.kind == trace::StepKind::Access && e.space == Space::Shared && e.access_kind != AccessKind::Load;
}
bool reads_shared(const trace::BlockTrace::Event& e) {
  return e.kind == trace::StepKind::Access && e.space == Space::Shared && e.access_kind != AccessKind::Store;
}

void make_unique(std::vector<std::uint64_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::vector<ElementRun> runs_of(std::vector<std::uint64_t>& elements) {
  make_unique(elements);
  std::vector<ElementRun> runs;
  for (const std::uint64_t e : elements) {
    if (!runs.empty() && runs.back().first + runs.back().count == e) ++runs.back().count;
    else runs.push_back({e, 1});
  }
  return runs;
}

/// Returns the distance between the runs when it is the same everywhere; otherwise 0.
std::uint64_t distance_of(const std::vector<ElementRun>& runs) {
  if (runs.size() < 2) return 0;
  std::uint64_t distance = 0, longest = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    longest = std::max(longest, runs[i].count);
    if (i > 0) distance = std::gcd(distance, runs[i].first - runs[i - 1].first);
  }
  return distance > longest ? distance : 0;
}

/// Returns the row length with which a one-dimensional array is drawn. A tile kept in one dimension has the
/// rows of the block.
std::uint32_t wrapped_row(std::uint32_t count, Dim3 block) {
  const bool as_block = block.y > 1 && block.x > 1 && block.x <= most_wrapped_columns && count % block.x == 0;
  return as_block ? block.x : std::clamp(count, 1u, wrapped_columns);
}

/// Splits dynamic shared memory that pointers partition (`float *As = mem, *Bs = mem + 256`): each part
/// becomes an array with the pointer's name. A pointer that reaches into the parts of several others (a
/// function's parameter, for example) is ignored; parts that overlap leave the array whole.
std::vector<TilingArray> pieces_of(const TilingArray& array, const program::Program& program,
                                   const trace::BlockTrace& trace, Dim3 block) {
  struct Piece {
    std::string name;
    std::uint32_t begin = 0, end = 0; ///< bytes
  };
  std::map<std::string, Piece> named;
  for (std::size_t e = 0; e < trace.size(); ++e) {
    const trace::BlockTrace::Event& event = trace.event(e);
    if (event.kind != trace::StepKind::Access || event.space != Space::Shared ||
        event.site_or_pc >= program.sites.size())
      continue;
    const std::string& name = program.sites[event.site_or_pc].variable;
    if (name.empty() || name == array.name) continue;
    const WarpAccess access = trace.access(e);
    for_lanes(access.mask, [&](std::uint32_t lane) {
      if (access.offset[lane] < array.offset) return;
      Piece& piece = named.try_emplace(name, Piece{name, access.offset[lane], access.offset[lane]})
                         .first->second;
      piece.begin = std::min(piece.begin, access.offset[lane]);
      piece.end = std::max(piece.end, access.offset[lane] + access.width);
    });
  }
  std::vector<Piece> pieces;
  for (const auto& [name, piece] : named) {
    const auto overlaps = std::count_if(named.begin(), named.end(), [&](const auto& other) {
      return other.first != name && other.second.begin < piece.end && piece.begin < other.second.end;
    });
    if (overlaps < 2) pieces.push_back(piece);
  }
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if ((pieces[i].begin - array.offset) % array.element_size != 0 ||
        (i > 0 && pieces[i].begin < pieces[i - 1].end))
      return {array};
  if (pieces.size() < 2) return {array};
  std::vector<TilingArray> arrays;
  const std::uint32_t whole_end = array.offset + array.count * array.element_size;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    TilingArray piece = array;
    piece.name = pieces[i].name;
    piece.offset = i == 0 ? array.offset : pieces[i].begin;
    piece.count = ((i + 1 < pieces.size() ? pieces[i + 1].begin : whole_end) - piece.offset) /
                  piece.element_size;
    piece.columns = wrapped_row(piece.count, block);
    arrays.push_back(std::move(piece));
  }
  return arrays;
}

} // namespace

std::uint64_t TilingPhase::loaded() const {
  std::uint64_t sum = 0;
  for (const BufferPhase& b : buffers) sum += BufferPhase::count(b.loaded);
  return sum;
}
std::uint64_t TilingPhase::loads() const {
  std::uint64_t sum = 0;
  for (const BufferPhase& b : buffers) sum += b.loads;
  return sum;
}
std::uint64_t TilingPhase::reads() const {
  std::uint64_t sum = 0;
  for (const ArrayPhase& a : arrays) sum += a.reads;
  return sum;
}
std::uint32_t TilingPhase::cells(std::uint32_t ArrayPhase::* which) const {
  std::uint32_t sum = 0;
  for (const ArrayPhase& a : arrays) sum += a.*which;
  return sum;
}

/// What is collected during one phase.
struct Tiling::Gathered {
  struct Of {
    std::vector<std::uint64_t> loaded, stored;
    std::uint64_t loads = 0, stores = 0;
  };
  std::vector<Of> buffers;
};

Tiling::Tiling(const program::Program& program, const trace::BlockTrace& trace, Dim3 block,
               std::span<const TilingBuffer> buffers)
    : buffers_(buffers.begin(),
               buffers.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(buffers.size(), 65'535))),
      truncated_(trace.truncated()), origins_(store_origins(program)) {
  for (TilingBuffer& b : buffers_) {
    b.element_size = std::max(1u, b.element_size);
    if (b.row_length > b.count()) b.row_length = 0;
  }
  std::uint32_t warps = 0;
  for (std::size_t e = 0; e < trace.size(); ++e) warps = std::max(warps, trace.event(e).warp + 1);
  threads_ = warps * warp_size;
  results_.resize(threads_);
  find_arrays(program, trace, block);
  find_phases(trace);
  if (phases_.empty()) return;
  load_number_.assign(program.sites.size(), none);
  store_number_.assign(program.sites.size(), none);
  for (std::size_t e = 0; e < trace.size(); ++e) {
    const trace::BlockTrace::Event& event = trace.event(e);
    if (!writes_shared(event) || event.site_or_pc >= origins_.size() ||
        store_number_[event.site_or_pc] != none)
      continue;
    store_number_[event.site_or_pc] = stores_++;
    for (const ValueOrigins& part : origins_[event.site_or_pc])
      for (const LoadedPart& load : part.loads)
        if (load_number_[load.site] == none) load_number_[load.site] = loads_++;
  }
  TilingState state;
  state.cells.resize(cell_count_);
  state.loaded_.resize(std::size_t{loads_} * threads_);
  state.stored_.resize(std::size_t{stores_} * threads_);
  const std::size_t state_bytes = state.cells.size() * sizeof(TilingCell) +
                                  state.loaded_.size() * sizeof(TilingState::Loaded) +
                                  state.stored_.size() * 4 + 64;
  const std::size_t stride = 1 + phases_.size() * state_bytes / most_kept_bytes;
  std::vector<std::map<std::uint64_t, std::uint64_t>> votes(buffers_.size());
  const auto play = [&](bool last) {
    TilingState now = state;
    for (std::uint32_t p = 0; p < phases_.size(); ++p) {
      begin_phase(now, p);
      if (last && p % stride == 0) kept_.emplace_back(p, now);
      Gathered gathered;
      gathered.buffers.resize(buffers_.size());
      for (std::size_t e = phases_[p].first_event; e < phases_[p].end_event; ++e) {
        apply(now, trace, e);
        if (!last) gather(gathered, trace, e);
      }
      if (!last) end_phase(gathered, now, phases_[p], votes);
      else
        for (std::size_t a = 0; a < arrays_.size(); ++a) phases_[p].arrays[a].map = map_of(arrays_[a], now);
    }
  };
  play(false); // the row lengths come from all phases, and the tiles' positions from the row lengths
  find_row_lengths(votes);
  play(true);
}

void Tiling::find_arrays(const program::Program& program, const trace::BlockTrace& trace, Dim3 block) {
  std::uint32_t end = 0; // of the range that the block touches
  for (std::size_t e = 0; e < trace.size(); ++e) {
    if (trace.event(e).kind != trace::StepKind::Access || trace.event(e).space != Space::Shared) continue;
    const WarpAccess access = trace.access(e);
    for_lanes(access.mask,
              [&](std::uint32_t lane) { end = std::max(end, access.offset[lane] + access.width); });
  }
  for (const program::Variable& v : program.variables) {
    if (v.space != Space::Shared || v.offset >= end) continue;
    TilingArray array;
    array.name = v.name;
    array.offset = v.offset;
    array.element_size = std::max(1u, v.element_size);
    array.count = (v.size != 0 ? v.size : end - v.offset) / array.element_size;
    array.wrapped = v.dimensions.size() < 2;
    array.columns = array.wrapped ? wrapped_row(array.count, block) : std::max(1u, v.dimensions.back());
    if (array.count != 0) arrays_.push_back(std::move(array));
  }
  std::stable_sort(arrays_.begin(), arrays_.end(),
                   [](const TilingArray& a, const TilingArray& b) { return a.offset < b.offset; });
  // Arrays of other kernels and aliases overlap: keep the first one that is touched.
  std::uint32_t covered = 0;
  std::erase_if(arrays_, [&](const TilingArray& a) {
    if (a.offset < covered) return true;
    bool touched = false;
    for (std::size_t e = 0; e < trace.size() && !touched; ++e) {
      const trace::BlockTrace::Event& event = trace.event(e);
      if (event.kind != trace::StepKind::Access || event.space != Space::Shared) continue;
      const WarpAccess access = trace.access(e);
      const std::uint32_t
          offset = access.offset[static_cast<std::uint32_t>(std::countr_zero(access.mask | 1u << 31))];
      // A site may name a pointer into the array; only the name of another array says that it is not this
      // one.
      const std::string& variable = event.site_or_pc < program.sites.size()
                                        ? program.sites[event.site_or_pc].variable
                                        : a.name;
      const bool named = variable == a.name ||
                         std::none_of(program.variables.begin(), program.variables.end(),
                                      [&](const program::Variable& v) {
                                        return v.space == Space::Shared && v.name == variable;
                                      });
      touched = named && access.mask != 0 && offset >= a.offset &&
                (offset - a.offset) / a.element_size < a.count;
    }
    if (touched) covered = a.offset + a.count * a.element_size;
    return !touched;
  });
  std::vector<TilingArray> cut;
  for (const TilingArray& a : arrays_) {
    const bool dynamic = std::any_of(program.variables.begin(), program.variables.end(),
                                     [&](const program::Variable& v) {
                                       return v.space == Space::Shared && v.name == a.name && v.size == 0;
                                     });
    for (TilingArray& piece : dynamic ? pieces_of(a, program, trace, block) : std::vector{a})
      cut.push_back(std::move(piece));
  }
  arrays_ = std::move(cut);
  for (TilingArray& a : arrays_) {
    a.first_cell = cell_count_;
    cell_count_ += a.count;
  }
}

void Tiling::find_phases(const trace::BlockTrace& trace) {
  std::vector<TilingPhase> stretches(1);
  std::vector<bool> writes(1);
  for (std::size_t e = 0; e < trace.size(); ++e) {
    const trace::BlockTrace::Event& event = trace.event(e);
    if (writes_shared(event)) writes.back() = true;
    if (event.kind != trace::StepKind::BarrierRelease) continue;
    stretches.back().end_event = e + 1;
    stretches.push_back({});
    stretches.back().first_event = e + 1;
    writes.push_back(false);
  }
  stretches.back().end_event = trace.size();
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    const bool begins = writes[s] &&
                        !(phases_.size() == 1 &&
                          std::none_of(writes.begin(), writes.begin() + static_cast<std::ptrdiff_t>(s),
                                       [](bool w) { return w; }));
    if (begins || phases_.empty()) phases_.push_back(stretches[s]);
    else phases_.back().end_event = stretches[s].end_event;
  }
  if (arrays_.empty() || std::none_of(writes.begin(), writes.end(), [](bool w) { return w; }))
    phases_.clear();
  for (TilingPhase& phase : phases_) {
    phase.buffers.resize(buffers_.size());
    phase.arrays.resize(arrays_.size());
    phase.first_use = phase.first_event;
    while (phase.first_use < phase.end_event && !reads_shared(trace.event(phase.first_use)))
      ++phase.first_use;
  }
}

std::optional<std::uint32_t> Tiling::cell_at(std::uint32_t offset) const {
  const auto behind = std::upper_bound(arrays_.begin(), arrays_.end(), offset,
                                       [](std::uint32_t o, const TilingArray& a) { return o < a.offset; });
  if (behind == arrays_.begin()) return std::nullopt;
  const TilingArray& array = *std::prev(behind);
  const std::uint32_t element = (offset - array.offset) / array.element_size;
  return element < array.count ? std::optional(array.first_cell + element) : std::nullopt;
}

std::optional<std::uint32_t> Tiling::buffer_at(std::uint32_t offset) const {
  for (std::uint32_t b = 0; b < buffers_.size(); ++b)
    if (offset >= buffers_[b].offset && offset - buffers_[b].offset < buffers_[b].bytes) return b;
  return std::nullopt;
}

std::uint32_t Tiling::phase_of(std::size_t event) const {
  const auto behind = std::upper_bound(phases_.begin(), phases_.end(), event,
                                       [](std::size_t e, const TilingPhase& p) { return e < p.first_event; });
  return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, behind - phases_.begin()) - 1);
}

void Tiling::begin_phase(TilingState& state, std::uint32_t phase) const {
  state.phase = phase;
  for (TilingCell& cell : state.cells) cell.reads = 0;
}

TilingState Tiling::state_behind(const trace::BlockTrace& trace, std::size_t end) const {
  if (phases_.empty()) return {};
  const std::uint32_t wanted = phase_of(end == 0 ? 0 : end - 1);
  const auto behind = std::upper_bound(kept_.begin(), kept_.end(), wanted,
                                       [](std::uint32_t p, const auto& kept) { return p < kept.first; });
  const auto& [from, kept] = *std::prev(behind);
  TilingState state = kept;
  for (std::uint32_t p = from; p <= wanted; ++p) {
    if (p != from) begin_phase(state, p);
    for (std::size_t e = phases_[p].first_event; e < std::min(end, phases_[p].end_event); ++e)
      apply(state, trace, e);
  }
  return state;
}

TilingCell Tiling::written(const TilingState& state, const ValueOrigins& origins, std::uint32_t thread,
                           std::uint32_t since) const {
  TilingCell cell;
  cell.phase = state.phase;
  const TilingState::Loaded* latest = nullptr;
  std::uint32_t byte = 0, fresh = 0;
  for (const LoadedPart& part : origins.loads) {
    const TilingState::Loaded& load = state.loaded_[std::size_t{load_number_[part.site]} * threads_ + thread];
    if (load.stamp == 0) continue;
    fresh += static_cast<std::uint32_t>(load.stamp > since) +
             static_cast<std::uint32_t>(load.earlier > since);
    if (latest == nullptr || load.stamp > latest->stamp) latest = &load, byte = part.byte;
  }
  if (fresh == 0 && (origins.constant || origins.loads.empty())) {
    cell.origin = origins.computed && !origins.constant ? CellOrigin::Computed : CellOrigin::Filled;
    return cell;
  }
  const std::uint32_t offset = latest == nullptr ? 0 : latest->offset + byte;
  const std::optional<std::uint32_t> buffer = latest != nullptr && latest->space == Space::Global
                                                  ? buffer_at(offset)
                                                  : std::nullopt;
  cell.origin = buffer && !(origins.computed && fresh > 1) ? CellOrigin::Loaded : CellOrigin::Computed;
  if (cell.origin != CellOrigin::Loaded) return cell;
  cell.changed = origins.computed;
  cell.buffer = static_cast<std::uint16_t>(*buffer);
  cell.element = (offset - buffers_[*buffer].offset) / buffers_[*buffer].element_size;
  return cell;
}

void Tiling::apply_store(TilingState& state, const trace::BlockTrace::Event& event, const WarpAccess& access,
                         const std::uint8_t* values) const {
  const std::uint32_t number = event.site_or_pc < store_number_.size() ? store_number_[event.site_or_pc]
                                                                       : none;
  if (number == none) return;
  const std::vector<ValueOrigins>& parts = origins_[event.site_or_pc];
  static const ValueOrigins unknown{{}, false, true};
  for_lanes(access.mask, [&](std::uint32_t lane) {
    const std::uint32_t thread = event.warp * warp_size + lane;
    std::uint32_t& since = state.stored_[std::size_t{number} * threads_ + thread];
    const std::uint32_t step = parts.empty() ? access.width
                                             : access.width / static_cast<std::uint32_t>(parts.size());
    std::optional<std::uint32_t> before;
    for (std::uint32_t byte = 0, k = 0; byte < access.width; byte += std::max(1u, step), ++k) {
      const std::optional<std::uint32_t> at = cell_at(access.offset[lane] + byte);
      if (!at || at == before) continue; // a cell with several components shows the origin of the first
      before = at;
      TilingCell& cell = state.cells[*at];
      const std::uint32_t reads = cell.reads;
      const bool unwritten = cell.read_unwritten;
      cell = written(state, event.access_kind == AccessKind::Store && k < parts.size() ? parts[k] : unknown,
                     thread, since);
      cell.reads = reads;
      cell.read_unwritten = unwritten;
      if (cell.origin != CellOrigin::Filled || values == nullptr) continue;
      const std::uint8_t* first = values + std::size_t{lowest_lanes(access.mask, lane)} * access.width + byte;
      cell.zero = std::all_of(first, first + std::min(std::max(1u, step), access.width - byte),
                              [](std::uint8_t b) { return b == 0; });
    }
    since = state.stamp_;
  });
}

void Tiling::apply(TilingState& state, const trace::BlockTrace& trace, std::size_t index) const {
  const trace::BlockTrace::Event& event = trace.event(index);
  if (event.kind != trace::StepKind::Access || event.mask == 0) return;
  ++state.stamp_;
  const bool shared = event.space == Space::Shared;
  const std::uint32_t load = event.access_kind == AccessKind::Load && event.site_or_pc < load_number_.size()
                                 ? load_number_[event.site_or_pc]
                                 : none;
  if (!shared && load == none) return;
  const WarpAccess access = trace.access(index);
  if (load != none)
    for_lanes(access.mask, [&](std::uint32_t lane) {
      TilingState::Loaded& of = state.loaded_[std::size_t{load} * threads_ + event.warp * warp_size + lane];
      of = {state.stamp_, of.stamp, access.offset[lane], event.space};
    });
  if (!shared) return;
  if (event.access_kind != AccessKind::Store)
    for_lanes(access.mask, [&](std::uint32_t lane) {
      const std::optional<std::uint32_t> first = cell_at(access.offset[lane]),
                                         last = cell_at(access.offset[lane] + access.width - 1);
      for (std::uint32_t c = first.value_or(1); first && c <= last.value_or(*first); ++c) {
        state.cells[c].reads += 1;
        if (state.cells[c].origin == CellOrigin::Unwritten) state.cells[c].read_unwritten = true;
      }
    });
  if (event.access_kind != AccessKind::Load) apply_store(state, event, access, trace.stored(index));
}

void Tiling::gather(Gathered& into, const trace::BlockTrace& trace, std::size_t index) {
  const trace::BlockTrace::Event& event = trace.event(index);
  if (event.kind != trace::StepKind::Access || event.space != Space::Global || event.mask == 0) return;
  const WarpAccess access = trace.access(index);
  for_lanes(access.mask, [&](std::uint32_t lane) {
    const std::optional<std::uint32_t> b = buffer_at(access.offset[lane]);
    if (!b) return;
    const TilingBuffer& buffer = buffers_[*b];
    Gathered::Of& of = into.buffers[*b];
    const std::uint64_t first = (access.offset[lane] - buffer.offset) / buffer.element_size;
    const std::uint64_t last = (access.offset[lane] + access.width - 1 - buffer.offset) / buffer.element_size;
    for (std::uint64_t e = first; e <= last; ++e) {
      if (event.access_kind != AccessKind::Store) of.loaded.push_back(e), ++of.loads;
      if (event.access_kind != AccessKind::Load) of.stored.push_back(e), ++of.stores;
    }
    if (ThreadResult& result = results_[event.warp * warp_size + lane];
        event.access_kind != AccessKind::Load && !result.buffer)
      result = {b, first};
    if (of.loaded.size() > most_gathered) make_unique(of.loaded);
    if (of.stored.size() > most_gathered) make_unique(of.stored);
  });
}

/// Returns the buffer and the row length that the cells written in this phase show: neighbours in one
/// direction hold adjacent elements, neighbours in the other direction elements at one distance, everywhere.
std::optional<std::pair<std::uint32_t, std::uint64_t>> Tiling::row_length_of(const TilingArray& array,
                                                                             const TilingState& state) const {
  std::optional<std::int64_t> down, right;
  std::uint32_t buffer = none;
  for (std::uint32_t e = 0; e < array.count; ++e) {
    const TilingCell& cell = state.cells[array.first_cell + e];
    if (cell.origin != CellOrigin::Loaded || cell.phase != state.phase) continue;
    if (buffer != none && buffer != cell.buffer) return std::nullopt;
    buffer = cell.buffer;
    /// False when the distance differs from the earlier one.
    const auto agrees = [&](std::optional<std::int64_t>& distance, std::uint32_t other) {
      const TilingCell& next = state.cells[array.first_cell + other];
      if (next.origin != CellOrigin::Loaded || next.phase != state.phase) return true;
      const std::int64_t step = std::int64_t{next.element} - std::int64_t{cell.element};
      if (distance.value_or(step) != step) return false;
      distance = step;
      return true;
    };
    if (e + array.columns < array.count && !agrees(down, e + array.columns)) return std::nullopt;
    if (e % array.columns + 1 < array.columns && !agrees(right, e + 1)) return std::nullopt;
  }
  if (!down || !right || std::min(*down, *right) != 1 || std::max(*down, *right) < 2) return std::nullopt;
  return std::pair(buffer, static_cast<std::uint64_t>(std::max(*down, *right)));
}

void Tiling::end_phase(Gathered& gathered, const TilingState& state, TilingPhase& phase,
                       std::vector<std::map<std::uint64_t, std::uint64_t>>& votes) const {
  for (std::size_t b = 0; b < buffers_.size(); ++b) {
    Gathered::Of& of = gathered.buffers[b];
    phase.buffers[b] = {runs_of(of.loaded), runs_of(of.stored), of.loads, of.stores};
    for (const auto* runs : {&phase.buffers[b].loaded, &phase.buffers[b].stored})
      if (const std::uint64_t distance = distance_of(*runs); distance > 1) ++votes[b][distance];
  }
  constexpr std::uint64_t as_cells_lie = 1000; // evidence from the cells outweighs that from the addresses
  for (std::size_t a = 0; a < arrays_.size(); ++a) {
    const TilingArray& array = arrays_[a];
    ArrayPhase& of = phase.arrays[a];
    of.least_reads = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t e = 0; e < array.count; ++e) {
      const TilingCell& cell = state.cells[array.first_cell + e];
      of.reads += cell.reads;
      of.read_unwritten += cell.read_unwritten && cell.reads > 0 && cell.origin == CellOrigin::Unwritten;
      if (cell.reads > 0) {
        ++of.read_cells;
        of.least_reads = std::min(of.least_reads, cell.reads);
        of.most_reads = std::max(of.most_reads, cell.reads);
      }
      if (cell.origin == CellOrigin::Unwritten || cell.phase != state.phase) continue;
      of.loaded += cell.origin == CellOrigin::Loaded;
      of.filled += cell.origin == CellOrigin::Filled;
      of.zeros += cell.origin == CellOrigin::Filled && cell.zero;
      of.computed += cell.origin == CellOrigin::Computed;
    }
    if (const auto found = row_length_of(array, state); found && !array.wrapped)
      votes[found->first][found->second] += as_cells_lie;
    if (of.read_cells == 0) of.least_reads = 0;
  }
}

void Tiling::find_row_lengths(const std::vector<std::map<std::uint64_t, std::uint64_t>>& votes) {
  for (std::size_t b = 0; b < buffers_.size(); ++b) {
    if (buffers_[b].row_length != 0) continue;
    std::uint64_t most = 0;
    for (const auto& [length, count] : votes[b])
      if (count > most && length < buffers_[b].count()) most = count, buffers_[b].row_length = length;
  }
  for (TilingBuffer& one : buffers_)
    for (const TilingBuffer& other : buffers_)
      if (one.row_length == 0 && other.row_length != 0 && other.count() == one.count())
        one.row_length = other.row_length;
}

std::optional<TileMap> Tiling::map_of(const TilingArray& array, const TilingState& state) const {
  std::optional<TileMap> straight, transposed;
  bool fits_straight = true, fits_transposed = true;
  std::uint32_t low_row = array.rows(), end_row = 0, low_column = array.columns, end_column = 0;
  for (std::uint32_t e = 0; e < array.count; ++e) {
    const TilingCell& cell = state.cells[array.first_cell + e];
    if (cell.phase != state.phase || (cell.origin != CellOrigin::Loaded && cell.origin != CellOrigin::Filled))
      continue;
    // A wrapped array is a single row, however it is drawn.
    const std::uint32_t row = array.wrapped && !buffers_[cell.buffer].is_matrix() ? 0 : e / array.columns;
    const std::uint32_t column = array.wrapped && !buffers_[cell.buffer].is_matrix() ? e : e % array.columns;
    low_row = std::min(low_row, row), end_row = std::max(end_row, row + 1);
    low_column = std::min(low_column, column), end_column = std::max(end_column, column + 1);
    if (cell.origin == CellOrigin::Filled) continue;
    const auto columns = static_cast<std::int64_t>(buffers_[cell.buffer].columns());
    const std::int64_t r = cell.element / columns, c = cell.element % columns;
    const TileMap as_is{cell.buffer, false, r - row, c - column},
        turned{cell.buffer, true, r - column, c - row};
    if (!straight) straight = as_is, transposed = turned;
    fits_straight = fits_straight && *straight == as_is;
    fits_transposed = fits_transposed && *transposed == turned;
  }
  std::optional<TileMap> map = fits_straight ? straight : fits_transposed ? transposed : std::nullopt;
  if (!map) return map;
  map->first_row = low_row, map->rows = end_row - low_row;
  map->first_column = low_column, map->columns = end_column - low_column;
  return map;
}

} // namespace warpscope::tiling
