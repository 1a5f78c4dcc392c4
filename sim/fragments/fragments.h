// Which lane holds which element of a matrix product, register by register.
//
// Source: sim/include/__warpscope/fragment_map.h, which the simulator's own products follow.
#pragma once

#include "sim/fragments/shapes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::fragments {

inline constexpr unsigned lanes = 32;

enum class Operand : std::uint8_t { A, B, C }; ///< C: the accumulator, and the result

struct Cell {
  unsigned row = 0, column = 0;
  bool operator==(const Cell&) const = default;
};

/// Where an element lies: part 0 is in the lowest bits of the register.
struct Holder {
  unsigned lane = 0, reg = 0, part = 0;
  bool operator==(const Holder&) const = default;
};

/// One operand of a product. Of a sparse product's A what is stored. Of m8n8k4 of half all four products'
/// rows, one product below the other.
struct Fragment {
  Operand operand = Operand::A;
  Type type = Type::Half;
  unsigned rows = 0, columns = 0;
  unsigned products = 1;       ///< whose rows these are
  unsigned registers = 0;      ///< of a lane: 32 bits, of double 64
  unsigned per = 1;            ///< elements of a register
  bool along_rows = true;      ///< a register's elements lie in one row; false: in one column
  std::vector<Cell> cells;     ///< by lane, register and part
  std::vector<Holder> holders; ///< by row and column

  [[nodiscard]] Cell cell(const Holder& at) const {
    return cells[(std::size_t{at.lane} * registers + at.reg) * per + at.part];
  }
  [[nodiscard]] Holder holder(const Cell& at) const {
    return holders[std::size_t{at.row} * columns + at.column];
  }
  /// The place within its own product.
  [[nodiscard]] Cell own(const Cell& at) const { return {at.row % (rows / products), at.column}; }
  [[nodiscard]] unsigned product(const Cell& at) const { return at.row / (rows / products); }
  /// As the PTX ISA numbers a lane's elements: "a0", "b3", "c1"; "x[3]" of wmma's fragment, where a
  /// register of less than a byte an element is one "x[0]".
  [[nodiscard]] std::string element_name(unsigned reg, unsigned part, bool wmma) const;
};

/// mma.sp's fifth operand: four bits for each few neighbours along a row of A (a group) say which of them are
/// stored.
struct Metadata {
  struct Place {
    unsigned lane = 0, bit = 0; ///< of the lane's 32 bits the first of the four
    bool operator==(const Place&) const = default;
  };
  unsigned bits = 16;   ///< of an element of A
  unsigned step = 4;    ///< elements of a group, of which half are stored
  unsigned groups = 0;  ///< along a row
  unsigned givers = 1;  ///< lanes of each four neighbours whose bits are asked for
  unsigned in_lane = 4; ///< groups along a row that one lane has the bits of

  [[nodiscard]] unsigned selectors() const { return 4 / givers; }
  [[nodiscard]] Place place(unsigned row, unsigned group, unsigned selector) const;
  /// The element of the group, counted from its first, that is stored as number `stored` of the group.
  [[nodiscard]] unsigned element(unsigned four_bits, unsigned stored) const;
  /// Every value of the four bits that stores the elements in order: 0b0100 stores the first two of four.
  [[nodiscard]] std::span<const unsigned> patterns() const;
};

struct Layout {
  Shape shape;
  Type sum = Type::Float;
  Fragment a, b, c;
  std::optional<Metadata> metadata; ///< of a sparse product
  /// Where an element lies in its matrix: of m8n8k4 of half in its own product's; of a sparse product's A by
  /// the four bits of its group.
  [[nodiscard]] Cell place(Operand operand, const Cell& cell, unsigned four_bits) const;
  [[nodiscard]] const Fragment& of(Operand operand) const {
    return operand == Operand::A ? a : operand == Operand::B ? b : c;
  }
  /// Elements that each lane holds of all three.
  [[nodiscard]] unsigned values() const {
    return a.registers * a.per + b.registers * b.per + c.registers * c.per;
  }
};
/// `shape` is one of shapes(), `sum` one of sums_of() it.
[[nodiscard]] Layout layout_of(const Shape& shape, Type sum);

[[nodiscard]] constexpr char letter_of(Operand operand) {
  return operand == Operand::A ? 'A' : operand == Operand::B ? 'B' : 'C';
}

/// ldmatrix and stmatrix: of an 8 x 8 matrix of 16 bits, the elements of a lane's register.
[[nodiscard]] std::array<Cell, 2> matrix_cells(unsigned lane, bool transposed);
/// The lane that names the address of a row.
[[nodiscard]] unsigned row_lane(unsigned matrix, unsigned row);

} // namespace warpscope::fragments
