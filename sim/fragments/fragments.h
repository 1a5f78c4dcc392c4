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

/// One operand of a product.
struct Fragment {
  Operand operand = Operand::A;
  Type type = Type::Half;
  unsigned rows = 0, columns = 0;
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
  /// As the PTX ISA numbers a lane's elements: "a0", "b3", "c1"; "x[3]" of wmma's fragment.
  [[nodiscard]] std::string element_name(unsigned reg, unsigned part, bool wmma) const;
};

struct Layout {
  Shape shape;
  Type sum = Type::Float;
  Fragment a, b, c;
  [[nodiscard]] const Fragment& of(Operand operand) const {
    return operand == Operand::A ? a : operand == Operand::B ? b : c;
  }
  /// Elements that each lane holds of all three.
  [[nodiscard]] unsigned values() const {
    return a.registers * a.per + b.registers * b.per + c.registers * c.per;
  }
};
/// `shape` is one of shapes(), `sum` one of sums_of() its type.
[[nodiscard]] Layout layout_of(const Shape& shape, Type sum);

[[nodiscard]] constexpr char letter_of(Operand operand) {
  return operand == Operand::A ? 'A' : operand == Operand::B ? 'B' : 'C';
}

/// ldmatrix and stmatrix: of an 8 x 8 matrix of 16 bits, the elements of a lane's register.
[[nodiscard]] std::array<Cell, 2> matrix_cells(unsigned lane, bool transposed);
/// The lane that names the address of a row.
[[nodiscard]] unsigned row_lane(unsigned matrix, unsigned row);

} // namespace warpscope::fragments
