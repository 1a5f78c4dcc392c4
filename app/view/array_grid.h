// The shared array that an access touches, as rows and columns of elements: what the scene Array draws, found
// without drawing.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

struct ArrayGrid {
  std::string name;        ///< tile
  std::string declaration; ///< float tile[32][33]
  std::uint32_t offset = 0;
  std::uint32_t element = 4; ///< bytes
  std::uint32_t columns = 1, rows = 1, count = 1;
  std::vector<std::uint32_t> outer; ///< dimensions that the rows are made of; empty: one dimension, wrapped

  [[nodiscard]] bool wrapped() const { return outer.empty(); }
  [[nodiscard]] bool holds(std::uint32_t byte) const {
    return byte >= offset && (byte - offset) / element < count;
  }
  /// The element that a byte of the Shared window lies in.
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t byte) const { return (byte - offset) / element; }
  [[nodiscard]] std::uint32_t byte_of(std::uint32_t cell) const { return offset + cell * element; }
  [[nodiscard]] std::uint32_t bank_of(std::uint32_t cell) const { return byte_of(cell) / 4 % 32; }
  /// What stands in front of a row: its number, "[1][4]" with more than two dimensions, a wrapped row's first
  /// element.
  [[nodiscard]] std::string row_label(std::uint32_t row) const;
};

/// Of an access to shared memory. An access that no array is known for shows shared memory as words.
[[nodiscard]] ArrayGrid array_grid(const program::Program* program, const program::Site* site,
                                   std::uint32_t offset, const playback::BlockIndex& index);

/// Columns at the right that no access of the block touches and that look like padding: the end of a row
/// longer than 32 banks, or at most a quarter of a shorter one. nullopt: none, or the trace does not know.
struct ColumnRange {
  std::uint32_t first = 0, end = 0;
  bool operator==(const ColumnRange&) const = default;
};
[[nodiscard]] std::optional<ColumnRange> untouched_columns(const ArrayGrid& grid,
                                                           const playback::BlockIndex& index);

} // namespace warpscope::view
