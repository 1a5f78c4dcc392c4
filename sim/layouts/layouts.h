// Layouts of a tile: where each element lies in shared memory, plainly and through a swizzle.
//
// Source: the definitions of CuTe's documentation. A layout is a shape and a stride of equal structure; the
// offset of a coordinate is the sum of its parts times their strides, and one number for several parts counts
// through the first of them fastest. Swizzle<B, M, S> leaves the lowest M bits of an offset, and changes the
// next B: each is XORed with the bit S places higher (S negative: the bits that change are the higher ones).
//
// Beyond CuTe: an index expression in place of strides; a swizzle of bytes in place of elements.
#pragma once

#include "sim/base/access.h"
#include "sim/model/banks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::layouts {

struct Swizzle {
  std::uint32_t bits = 0; ///< B; 0: nothing changes
  std::uint32_t base = 0; ///< M
  std::int32_t shift = 0; ///< S
  [[nodiscard]] bool identity() const { return bits == 0; }
  /// The bits that are XORed into others, and those that change.
  [[nodiscard]] std::uint32_t read_mask() const;
  [[nodiscard]] std::uint32_t changed_mask() const;
  [[nodiscard]] std::uint32_t operator()(std::uint32_t offset) const;
  [[nodiscard]] std::string text() const; ///< "Swizzle<3,3,3>"
  bool operator==(const Swizzle&) const = default;
};

struct Fault {
  std::string message; ///< one sentence without a full stop
  std::size_t at = 0;  ///< byte of the text, from 0; its length: at the end
  bool operator==(const Fault&) const = default;
};

template <class T> struct Parsed {
  std::optional<T> value;
  Fault fault; ///< where there is no value
};

/// Parses "Swizzle<3,3,3>", also as "Sw<3,3,3>"; nothing but blanks is the identity. |S| must be at least B,
/// as in CuTe, so that no bit is both read and changed.
[[nodiscard]] Parsed<Swizzle> parse_swizzle(std::string_view text);

inline constexpr std::uint32_t most_cells = 1u << 16;
inline constexpr std::uint32_t most_offset = 1u << 20;

struct Tile {
  std::uint32_t rows = 0, columns = 0;
  std::vector<std::uint32_t> offsets; ///< in elements, row after row
  std::uint32_t end = 0;              ///< the largest offset plus 1
  [[nodiscard]] std::uint32_t at(std::uint32_t row, std::uint32_t column) const {
    return offsets[static_cast<std::size_t>(row) * columns + column];
  }
};

/// Parses "(8,64):(64,1)", nested as "((4,2),64):((64,512),1)", also with CuTe's "_8" for a number of its own
/// type. The first mode is the row, all others together are the column; one mode alone is one row. A shape
/// without strides is compact, its first mode fastest. In place of the strides an expression of C in `row`
/// and `col` (short: r and c, or i and j), which gives the offset: "(32,32): row*33 + col"; without a shape
/// it is taken over 32 rows of 32.
[[nodiscard]] Parsed<Tile> parse_tile(std::string_view text);

/// What the numbers of a swizzle count: CuTe applies it to the index of an element, or to a byte address.
enum class Unit : std::uint8_t { Elements, Bytes };

struct Cell {
  std::uint32_t row = 0, column = 0;
  bool operator==(const Cell&) const = default;
};

/// The first element that a lane reads.
struct LaneCell {
  std::uint32_t lane = 0;
  Cell cell;
  bool operator==(const LaneCell&) const = default;
};

/// Which elements the lanes of a warp read.
struct Reading {
  bool column = true;      ///< lanes go down a column; false: along a row
  std::uint32_t index = 0; ///< of the column or row; the last one if it is beyond
  std::uint32_t bytes = 0; ///< of a lane, 1, 2, 4, 8 or 16; 0: what the swizzle keeps together, see below
  /// The elements of a real access, in place of a column or row; each lies in the tile. Empty: a column or
  /// row.
  std::vector<LaneCell> lanes;
  AccessKind kind = AccessKind::Load; ///< 64-bit and 128-bit loads merge where stores do not
  std::uint32_t base = 0;             ///< byte of shared memory at which the tile begins
  bool operator==(const Reading&) const = default;
};

/// The tile at its bytes, and the access through them.
struct Side {
  std::vector<std::uint32_t> byte; ///< of each element, row after row
  WarpAccess access;
  model::BankService service;
  std::uint32_t misaligned = 0; ///< pieces of the tile that do not start at a multiple of their width
  std::uint32_t torn = 0;       ///< pieces whose elements do not lie one after the other
  std::uint32_t doubled = 0;    ///< elements that lie where another one lies
  /// A real access of this width would fault or read other elements.
  [[nodiscard]] bool faulty() const { return misaligned != 0 || torn != 0 || doubled != 0; }
};

/// A tile, a swizzle and an access, worked out.
struct Study {
  std::uint32_t element = 4;          ///< bytes of an element
  std::uint32_t piece = 1;            ///< elements that a lane reads at once
  bool down = false;                  ///< a piece goes down a column; false: along a row
  std::uint32_t pieces = 0;           ///< in the tile
  std::vector<Cell> lanes;            ///< the first element of each lane's piece
  std::vector<std::uint32_t> numbers; ///< of those lanes in their warp
  Side plain, swizzled;
  [[nodiscard]] std::uint32_t width() const { return piece * element; }
};

/// `element`: 1, 2, 4, 8 or 16 bytes. A lane reads the widest piece that is no wider than `reading.bytes`
/// (0: than the 2^M elements that the swizzle would keep together if it counted elements, and 16 bytes) and
/// that lies together in the tile as it is.
[[nodiscard]] Study study(const Tile& tile, const Swizzle& swizzle, Unit unit, std::uint32_t element,
                          const Reading& reading);

/// Returns the smallest swizzle of elements with which the access takes the fewest wavefronts, keeps its
/// pieces whole and stays inside the tile; the identity where none takes fewer than the tile as it lies.
[[nodiscard]] Swizzle best_swizzle(const Tile& tile, std::uint32_t element, const Reading& reading);

/// The same numbers counted otherwise: on elements, on bytes, and what on the other unit does the same as the
/// unit in force (missing where M would be negative).
struct Counted {
  Unit unit = Unit::Elements;
  Swizzle swizzle;
  bool in_force = false;
  std::uint32_t wavefronts = 0, pieces = 0, misaligned = 0, torn = 0;
  /// The bytes of the row whose TMA swizzle this is: 32, 64, 128; 0: of none.
  std::uint32_t tma = 0;
  bool operator==(const Counted&) const = default;
};
[[nodiscard]] std::vector<Counted> counted_otherwise(const Tile& tile, const Swizzle& swizzle, Unit unit,
                                                     std::uint32_t element, const Reading& reading);

struct ElementType {
  std::string_view name;
  std::uint32_t bytes;
};
[[nodiscard]] const std::array<ElementType, 5>& element_types();

} // namespace warpscope::layouts
