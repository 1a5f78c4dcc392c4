// The shared array that an access touches, as rows and columns of elements: what the scene Array draws,
// computed without drawing.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

struct ArrayGrid {
  std::string name;        ///< such as tile
  std::string declaration; ///< such as float tile[32][33]
  std::uint32_t offset = 0;
  std::string type;          ///< of an element, such as float; empty: not known
  std::uint32_t element = 4; ///< bytes of an element
  std::uint32_t columns = 1, rows = 1, count = 1;
  /// The dimensions that the rows run over; empty: one-dimensional and wrapped.
  std::vector<std::uint32_t> outer;

  [[nodiscard]] bool wrapped() const { return outer.empty(); }
  [[nodiscard]] bool holds(std::uint32_t byte) const {
    return byte >= offset && (byte - offset) / element < count;
  }
  /// Returns the element that holds a byte of the Shared window.
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t byte) const { return (byte - offset) / element; }
  [[nodiscard]] std::uint32_t byte_of(std::uint32_t cell) const { return offset + cell * element; }
  [[nodiscard]] std::uint32_t bank_of(std::uint32_t cell) const { return byte_of(cell) / 4 % 32; }
  /// Returns the label of a row: its number, "[1][4]" with more than two dimensions, or the first element of
  /// a wrapped row.
  [[nodiscard]] std::string row_label(std::uint32_t row) const;
};

/// Returns the grid of an access to shared memory. When the array is not known, shared memory is shown as
/// words.
[[nodiscard]] ArrayGrid array_grid(const program::Program* program, const program::Site* site,
                                   std::uint32_t offset, const playback::BlockIndex& index);

/// Columns at the right that no access of the block touches and that look like padding: the end of a row
/// longer than 32 banks, or at most a quarter of a shorter one. nullopt: there are none, or the trace is
/// incomplete.
struct ColumnRange {
  std::uint32_t first = 0, end = 0;
  bool operator==(const ColumnRange&) const = default;
};
[[nodiscard]] std::optional<ColumnRange> untouched_columns(const ArrayGrid& grid,
                                                           const playback::BlockIndex& index);

} // namespace warpscope::view
