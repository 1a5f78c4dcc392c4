// Makes the tables of a product's operands from the map that its execution follows.
#include "sim/fragments/fragments.h"

namespace warpscope::fragments {

namespace map = warpscope_fragment;

namespace {

constexpr unsigned word_bits(Type type) { return type == Type::Double ? 64 : 32; }

Fragment empty_fragment(Operand operand, Type type, unsigned rows, unsigned columns, unsigned products = 1) {
  Fragment made;
  made.operand = operand;
  made.products = products;
  made.type = type;
  made.rows = rows;
  made.columns = columns;
  made.per = word_bits(type) / type_of(type).bits;
  made.registers = rows * columns / (lanes * made.per);
  made.cells.resize(std::size_t{lanes} * made.registers * made.per);
  made.holders.resize(std::size_t{rows} * columns);
  return made;
}

void put(Fragment& fragment, const Holder& holder, Cell cell) {
  fragment.cells[(std::size_t{holder.lane} * fragment.registers + holder.reg) * fragment.per +
                 holder.part] = cell;
  fragment.holders[std::size_t{cell.row} * fragment.columns + cell.column] = holder;
}

Fragment factor(const Shape& shape, Operand operand) {
  const bool is_a = operand == Operand::A;
  const unsigned depth = is_a && shape.sparse() ? shape.k / 2 : shape.k;
  Fragment made = empty_fragment(operand, shape.type, is_a ? shape.m : depth, is_a ? depth : shape.n);
  made.along_rows = is_a;
  const unsigned blocks = (is_a ? shape.m : shape.n) / 8, chunks = depth / (4 * made.per);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned block = 0; block < blocks; ++block)
      for (unsigned chunk = 0; chunk < chunks; ++chunk)
        for (unsigned part = 0; part < made.per; ++part) {
          const unsigned reg = shape.wmma() ? map::wmma_register(is_a, blocks, chunks, block, chunk)
                                            : map::mma_register(blocks, block, chunk);
          const unsigned line = map::line_of(lane, block),
                         along = map::along_of(lane, chunk, made.per) + part;
          put(made, {lane, reg, part}, is_a ? Cell{line, along} : Cell{along, line});
        }
  return made;
}

Fragment accumulator(const Shape& shape, Type sum) {
  Fragment made = empty_fragment(Operand::C, sum, shape.m, shape.n);
  const bool square = shape.wmma() && shape.m == 16, across = shape.wmma() && shape.m == 8 && shape.n == 32;
  made.along_rows = !across;
  const unsigned pairs = shape.m * shape.n / (2 * lanes);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned pair = 0; pair < pairs; ++pair)
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned element = 2 * pair + i;
        const unsigned line = map::line_of(lane, map::sum_line_block(square, pair)),
                       along = map::pair_of(lane, map::sum_pair_block(square, pair)) + i;
        put(made, {lane, element / made.per, element % made.per},
            across ? Cell{along, line} : Cell{line, along});
      }
  return made;
}

constexpr unsigned quad_products = 4;

/// A factor of m8n8k4 of half: a lane has four elements of one line, or four lines at one place along k.
Fragment quad_factor(const Shape& shape, Operand operand) {
  const bool is_a = operand == Operand::A, by_lines = is_a ? !shape.a_by_columns : !shape.b_by_rows;
  const unsigned rows = is_a ? shape.m : shape.k;
  Fragment made = empty_fragment(operand, shape.type, quad_products * rows, is_a ? shape.k : shape.n,
                                 quad_products);
  made.along_rows = is_a == by_lines;
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned i = 0; i < made.registers * made.per; ++i) {
      const unsigned half = lane / 16 * 4, first = map::quad_product(lane) * rows;
      const unsigned line = by_lines ? map::quad_line(lane) : i + half, along = by_lines ? i : lane % 4;
      put(made, {lane, i / made.per, i % made.per},
          is_a ? Cell{first + line, along} : Cell{first + along, line});
    }
  return made;
}

Fragment quad_accumulator(const Shape& shape, Type sum) {
  Fragment made = empty_fragment(Operand::C, sum, quad_products * shape.m, shape.n, quad_products);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned i = 0; i < made.registers * made.per; ++i) {
      const bool floats = sum == Type::Float;
      put(made, {lane, i / made.per, i % made.per},
          {map::quad_product(lane) * shape.m + map::quad_sum_row(floats, lane, i),
           map::quad_sum_column(floats, lane, i)});
    }
  return made;
}

Metadata metadata_of(const Shape& shape) {
  Metadata made;
  made.bits = type_of(shape.type).bits;
  made.step = map::metadata_step(made.bits);
  made.groups = shape.k / made.step;
  made.givers = map::metadata_givers(made.bits, shape.k);
  made.in_lane = made.bits >= 16 ? 4 : 8;
  return made;
}

} // namespace

Metadata::Place Metadata::place(unsigned row, unsigned group, unsigned selector) const {
  return {map::first_lane_of(row % 8) + selector * givers + map::metadata_giver(bits, row / 8, group),
          map::metadata_bit(bits, row / 8, group)};
}

unsigned Metadata::element(unsigned four_bits, unsigned stored) const {
  return map::metadata_place(bits, four_bits, stored);
}

std::span<const unsigned> Metadata::patterns() const {
  static constexpr unsigned one_of_two[] = {0b0100, 0b1110},
                            two_of_four[] = {0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110};
  if (bits == 32) return one_of_two;
  return two_of_four;
}

Cell Layout::place(Operand operand, const Cell& cell, unsigned four_bits) const {
  if (!metadata || operand != Operand::A) return of(operand).own(cell);
  const unsigned stored = metadata->step / 2;
  return {cell.row,
          cell.column / stored * metadata->step + metadata->element(four_bits, cell.column % stored)};
}

std::string Fragment::element_name(unsigned reg, unsigned part, bool wmma) const {
  const bool packed = wmma && type_of(type).bits < 8; // a whole register in an element of storage
  const std::string number = std::to_string(packed ? reg : reg * per + part);
  if (wmma) return "x[" + number + "]";
  return std::string(1, operand == Operand::A ? 'a' : operand == Operand::B ? 'b' : 'c') + number;
}

Layout layout_of(const Shape& shape, Type sum) {
  if (shape.quads())
    return {shape,
            sum,
            quad_factor(shape, Operand::A),
            quad_factor(shape, Operand::B),
            quad_accumulator(shape, sum),
            std::nullopt};
  return {shape,
          sum,
          factor(shape, Operand::A),
          factor(shape, Operand::B),
          accumulator(shape, sum),
          shape.sparse() ? std::optional(metadata_of(shape)) : std::nullopt};
}

std::array<Cell, 2> matrix_cells(unsigned lane, bool transposed) {
  const unsigned line = map::line_of(lane, 0), along = map::pair_of(lane, 0);
  if (transposed) return {Cell{along, line}, Cell{along + 1, line}};
  return {Cell{line, along}, Cell{line, along + 1}};
}

unsigned row_lane(unsigned matrix, unsigned row) { return map::row_lane_of(matrix, row); }

} // namespace warpscope::fragments
