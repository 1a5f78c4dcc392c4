// Makes the tables of a product's operands from the map that its execution follows.
#include "sim/fragments/fragments.h"

namespace warpscope::fragments {

namespace map = warpscope_fragment;

namespace {

constexpr unsigned word_bits(Type type) { return type == Type::Double ? 64 : 32; }

Fragment empty_fragment(Operand operand, Type type, unsigned rows, unsigned columns) {
  Fragment made;
  made.operand = operand;
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
  Fragment made = empty_fragment(operand, shape.type, is_a ? shape.m : shape.k, is_a ? shape.k : shape.n);
  made.along_rows = is_a;
  const unsigned blocks = (is_a ? shape.m : shape.n) / 8, chunks = shape.k / (4 * made.per);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned block = 0; block < blocks; ++block)
      for (unsigned chunk = 0; chunk < chunks; ++chunk)
        for (unsigned part = 0; part < made.per; ++part) {
          const unsigned reg = shape.wmma ? map::wmma_register(is_a, blocks, chunks, block, chunk)
                                          : map::mma_register(blocks, block, chunk);
          const unsigned line = map::line_of(lane, block),
                         along = map::along_of(lane, chunk, made.per) + part;
          put(made, {lane, reg, part}, is_a ? Cell{line, along} : Cell{along, line});
        }
  return made;
}

Fragment accumulator(const Shape& shape, Type sum) {
  Fragment made = empty_fragment(Operand::C, sum, shape.m, shape.n);
  const bool square = shape.wmma && shape.m == 16, across = shape.wmma && shape.m == 8 && shape.n == 32;
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

} // namespace

std::string Fragment::element_name(unsigned reg, unsigned part, bool wmma) const {
  const std::string number = std::to_string(reg * per + part);
  if (wmma) return "x[" + number + "]";
  return std::string(1, operand == Operand::A ? 'a' : operand == Operand::B ? 'b' : 'c') + number;
}

Layout layout_of(const Shape& shape, Type sum) {
  return {shape, sum, factor(shape, Operand::A), factor(shape, Operand::B), accumulator(shape, sum)};
}

std::array<Cell, 2> matrix_cells(unsigned lane, bool transposed) {
  const unsigned line = map::line_of(lane, 0), along = map::pair_of(lane, 0);
  if (transposed) return {Cell{along, line}, Cell{along + 1, line}};
  return {Cell{line, along}, Cell{line, along + 1}};
}

unsigned row_lane(unsigned matrix, unsigned row) { return map::row_lane_of(matrix, row); }

} // namespace warpscope::fragments
