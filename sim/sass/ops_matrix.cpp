// Matrices across the lanes of a warp: loads and stores of 8 x 8 ones, their transposition, and the products
// of the tensor cores.
//
// Every operand is cut into registers alike (PTX ISA, "Matrix Fragments for mma"): lane 4 g + t has row g,
// and of it the elements that fill its t-th register; the next register has row g + 8 where there are 16
// rows, then the columns behind.
#include "sim/exec/half.h"
#include "sim/sass/access.h"

#include <algorithm>
#include <cmath>

namespace warpscope::sass {

namespace {

constexpr u32 row_bytes = 16; ///< of an 8 x 8 matrix of 16 bits

/// The lanes that name a row: 8 for each matrix.
u32 lanes_of_rows(u32 matrices) { return matrices == 4 ? all_lanes : (1u << (8 * matrices)) - 1; }

/// Finds the rows that the lanes name. False: one is nowhere, and the machine has stopped.
bool find_rows(Warp& w, const Addresses& addresses, u32 matrices, const char* what,
               std::array<u8*, lanes>& rows) {
  for (u32 l = 0; l < 8 * matrices; ++l) {
    rows[l] = find(w, l, addresses[l], row_bytes);
    if (rows[l] != nullptr) continue;
    no_memory(w, l, addresses[l], row_bytes, what);
    return false;
  }
  return true;
}
/// Where in a matrix half `upper` of a register lies, which a lane has of it.
struct Place {
  u32 row, byte;
};
Place place_of(u32 lane, u32 upper, bool transposed) {
  const u32 along = lane / 4, across = 2 * (lane % 4) + upper;
  return transposed ? Place{across, 2 * along} : Place{along, 2 * across};
}

void report_rows(Warp& w, const Instruction& in, const Addresses& addresses, AccessKind kind) {
  const u32 all = w.exec;
  w.exec &= lanes_of_rows(in.mode);
  report(w, in, addresses, {.kind = kind, .width = row_bytes, .returns = kind == AccessKind::Load});
  w.exec = all;
}

Flow load_matrices(Warp& w, const Instruction& in) {
  if (w.exec != all_lanes) return fail(w, "a matrix is loaded by a part of a warp");
  Addresses addresses;
  addresses_of(w, in, Window::Shared, addresses);
  std::array<u8*, lanes> rows{};
  if (!find_rows(w, addresses, in.mode, "a matrix's load", rows)) return Flow::Fault;
  std::array<Row, 4> value{};
  for (u32 matrix = 0; matrix < in.mode; ++matrix)
    for (u32 l = 0; l < lanes; ++l)
      for (u32 upper = 0; upper < 2; ++upper) {
        const Place at = place_of(l, upper, in.mode2 != 0);
        u16 bits = 0;
        std::memcpy(&bits, rows[8 * matrix + at.row] + at.byte, 2);
        value[matrix].lane[l] |= u32{bits} << (16 * upper);
      }
  write(w, in, value[0]);
  for (u32 matrix = 1; matrix < in.mode; ++matrix) write_next(w, in, matrix, value[matrix]);
  report_rows(w, in, addresses, AccessKind::Load);
  return Flow::Next;
}

Flow store_matrices(Warp& w, const Instruction& in) {
  if (w.exec != all_lanes) return fail(w, "a matrix is stored by a part of a warp");
  Addresses addresses;
  addresses_of(w, in, Window::Shared, addresses);
  std::array<u8*, lanes> rows{};
  if (!find_rows(w, addresses, in.mode, "a matrix's store", rows)) return Flow::Fault;
  for (u32 matrix = 0; matrix < in.mode; ++matrix) {
    const Row& value = raw(w, in.from[0], matrix);
    for (u32 l = 0; l < lanes; ++l)
      for (u32 upper = 0; upper < 2; ++upper) {
        const Place at = place_of(l, upper, in.mode2 != 0);
        const u16 bits = static_cast<u16>(value.lane[l] >> (16 * upper));
        std::memcpy(rows[8 * matrix + at.row] + at.byte, &bits, 2);
      }
  }
  report_rows(w, in, addresses, AccessKind::Store);
  return Flow::Next;
}

bool take_matrices(Build& b) {
  if (!b.mod("16")) return false;
  const unsigned order = b.one_of({"M88", "MT88"}, 2);
  constexpr u8 counts[] = {2, 4, 1};
  b.in().mode = counts[b.one_of({"2", "4"}, 2)];
  b.in().mode2 = static_cast<u8>(order);
  return order < 2;
}
bool build_load_matrices(Build& b) {
  b.in().run = load_matrices;
  return take_matrices(b) && b.to() && b.address(false);
}
bool build_store_matrices(Build& b) {
  b.in().run = store_matrices;
  return take_matrices(b) && b.address(false) && b.source(0);
}

Flow transpose(Warp& w, const Instruction& in) {
  const Row& from = raw(w, in.from[0]);
  Row out;
  for (u32 l = 0; l < lanes; ++l) {
    out.lane[l] = 0;
    for (u32 upper = 0; upper < 2; ++upper) {
      const u32 row = 2 * (l % 4) + upper, column = l / 4;
      out.lane[l] |= (from.lane[4 * row + column / 2] >> (16 * (column % 2)) & 0xffff) << (16 * upper);
    }
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_transpose(Build& b) {
  b.in().run = transpose;
  return b.mod("16") && b.mod("MT88") && b.to() && b.source(0);
}

// ---- Products
// -----------------------------------------------------------------------------------------------

enum class Element : u8 { Half, Bfloat, Tf32, Signed8, Unsigned8, Signed4, Unsigned4, Bit, Double };
enum class Sum : u8 { Float, Half, Integer, Double };

/// What one instruction multiplies; Instruction::bits has it.
struct Product {
  u8 rows;   ///< m; n is 8
  u8 flags;  ///< `exclusive` or `saturates`
  u16 depth; ///< k
  Element a, b;
  Sum sum;
  u8 nothing = 0;
};
static_assert(sizeof(Product) == sizeof(u64));
constexpr u8 exclusive = 1, saturates = 2; ///< bits are joined by XOR, else by AND; sums of integers
constexpr u32 most_depth = 256;
using Rows = std::array<std::array<double, most_depth>, 16>;

u32 bits_of(Element element) {
  switch (element) {
  case Element::Half:
  case Element::Bfloat: return 16;
  case Element::Tf32: return 32;
  case Element::Signed8:
  case Element::Unsigned8: return 8;
  case Element::Signed4:
  case Element::Unsigned4: return 4;
  case Element::Bit: return 1;
  case Element::Double: return 64;
  }
  return 32;
}

/// Element `index` of a register (a pair, for doubles) of one lane. Every value here fits a double.
double element_of(const Warp& w, const Source& s, u32 unit, u32 lane, Element element, u32 index) {
  if (element == Element::Double)
    return std::bit_cast<double>(pair(raw(w, s, 2 * unit), raw(w, s, 2 * unit + 1), lane));
  const u32 bits = bits_of(element), word = raw(w, s, unit).lane[lane] >> (bits * index % 32);
  switch (element) {
  case Element::Half: return exec::half_to_float(word & 0xffff);
  case Element::Bfloat: return exec::bfloat_to_float(word & 0xffff);
  case Element::Tf32: return std::bit_cast<float>(word & 0xffff'e000u);
  case Element::Signed8: return static_cast<std::int8_t>(word);
  case Element::Unsigned8: return static_cast<u8>(word);
  case Element::Signed4: return static_cast<double>((word & 7) - (word & 8));
  case Element::Unsigned4: return word & 15;
  default: return word & 1;
  }
}

/// Fills `out[row][column]` of an operand: A's rows, or B's columns, `major` of them.
void spread_operand(const Warp& w, const Source& s, u32 major, u32 depth, Element element, Rows& out) {
  const u32 each = std::max(1u, 32 / bits_of(element)), halves = major / 8;
  const u32 units = major * depth / (lanes * each);
  for (u32 unit = 0; unit < units; ++unit)
    for (u32 l = 0; l < lanes; ++l)
      for (u32 i = 0; i < each; ++i) {
        const u32 row = l / 4 + 8 * (unit % halves), column = each * (l % 4) + 4 * each * (unit / halves) + i;
        out[row][column] = element_of(w, s, unit, l, element, i);
      }
}

/// The sum of the exact products, rounded once: the tensor cores keep fewer bits, which no count sees.
Flow multiply(Warp& w, const Instruction& in) {
  if (w.exec != all_lanes) return fail(w, "a part of a warp multiplies matrices");
  const auto what = std::bit_cast<Product>(in.bits);
  Rows left, right;
  spread_operand(w, in.from[0], what.rows, what.depth, what.a, left);
  spread_operand(w, in.from[1], 8, what.depth, what.b, right);
  const auto product = [&](u32 row, u32 column) {
    double total = 0;
    for (u32 k = 0; k < what.depth; ++k) {
      const double x = left[row][k], y = right[column][k];
      total += what.a == Element::Bit && (what.flags & exclusive) != 0 ? x + y - 2 * x * y : x * y;
    }
    return total;
  };
  std::array<Row, 8> out{};
  u32 words = 0;
  for (u32 half = 0; half < what.rows / 8u; ++half)
    for (u32 upper = 0; upper < 2; ++upper) {
      const u32 n = what.sum == Sum::Half ? half : (what.sum == Sum::Double ? 2 : 1) * (2 * half + upper);
      const Row &before = raw(w, in.from[2], n), &above = raw(w, in.from[2], n + 1);
      for (u32 l = 0; l < lanes; ++l) {
        const double value = product(l / 4 + 8 * half, 2 * (l % 4) + upper);
        switch (what.sum) {
        case Sum::Float:
          out[n].lane[l] = std::bit_cast<u32>(
              static_cast<float>(value + static_cast<double>(std::bit_cast<float>(before.lane[l]))));
          break;
        case Sum::Half: {
          const float added = exec::half_to_float(before.lane[l] >> (16 * upper) & 0xffff);
          const auto now = static_cast<float>(value + static_cast<double>(added));
          out[n].lane[l] |= u32{exec::float_to_half(now, program::Rounding::Nearest)} << (16 * upper);
          break;
        }
        case Sum::Integer: {
          const i64 now = static_cast<i64>(value) + static_cast<i32>(before.lane[l]);
          const bool limited = (what.flags & saturates) != 0;
          out[n].lane[l] = static_cast<u32>(limited ? std::clamp<i64>(now, INT32_MIN, INT32_MAX) : now);
          break;
        }
        case Sum::Double: {
          const u64 now = std::bit_cast<u64>(value + std::bit_cast<double>(pair(before, above, l)));
          out[n].lane[l] = static_cast<u32>(now);
          out[n + 1].lane[l] = static_cast<u32>(now >> 32);
          break;
        }
        }
      }
      words = n + (what.sum == Sum::Double ? 2 : 1);
    }
  write(w, in, out[0]);
  for (u32 n = 1; n < words; ++n) write_next(w, in, n, out[n]);
  return Flow::Next;
}

/// The destination and three registers; `named`: A is written with .ROW, B with .COL.
bool take_product(Build& b, const Product& what, bool named) {
  Instruction& in = b.in();
  in.run = multiply;
  in.bits = std::bit_cast<u64>(what);
  if (!b.to() || !(named ? b.matrix(0, "ROW") && b.matrix(1, "COL") : b.source(0) && b.source(1)) ||
      !b.source(2))
    return false;
  return std::none_of(in.from.begin(), in.from.end(),
                      [](const Source& s) { return s.negative || s.absolute || s.inverted || s.half != 0; });
}

bool build_halves(Build& b) {
  constexpr u16 depths[] = {4, 8, 16};
  const unsigned shape = b.one_of({"1684", "1688", "16816"}, 3);
  const unsigned sum = b.one_of({"F32", "F16"}, 2);
  if (shape == 3 || sum == 2) return false;
  const Element element = b.mod("TF32") ? Element::Tf32 : b.mod("BF16") ? Element::Bfloat : Element::Half;
  if (sum == 1 && element != Element::Half) return false;
  return take_product(b,
                      {.rows = 16,
                       .flags = 0,
                       .depth = depths[shape],
                       .a = element,
                       .b = element,
                       .sum = sum == 0 ? Sum::Float : Sum::Half},
                      false);
}

bool build_integers(Build& b) {
  struct Shape {
    u8 rows;
    u16 depth;
  };
  constexpr Shape shapes[] = {{8, 16}, {8, 32}, {16, 16}, {16, 32}, {16, 64}};
  constexpr Element types[] = {Element::Signed8, Element::Unsigned8, Element::Signed4, Element::Unsigned4};
  const unsigned shape = b.one_of({"8816", "8832", "16816", "16832", "16864"}, 5);
  const unsigned left = b.one_of({"S8", "U8", "S4", "U4"}, 4), right = b.one_of({"S8", "U8", "S4", "U4"}, 4);
  if (shape == 5 || left == 4 || right == 4) return false;
  const u8 flags = b.mod("SAT") ? saturates : u8{0};
  return take_product(b,
                      {.rows = shapes[shape].rows,
                       .flags = flags,
                       .depth = shapes[shape].depth,
                       .a = types[left],
                       .b = types[right],
                       .sum = Sum::Integer},
                      true);
}

bool build_bits(Build& b) {
  const unsigned shape = b.one_of({"88128", "168128", "168256"}, 3);
  const unsigned how = b.one_of({"AND", "XOR"}, 2);
  if (shape == 3 || how == 2 || !b.mod("POPC")) return false;
  return take_product(b,
                      {.rows = static_cast<u8>(shape == 0 ? 8 : 16),
                       .flags = how == 1 ? exclusive : u8{0},
                       .depth = static_cast<u16>(shape == 2 ? 256 : 128),
                       .a = Element::Bit,
                       .b = Element::Bit,
                       .sum = Sum::Integer},
                      true);
}

bool build_doubles(Build& b) {
  constexpr u16 depths[] = {4, 4, 4, 8, 16};
  const unsigned shape = b.one_of({"884", "8x8x4", "16x8x4", "16x8x8", "16x8x16"}, 5);
  if (shape == 5) return false;
  return take_product(b,
                      {.rows = static_cast<u8>(shape < 2 ? 8 : 16),
                       .flags = 0,
                       .depth = depths[shape],
                       .a = Element::Double,
                       .b = Element::Double,
                       .sum = Sum::Double},
                      false);
}

constexpr Entry entries[] = {
    {"LDSM", build_load_matrices}, {"STSM", build_store_matrices}, {"MOVM", build_transpose},
    {"HMMA", build_halves},        {"IMMA", build_integers},       {"BMMA", build_bits},
    {"DMMA", build_doubles},
};

} // namespace

std::span<const Entry> matrix_entries() { return entries; }

} // namespace warpscope::sass
