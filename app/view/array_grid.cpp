// Finds the array of an access, its rows and columns, and its padding.
#include "app/view/array_grid.h"

#include "app/language/language.h"
#include "app/playback/block_index.h"
#include "app/view/wording.h"

#include <algorithm>
#include <limits>

namespace warpscope::view {
namespace {

constexpr std::uint32_t bytes_of_all_banks = 128;

const program::Variable* find_variable(const program::Program& program, const program::Site* site,
                                       std::uint32_t offset) {
  const program::Variable* by_place = nullptr;
  for (const program::Variable& v : program.variables) {
    if (v.space != Space::Shared || offset < v.offset || (v.size != 0 && offset - v.offset >= v.size))
      continue;
    if (site != nullptr && !site->variable.empty() && v.name == site->variable) return &v;
    if (by_place == nullptr || (by_place->size == 0 && v.size != 0)) by_place = &v;
  }
  return by_place;
}

void wrap(ArrayGrid& grid) {
  const std::uint32_t in_row = std::max(1u, bytes_of_all_banks / grid.element);
  grid.columns = std::clamp(grid.count, 1u, in_row);
  grid.rows = (grid.count + grid.columns - 1) / grid.columns;
}

} // namespace

std::string ArrayGrid::row_label(std::uint32_t row) const {
  if (wrapped()) return std::to_string(std::uint64_t{row} * columns);
  if (outer.size() == 1) return std::to_string(row);
  std::string label;
  for (std::size_t d = outer.size(); d-- > 0;) {
    label.insert(0, '[' + std::to_string(row % outer[d]) + ']');
    row /= outer[d];
  }
  return label;
}

ArrayGrid array_grid(const program::Program* program, const program::Site* site, std::uint32_t offset,
                     const playback::BlockIndex& index) {
  ArrayGrid grid;
  const std::uint32_t touched_end = std::max(index.shared_end(), offset < ~15u ? offset + 16 : offset);
  const program::Variable* v = program != nullptr ? find_variable(*program, site, offset) : nullptr;
  if (v == nullptr) {
    grid.name = memory_words(Space::Shared);
    grid.declaration = language::tr("array.no_variable");
    grid.offset = std::min(program::window_base, offset & ~3u);
    grid.count = (touched_end - grid.offset) / 4;
    wrap(grid);
    return grid;
  }
  grid.name = v->name;
  grid.type = v->element_type;
  grid.offset = v->offset;
  grid.element = v->element_size != 0                  ? v->element_size
                 : site != nullptr && site->width != 0 ? site->width
                                                       : 4;
  grid.declaration = v->element_type + (v->element_type.empty() ? "" : " ") + v->name;
  std::uint64_t product = 1;
  for (const std::uint32_t d : v->dimensions) {
    grid.declaration += d == 0 ? "[]" : '[' + std::to_string(d) + ']';
    product *= std::max(1u, d);
    product = std::min<std::uint64_t>(product, std::numeric_limits<std::uint32_t>::max());
  }
  if (v->size == 0) { // extern __shared__: as far as the block accesses it
    if (v->dimensions.empty()) grid.declaration += "[]";
    grid.count = (touched_end - grid.offset + grid.element - 1) / grid.element;
    wrap(grid);
    return grid;
  }
  const std::uint32_t room = std::max(1u, v->size / grid.element);
  grid.count = v->dimensions.empty() ? room
                                     : static_cast<std::uint32_t>(std::min<std::uint64_t>(product, room));
  if (v->dimensions.size() < 2) {
    wrap(grid);
    return grid;
  }
  grid.columns = std::clamp(v->dimensions.back(), 1u, grid.count);
  grid.rows = (grid.count + grid.columns - 1) / grid.columns;
  for (std::size_t d = 0; d + 1 < v->dimensions.size(); ++d)
    grid.outer.push_back(std::max(1u, v->dimensions[d]));
  return grid;
}

std::optional<ColumnRange> untouched_columns(const ArrayGrid& grid, const playback::BlockIndex& index) {
  if (grid.wrapped() || index.truncated() || grid.columns < 2) return std::nullopt;
  const auto touched = [&](std::uint32_t column) {
    for (std::uint32_t row = 0; row < grid.rows; ++row)
      if (index.touches_shared(grid.byte_of(row * grid.columns + column), grid.element)) return true;
    return false;
  };
  std::uint32_t first = grid.columns;
  while (first > 0 && !touched(first - 1)) --first;
  // Columns that are merely unused (so far) are not padding: only the end of a row counts.
  const std::uint32_t quarter = grid.columns - grid.columns / 4;
  const std::uint32_t in_all_banks = std::max(1u, bytes_of_all_banks / grid.element);
  const std::uint32_t rest = grid.columns % in_all_banks;
  const bool longer = grid.columns > in_all_banks && rest != 0 && rest <= in_all_banks / 4;
  std::uint32_t from = std::max(first, quarter);
  if (first < quarter) {
    if (!longer) return std::nullopt;
    from = std::max(first, grid.columns - rest);
  }
  if (from >= grid.columns) return std::nullopt;
  return ColumnRange{from, grid.columns};
}

} // namespace warpscope::view
