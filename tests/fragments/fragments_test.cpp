// Which lane holds which element: the tables against the PTX ISA's own formulas, and against what the
// executor does.
#include "sim/fragments/fragments.h"
#include "tests/lower/chain.h"

#include <bit>
#include <cstdio>
#include <set>

namespace warpscope::testing {
namespace {

using namespace fragments;

std::string name_of_shape(const Shape& shape) {
  return std::string(name_of(shape.family)) + " " + shape.name() + " " +
         std::string(type_of(shape.type).name);
}

TEST(Fragments, EveryElementIsHeldOnce) {
  for (const Shape& shape : shapes())
    for (const Type sum : sums_of(shape)) {
      const Layout layout = layout_of(shape, sum);
      for (const Fragment* fragment : {&layout.a, &layout.b, &layout.c}) {
        ASSERT_EQ(fragment->cells.size(), fragment->holders.size()) << name_of_shape(shape);
        std::vector<int> held(fragment->holders.size());
        for (unsigned lane = 0; lane < lanes; ++lane)
          for (unsigned reg = 0; reg < fragment->registers; ++reg)
            for (unsigned part = 0; part < fragment->per; ++part) {
              const Cell cell = fragment->cell({lane, reg, part});
              ASSERT_LT(cell.row, fragment->rows);
              ASSERT_LT(cell.column, fragment->columns);
              ++held[cell.row * fragment->columns + cell.column];
              EXPECT_EQ(fragment->holder(cell), (Holder{lane, reg, part})) << name_of_shape(shape);
            }
        EXPECT_EQ(std::count(held.begin(), held.end(), 1), static_cast<std::ptrdiff_t>(held.size()))
            << name_of_shape(shape);
      }
    }
}

/// PTX ISA, "Matrix Fragments for mma.m…": row and column of the lane's element i of A, B and C.
struct Isa {
  Cell a, b, c;
};
Isa isa(const Shape& shape, Type sum, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, thread = lane % 4;
  Isa at;
  if (shape.quads()) { // "Matrix Fragments for mma.m8n8k4 with .f16 floating point type"
    const unsigned upper = lane < 16 ? 0 : 4;
    at.a = shape.a_by_columns ? Cell{i + upper, thread} : Cell{thread + upper, i};
    at.b = shape.b_by_rows ? Cell{thread, i + upper} : Cell{i, thread + upper};
    at.c = sum == Type::Half
               ? Cell{thread + upper, i}
               : Cell{(lane & 0b1) + (i & 0b10) + upper, (i & 0b100) + (lane & 0b10) + (i & 0b1)};
    return at;
  }
  const unsigned bits = type_of(shape.type).bits;
  switch (bits) {
  case 64:
    at.a = shape.m == 8 ? Cell{group, thread} : Cell{i % 2 == 0 ? group : group + 8, i / 2 * 4 + thread};
    at.b = {thread + i * 4, group};
    break;
  case 32:
    at.a = {i == 0 || i == 2 ? group : group + 8, i < 2 ? thread : thread + 4};
    at.b = {i == 0 ? thread : thread + 4, group};
    break;
  case 16:
    at.a = {i < 2 || (4 <= i && i < 6) ? group : group + 8, thread * 2 + (i & 1) + (i < 4 ? 0 : 8)};
    at.b = {thread * 2 + (i & 1) + (i < 2 ? 0 : 8), group};
    break;
  case 8:
    at.a = {i < 4 || (8 <= i && i < 12) ? group : group + 8, thread * 4 + (i & 3) + (i < 8 ? 0 : 16)};
    at.b = {thread * 4 + (i & 3) + (i < 4 ? 0 : 16), group};
    break;
  case 4:
    at.a = {i < 8 || (16 <= i && i < 24) ? group : group + 8, thread * 8 + (i & 7) + (i < 16 ? 0 : 32)};
    at.b = {thread * 8 + (i & 7) + (i < 8 ? 0 : 32), group};
    break;
  default:
    at.a = {i < 32 || (64 <= i && i < 96) ? group : group + 8, thread * 32 + (i & 31) + (i < 64 ? 0 : 128)};
    at.b = {thread * 32 + (i & 31) + (i < 32 ? 0 : 128), group};
  }
  // "Matrix Fragments for sparse mma": B is twice as deep, register by register.
  if (const unsigned per = bits <= 32 ? 32 / bits : 1; shape.sparse())
    at.b.row = thread * per + i % per + i / per * 4 * per;
  at.c = {i < 2 ? group : group + 8, thread * 2 + (i & 1)};
  return at;
}

/// What mma.sp stores of A has the places of a dense A.
TEST(Fragments, MmaFollowsThePtxIsa) {
  for (const Shape& shape : shapes()) {
    if (shape.wmma()) continue;
    for (const Type sum : sums_of(shape)) {
      const Layout layout = layout_of(shape, sum);
      for (const Fragment* fragment : {&layout.a, &layout.b, &layout.c})
        for (unsigned lane = 0; lane < lanes; ++lane)
          for (unsigned i = 0; i < fragment->registers * fragment->per; ++i) {
            const Isa wanted = isa(shape, sum, lane, i);
            const Cell cell = fragment->operand == Operand::A   ? wanted.a
                              : fragment->operand == Operand::B ? wanted.b
                                                                : wanted.c;
            const Cell at = fragment->cell({lane, i / fragment->per, i % fragment->per});
            // Of the four products of m8n8k4 lanes 0-3 and 16-19 compute the first, and so on.
            EXPECT_EQ(fragment->product(at), shape.quads() ? lane % 16 / 4 : 0u);
            ASSERT_EQ(fragment->own(at), cell) << name_of_shape(shape) << ' ' << letter_of(fragment->operand)
                                               << " lane " << lane << ' ' << i;
          }
    }
  }
}

std::uint64_t one_of(Type type) {
  switch (type) {
  case Type::Half: return 0x3c00;
  case Type::BFloat16: return 0x3f80;
  case Type::Tf32:
  case Type::Float: return 0x3f800000;
  case Type::Double: return 0x3ff0000000000000;
  case Type::E4M3: return 0x38;
  case Type::E5M2: return 0x3c;
  default: return 1;
  }
}

/// So many elements of A are tried; an odd step leads through lanes, registers and parts.
struct Tried {
  unsigned count = 0, step = 1;
};
Tried tried_of(const Fragment& a) {
  const auto all = static_cast<unsigned>(a.cells.size());
  constexpr unsigned most = 64;
  return all <= most ? Tried{all, 1} : Tried{most, all / most | 1};
}

/// A kernel that multiplies As of a single one with Bs of ones and zeros, and packs the results' bits. Of a
/// sparse product each lane takes its metadata from e.
std::string mma_kernel(const Shape& shape, Type sum, unsigned selector, const std::string& name) {
  const Layout layout = layout_of(shape, sum);
  const bool wide = shape.type == Type::Double;
  const std::string word = wide ? "unsigned long long" : "unsigned";
  const std::string sum_type = sum == Type::Float    ? "float"
                               : sum == Type::Double ? "double"
                               : sum == Type::S32    ? "int"
                                                     : "unsigned";
  std::string text = "__global__ void " + name + "(const " + word +
                     "* b, const unsigned* e, unsigned* out, int passes) {\n" +
                     "  const unsigned lane = threadIdx.x;\n  for (unsigned n = 0; n < " +
                     std::to_string(tried_of(layout.a).count) + "u; ++n) {\n    const unsigned at = n * " +
                     std::to_string(tried_of(layout.a).step) + "u % " +
                     std::to_string(layout.a.cells.size()) + "u;\n    const unsigned part = at % " +
                     std::to_string(layout.a.per) + "u, reg = at / " + std::to_string(layout.a.per) + "u % " +
                     std::to_string(layout.a.registers) + "u, holder = at / " +
                     std::to_string(layout.a.per * layout.a.registers) + "u;\n" + "    const " + word +
                     " one = lane == holder ? (" + word + ")" + std::to_string(one_of(shape.type)) +
                     "ull << (part * " + std::to_string(wide ? 0 : type_of(shape.type).bits) + "u) : 0;\n";
  const unsigned cs = layout.c.registers * layout.c.per;
  for (unsigned i = 0; i < cs; ++i) text += "    unsigned packed" + std::to_string(i) + " = 0;\n";
  text += "    for (int q = 0; q < passes; ++q) {\n";
  const auto list = [](const std::string& of, unsigned count, unsigned first) {
    std::string names;
    for (unsigned i = 0; i < count; ++i) names += (i == 0 ? "" : ",") + ("%" + std::to_string(first + i));
    return of + "{" + names + "}";
  };
  for (unsigned i = 0; i < layout.c.registers; ++i)
    text += "      " + sum_type + " d" + std::to_string(i) + " = 0;\n";
  const std::string factor(type_of(shape.type).ptx), of_sum(type_of(sum).ptx);
  const unsigned ds = layout.c.registers, as = layout.a.registers, bs = layout.b.registers;
  const std::string instruction = std::string(shape.sparse() ? "mma.sp::ordered_metadata.sync" : "mma.sync") +
                                  ".aligned." + shape.name() + (shape.quads() ? "" : ".row.col"),
                    behind = shape.sparse()
                                 ? ", %" + std::to_string(ds + as + bs) + ", " + std::to_string(selector)
                                 : "";
  text += "      asm volatile(\"" + instruction + "." + of_sum + "." + factor + "." + factor + "." + of_sum +
          (shape.type == Type::Bit ? ".and.popc" : "") + " " + list("", ds, 0) + ", " + list("", as, ds) +
          ", " + list("", bs, ds + as) + ", " + list("", ds, 0) + behind + ";\"\n        : ";
  const char* const of_d = sum == Type::Float ? "f" : sum == Type::Double ? "d" : "r";
  for (unsigned i = 0; i < ds; ++i)
    text += std::string(i == 0 ? "" : ", ") + "\"+" + of_d + "\"(d" + std::to_string(i) + ")";
  text += "\n        : ";
  for (unsigned i = 0; i < as; ++i) {
    const std::string value = "reg == " + std::to_string(i) + "u ? one : 0";
    text += std::string(i == 0 ? "" : ", ") +
            (wide ? "\"d\"(__longlong_as_double(" + value + "))" : "\"r\"(" + value + ")");
  }
  for (unsigned i = 0; i < bs; ++i) {
    const std::string value = "b[(q * 32 + lane) * " + std::to_string(bs) + " + " + std::to_string(i) + "]";
    text += wide ? ", \"d\"(__longlong_as_double(" + value + "))" : ", \"r\"(" + value + ")";
  }
  if (shape.sparse()) text += ", \"r\"(e[lane])";
  text += ");\n";
  for (unsigned i = 0; i < cs; ++i) {
    const std::string d = "d" + std::to_string(i / layout.c.per);
    const std::string bit = sum == Type::Half
                                ? "(" + d + " >> " + std::to_string(16 * (i % 2)) + " & 0xffffu) == 0x3c00u"
                                : d + " == 1";
    text += "      packed" + std::to_string(i) + " |= (" + bit + " ? 1u : 0u) << q;\n";
  }
  text += "    }\n";
  for (unsigned i = 0; i < cs; ++i)
    text += "    out[(n * 32 + lane) * " + std::to_string(cs) + " + " + std::to_string(i) + "] = packed" +
            std::to_string(i) + ";\n";
  return text + "  }\n}\n";
}

struct TriedProduct {
  Shape shape;
  Type sum;
  unsigned selector;
};
/// Every shape and sum; of a sparse one the first and the last selector.
std::vector<TriedProduct> products_of(Family family) {
  std::vector<TriedProduct> all;
  for (const Shape& shape : shapes()) {
    if (shape.family != family) continue;
    for (const Type sum : sums_of(shape)) {
      const Layout layout = layout_of(shape, sum);
      all.push_back({shape, sum, 0});
      if (layout.metadata && layout.metadata->selectors() > 1)
        all.push_back({shape, sum, layout.metadata->selectors() - 1});
    }
  }
  return all;
}

/// The four bits of each row's groups: any that are legal, each group others than its neighbours.
unsigned four_bits_of(const Metadata& metadata, unsigned row, unsigned group) {
  const auto patterns = metadata.patterns();
  return patterns[(5 * row + 7 * group + row * group) % patterns.size()];
}

void multiplies_what_the_tables_say(Family family) {
  std::string text;
  const std::vector<TriedProduct> products = products_of(family);
  for (std::size_t n = 0; n < products.size(); ++n)
    text += mma_kernel(products[n].shape, products[n].sum, products[n].selector, "k" + std::to_string(n));
  Machine machine(lower_cuda(text));
  for (std::size_t number = 0; number < products.size(); ++number) {
    const auto& [shape, sum, selector] = products[number];
    const Layout layout = layout_of(shape, sum);
    // Pass 0: ones; then the bits of B's row, and the bits of its column.
    const unsigned of_row = static_cast<unsigned>(std::bit_width(shape.k - 1)), passes = 1 + of_row + 3;
    const auto value = [&](unsigned pass, Cell cell) {
      return pass == 0 ||
             (pass <= of_row ? cell.row >> (pass - 1) & 1 : cell.column >> (pass - 1 - of_row) & 1);
    };
    const unsigned bits = type_of(shape.type).bits;
    std::vector<std::uint64_t> words(passes * lanes * layout.b.registers);
    for (unsigned pass = 0; pass < passes; ++pass)
      for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned reg = 0; reg < layout.b.registers; ++reg)
          for (unsigned part = 0; part < layout.b.per; ++part)
            if (value(pass, layout.b.own(layout.b.cell({lane, reg, part}))))
              words[(pass * lanes + lane) * layout.b.registers + reg] |= one_of(shape.type)
                                                                         << (part * (bits % 64));
    // Lanes that the selector does not ask have bits that would be wrong.
    std::vector<std::uint32_t> metadata(lanes, ~0u);
    if (layout.metadata)
      for (unsigned row = 0; row < shape.m; ++row)
        for (unsigned group = 0; group < layout.metadata->groups; ++group) {
          const Metadata::Place place = layout.metadata->place(row, group, selector);
          metadata[place.lane] &= ~(0xfu << place.bit);
          metadata[place.lane] |= four_bits_of(*layout.metadata, row, group) << place.bit;
        }
    const Tried tried = tried_of(layout.a);
    const unsigned cs = layout.c.registers * layout.c.per;
    const std::uint64_t out = machine.put(std::vector<std::uint32_t>(tried.count * lanes * cs, ~0u));
    const std::uint64_t b = shape.type == Type::Double
                                ? machine.put(words)
                                : machine.put(std::vector<std::uint32_t>(words.begin(), words.end()));
    machine.run_well("k" + std::to_string(number), {1}, {32}, b, machine.put(metadata), out,
                     static_cast<int>(passes));
    const std::vector<std::uint32_t> packed = machine.get<std::uint32_t>(out, tried.count * lanes * cs);
    unsigned wrong = 0;
    for (unsigned n = 0; n < tried.count; ++n) {
      const Cell stored = layout.a.cells[n * tried.step % layout.a.cells.size()];
      const unsigned four_bits = layout.metadata ? four_bits_of(*layout.metadata, stored.row,
                                                                stored.column / (layout.metadata->step / 2))
                                                 : 0;
      const Cell one = layout.place(Operand::A, stored, four_bits);
      for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned i = 0; i < cs; ++i) {
          const Cell at = layout.c.cell({lane, i / layout.c.per, i % layout.c.per}), cell = layout.c.own(at);
          const bool meets = cell.row == one.row && layout.c.product(at) == layout.a.product(stored);
          std::uint32_t expected = 0;
          for (unsigned pass = 0; pass < passes && meets; ++pass)
            expected |= static_cast<std::uint32_t>(value(pass, {one.column, cell.column})) << pass;
          wrong += packed[(n * lanes + lane) * cs + i] != expected;
        }
    }
    EXPECT_EQ(wrong, 0u) << name_of_shape(shape) << " into " << type_of(sum).name << ", selector "
                         << selector;
  }
}

TEST(Fragments, TheExecutorMultipliesWhatTheTablesSay) { multiplies_what_the_tables_say(Family::Mma); }

TEST(Fragments, AndOfSparseProductsWhatTheMetadataNames) { multiplies_what_the_tables_say(Family::Sparse); }

TEST(Fragments, AGroupOfASparseProductStoresHalfOfIt) {
  for (const Shape& shape : shapes()) {
    const Layout layout = layout_of(shape, sums_of(shape).front());
    ASSERT_EQ(layout.metadata.has_value(), shape.sparse());
    if (!layout.metadata) continue;
    const Metadata& metadata = *layout.metadata;
    EXPECT_EQ(layout.a.columns * 2, shape.k);
    for (unsigned selector = 0; selector < metadata.selectors(); ++selector) {
      std::set<std::pair<unsigned, unsigned>> used; // no two groups have the same bits of a lane
      for (unsigned row = 0; row < shape.m; ++row)
        for (unsigned group = 0; group < metadata.groups; ++group) {
          const Metadata::Place place = metadata.place(row, group, selector);
          EXPECT_LT(place.lane, lanes);
          EXPECT_EQ(place.lane / 4, row % 8) << "the lanes that hold the row's elements";
          EXPECT_TRUE(used.emplace(place.lane, place.bit).second) << name_of_shape(shape);
        }
      EXPECT_EQ(used.size(), shape.m * metadata.groups);
    }
    for (const unsigned four_bits : metadata.patterns()) {
      std::set<unsigned> stored;
      for (unsigned e = 0; e < metadata.step / 2; ++e) stored.insert(metadata.element(four_bits, e));
      EXPECT_EQ(stored.size(), metadata.step / 2) << name_of_shape(shape) << ' ' << four_bits;
      EXPECT_LT(*stored.rbegin(), metadata.step);
    }
  }
  // PTX ISA's own example of the order: 0b0100 stores the elements 0 and 1, 0b1110 the elements 2 and 3.
  const Layout half = layout_of(*find_shape(Family::Sparse, Type::Half, "m16n8k32"), Type::Float);
  EXPECT_EQ(half.place(Operand::A, {5, 4}, 0b0100), (Cell{5, 8}));
  EXPECT_EQ(half.place(Operand::A, {5, 5}, 0b1110), (Cell{5, 11}));
  EXPECT_EQ(half.metadata->place(13, 4, 1), (Metadata::Place{23, 16}));
}

std::string cuda_type(Type type) {
  switch (type) {
  case Type::Half: return "__half";
  case Type::BFloat16: return "__nv_bfloat16";
  case Type::S8: return "signed char";
  case Type::U8: return "unsigned char";
  case Type::Tf32: return "wmma::precision::tf32";
  case Type::Double: return "double";
  case Type::S32: return "int";
  default: return "float";
  }
}

/// Every type of the sums with each layout of the matrices in memory.
std::vector<std::pair<Type, bool>> sums_and_layouts(Type type) {
  std::vector<std::pair<Type, bool>> all;
  for (const Type sum : sums_of(type))
    for (const bool rows : {true, false}) all.emplace_back(sum, rows);
  return all;
}
std::string layout_named(bool rows) { return rows ? ", wmma::row_major" : ", wmma::col_major"; }

TEST(Fragments, WmmaLoadsWhatTheTablesSay) {
  // Each element holds seven bits of its number: every type has these.
  std::string
      text = "#include <mma.h>\n#include <cuda_bf16.h>\nusing namespace nvcuda;\n"
             "template <class T> struct Stored { using type = T; };\n"
             "template <> struct Stored<wmma::precision::tf32> { using type = float; };\n"
             "template <class S> __device__ void fill(S* s, int count, int shift) {\n"
             "  for (int i = threadIdx.x; i < count; i += 32) s[i] = S((float)(i >> shift & 127));\n"
             "  __syncwarp();\n}\n"
             "template <class F> __device__ void show(const F& f, unsigned* out, int shift) {\n"
             "  for (int i = 0; i < f.num_elements; ++i) {\n"
             "    if (shift == 0) out[threadIdx.x * f.num_elements + i] = 0;\n"
             "    out[threadIdx.x * f.num_elements + i] |= (unsigned)(int)(float)f.x[i] << shift;\n  }\n}\n";
  unsigned number = 0;
  for (const Shape& shape : shapes()) {
    if (!shape.wmma() || type_of(shape.type).bits < 8) continue;
    for (const auto& [sum, rows] : sums_and_layouts(shape.type)) {
      const std::string sizes = std::to_string(shape.m) + ", " + std::to_string(shape.n) + ", " +
                                std::to_string(shape.k) + ", ";
      text += "__global__ void k" + std::to_string(number++) + "(unsigned* a, unsigned* b, unsigned* c) {\n" +
              "  using S = Stored<" + cuda_type(shape.type) + ">::type;\n  using C = " + cuda_type(sum) +
              ";\n  __shared__ __align__(32) S s[512];\n  __shared__ __align__(32) C t[512];\n"
              "  wmma::fragment<wmma::matrix_a, " +
              sizes + cuda_type(shape.type) + layout_named(rows) +
              "> fa;\n"
              "  wmma::fragment<wmma::matrix_b, " +
              sizes + cuda_type(shape.type) + layout_named(rows) +
              "> fb;\n"
              "  wmma::fragment<wmma::accumulator, " +
              sizes +
              "C> fc;\n"
              "  for (int shift = 0; shift < 14; shift += 7) {\n"
              "    fill(s, 512, shift);\n    fill(t, 512, shift);\n"
              "    wmma::load_matrix_sync(fa, s, " +
              std::to_string(rows ? shape.k : shape.m) +
              ");\n"
              "    wmma::load_matrix_sync(fb, s, " +
              std::to_string(rows ? shape.n : shape.k) +
              ");\n"
              "    wmma::load_matrix_sync(fc, t, " +
              std::to_string(rows ? shape.n : shape.m) +
              (rows ? ", wmma::mem_row_major" : ", wmma::mem_col_major") +
              ");\n"
              "    show(fa, a, shift);\n    show(fb, b, shift);\n    show(fc, c, shift);\n"
              "    __syncwarp();\n  }\n}\n";
    }
  }
  Machine machine(lower_cuda(text));
  number = 0;
  std::size_t maps = 0;
  for (const Shape& shape : shapes()) {
    if (!shape.wmma() || type_of(shape.type).bits < 8) continue;
    for (const auto& [sum, rows] : sums_and_layouts(shape.type)) {
      const Layout layout = layout_of(shape, sum);
      std::array<std::uint64_t, 3> out{};
      for (std::uint64_t& buffer : out) buffer = machine.put(std::vector<std::uint32_t>(32 * 32, ~0u));
      machine.run_well("k" + std::to_string(number++), {1}, {32}, out[0], out[1], out[2]);
      for (const Fragment* fragment : {&layout.a, &layout.b, &layout.c}) {
        const unsigned held = fragment->registers * fragment->per;
        // A fragment of halves always has 16 elements: those of a smaller tile come again.
        const bool again = fragment->operand != Operand::C && shape.type == Type::Half;
        const unsigned elements = again ? 16 : held;
        const auto shown = machine.get<std::uint32_t>(out[static_cast<std::size_t>(fragment->operand)],
                                                      lanes * elements);
        unsigned wrong = 0;
        for (unsigned lane = 0; lane < lanes; ++lane)
          for (unsigned i = 0; i < elements; ++i) {
            const unsigned e = i % held;
            const Cell cell = fragment->cell({lane, e / fragment->per, e % fragment->per});
            wrong += shown[lane * elements + i] != (rows ? cell.row * fragment->columns + cell.column
                                                         : cell.column * fragment->rows + cell.row);
          }
        EXPECT_EQ(wrong, 0u) << name_of_shape(shape) << ' ' << letter_of(fragment->operand)
                             << (rows ? " by rows" : " by columns");
        ++maps;
      }
    }
  }
  EXPECT_GE(maps, 2u * 3u * 16u) << "every operand of every shape and sum, from both layouts";
}

/// Of types of less than a byte: A by rows, B by columns, a register of a lane in x[0].
TEST(Fragments, WmmaLoadsOfPackedTypesWhatTheTablesSay) {
  std::string text =
      "#include <mma.h>\nusing namespace nvcuda;\nusing namespace wmma::experimental;\n"
      "template <class T, int k, int bits> __device__ void load(unsigned* a, unsigned* b) {\n"
      "  __shared__ __align__(32) unsigned s[32];\n"
      "  wmma::fragment<wmma::matrix_a, 8, 8, k, T, wmma::row_major> fa;\n"
      "  wmma::fragment<wmma::matrix_b, 8, 8, k, T, wmma::col_major> fb;\n"
      "  constexpr int per = 32 / bits;\n"
      "  for (int e = 0; e < per; ++e) a[threadIdx.x * per + e] = b[threadIdx.x * per + e] = 0;\n"
      "  for (int shift = 0; shift < 12; shift += bits) {\n    unsigned word = 0;\n"
      "    for (int e = 0; e < per; ++e)\n"
      "      word |= (threadIdx.x * per + e >> shift & (1u << bits) - 1) << bits * e;\n"
      "    s[threadIdx.x] = word;\n    __syncwarp();\n"
      "    wmma::load_matrix_sync(fa, s, k);\n    wmma::load_matrix_sync(fb, s, k);\n"
      "    for (int e = 0; e < per; ++e) {\n"
      "      a[threadIdx.x * per + e] |= ((unsigned)fa.x[0] >> bits * e & (1u << bits) - 1) << shift;\n"
      "      b[threadIdx.x * per + e] |= ((unsigned)fb.x[0] >> bits * e & (1u << bits) - 1) << shift;\n"
      "    }\n    __syncwarp();\n  }\n}\n";
  std::vector<const Shape*> packed;
  for (const Shape& shape : shapes()) {
    const auto& type = type_of(shape.type);
    if (!shape.wmma() || type.bits >= 8) continue;
    text += "__global__ void k" + std::to_string(packed.size()) +
            "(unsigned* a, unsigned* b) {\n  load<precision::" + std::string(type.ptx) + ", " +
            std::to_string(shape.k) + ", " + std::to_string(type.bits) + ">(a, b);\n}\n";
    packed.push_back(&shape);
  }
  ASSERT_EQ(packed.size(), 3u);
  Machine machine(lower_cuda(text));
  for (std::size_t number = 0; number < packed.size(); ++number) {
    const Layout layout = layout_of(*packed[number], Type::S32);
    EXPECT_EQ(layout.a.element_name(0, layout.a.per - 1, true), "x[0]");
    const std::uint64_t a = machine.put(std::vector<std::uint32_t>(1024)),
                        b = machine.put(std::vector<std::uint32_t>(1024));
    machine.run_well("k" + std::to_string(number), {1}, {32}, a, b);
    for (const auto& [fragment, out] : {std::pair(&layout.a, a), std::pair(&layout.b, b)}) {
      ASSERT_EQ(fragment->registers, 1u);
      const auto shown = machine.get<std::uint32_t>(out, lanes * fragment->per);
      for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned e = 0; e < fragment->per; ++e) {
          const Cell cell = fragment->cell({lane, 0, e});
          ASSERT_EQ(shown[lane * fragment->per + e], fragment->operand == Operand::A
                                                         ? cell.row * layout.shape.k + cell.column
                                                         : cell.column * layout.shape.k + cell.row)
              << name_of_shape(layout.shape) << ' ' << letter_of(fragment->operand) << " lane " << lane;
        }
    }
  }
}

TEST(Fragments, LdmatrixGivesWhatTheTablesSay) {
  Machine machine(lower_cuda(R"(__global__ void k(unsigned* out) {
  __shared__ unsigned short tile[32][8];
  for (int i = 0; i < 8; ++i) tile[threadIdx.x][i] = threadIdx.x * 8 + i;
  __syncwarp();
  const unsigned at = (unsigned)__cvta_generic_to_shared(tile[threadIdx.x]);
  unsigned r[4], t[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(at));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 8 + i] = r[i], out[threadIdx.x * 8 + 4 + i] = t[i];
})"));
  const std::uint64_t out = machine.put(std::vector<std::uint32_t>(256));
  machine.run_well("k", {1}, {32}, out);
  const auto words = machine.get<std::uint32_t>(out, 256);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned j = 0; j < 8; ++j) {
      const std::array<Cell, 2> cells = matrix_cells(lane, j >= 4);
      for (unsigned half = 0; half < 2; ++half)
        EXPECT_EQ(words[lane * 8 + j] >> (16 * half) & 0xffff,
                  row_lane(j % 4, cells[half].row) * 8 + cells[half].column);
    }
}

/// "A0<s2.1": register 0 of A is result 1 of the matrix load at site 2.
std::vector<std::string> sources_of(const program::MatrixOp& op, const program::Program& program) {
  std::vector<std::string> said;
  for (const program::MatrixSource& source : op.sources) {
    const program::Site& site = program.sites[source.site];
    said.push_back(std::string(1, "ABC"[source.operand]) + std::to_string(source.reg) + " line " +
                   std::to_string(site.span.line) +
                   (source.part == program::MatrixSource::no_part ? "" : "." + std::to_string(source.part)));
  }
  std::sort(said.begin(), said.end());
  said.erase(std::unique(said.begin(), said.end()), said.end());
  return said;
}

TEST(MatrixNotes, TheProgramKnowsTheTextsProductsAndWhereTheirRegistersComeFrom) {
  // The loop indexes the registers at run time, so they lie in an array of the thread.
  const Lowered lowered = lower_cuda(R"(__global__ void k(const unsigned* g, float* out) {
  __shared__ unsigned short tile[16 * 16];
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  unsigned a[4], at = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x % 16 * 16 + threadIdx.x / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
  float s[4] = {};
  unsigned b = g[threadIdx.x];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(b >> 1));
  for (int h = 0; h < 2; ++h)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(a[2 * h]), "r"(a[2 * h + 1]), "r"(__float_as_uint(s[0])));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = s[i];
})");
  ASSERT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  const std::vector<program::MatrixOp>& ops = lowered.program->matrices;
  ASSERT_EQ(ops.size(), 3u);
  EXPECT_EQ(ops[0].note, warpscope_fragment::MatrixLoad);
  EXPECT_EQ(ops[0].m, 4u);
  EXPECT_FALSE(ops[0].transposed);
  EXPECT_EQ(ops[0].span.line, 6u);
  ASSERT_LT(ops[0].site, lowered.program->sites.size());
  EXPECT_EQ(lowered.program->sites[ops[0].site].width, 16u);
  EXPECT_EQ(ops[1].note, warpscope_fragment::MmaProduct);
  EXPECT_EQ(ops[1].type, warpscope_fragment::Half);
  EXPECT_EQ(ops[1].sum, warpscope_fragment::Float);
  EXPECT_EQ((std::array<unsigned, 3>{ops[1].m, ops[1].n, ops[1].k}), (std::array<unsigned, 3>{16, 8, 16}));
  EXPECT_EQ(ops[1].span.line, 9u);
  EXPECT_EQ(sources_of(ops[1], *lowered.program),
            (std::vector<std::string>{"A0 line 6.0", "A1 line 6.1", "A2 line 6.2", "A3 line 6.3", "B0 line 8",
                                      "B1 line 8"}));
  EXPECT_EQ(ops[2].type, warpscope_fragment::BFloat16);
  // Any element of the array, and nothing of the product before it.
  EXPECT_EQ(sources_of(ops[2], *lowered.program),
            (std::vector<std::string>{"A0 line 6.0", "A0 line 6.1", "A0 line 6.2", "A0 line 6.3",
                                      "A1 line 6.0", "A1 line 6.1", "A1 line 6.2", "A1 line 6.3"}));
}

TEST(MatrixNotes, OfSparseProductsTheSelectorAndOfQuadsTheLayouts) {
  const Lowered lowered = lower_cuda(R"(__global__ void k(const unsigned* g, float* out) {
  unsigned a0 = g[threadIdx.x], a1 = g[threadIdx.x + 32], e = g[threadIdx.x + 64];
  float s[8] = {};
  asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%4,%5}, {%0,%1,%2,%3}, %6, 3;"
               : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(a0), "r"(a1), "r"(e));
  asm volatile("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%8,%9}, {%0,%1,%2,%3,%4,%5,%6,%7};"
               : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]), "+f"(s[4]), "+f"(s[5]), "+f"(s[6]), "+f"(s[7]) : "r"(a0), "r"(a1));
  for (int i = 0; i < 8; ++i) out[threadIdx.x * 8 + i] = s[i];
})");
  ASSERT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  const std::vector<program::MatrixOp>& ops = lowered.program->matrices;
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(ops[0].note, warpscope_fragment::SparseProduct);
  EXPECT_EQ(ops[0].k, 16u);
  EXPECT_EQ(warpscope_fragment::n_of_note(ops[0].n), 8u);
  EXPECT_EQ(warpscope_fragment::variant_of_note(ops[0].n), 3u);
  EXPECT_EQ(ops[0].span.line, 4u);
  EXPECT_EQ(sources_of(ops[0], *lowered.program),
            (std::vector<std::string>{"A0 line 2", "A1 line 2", "B0 line 2", "B1 line 2"}));
  EXPECT_EQ(ops[1].note, warpscope_fragment::QuadProduct);
  EXPECT_EQ(warpscope_fragment::variant_of_note(ops[1].n),
            warpscope_fragment::QuadAByColumns | warpscope_fragment::QuadBByRows);
  EXPECT_EQ(ops[1].sources.size(), 4u);
}

TEST(MatrixNotes, OfWmmaToo) {
  const Lowered lowered = lower_cuda(R"(#include <mma.h>
using namespace nvcuda;
__global__ void k(const half* g, half* out) {
  __shared__ __align__(32) half tile[16 * 16];
  tile[threadIdx.x] = g[threadIdx.x];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;
  wmma::fill_fragment(c, half(0.0f));
  wmma::load_matrix_sync(a, tile, 16);
  wmma::load_matrix_sync(b, g, 16);
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
})");
  ASSERT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  const std::vector<program::MatrixOp>& ops = lowered.program->matrices;
  // What is chosen at run time by the memory that is loaded from is in the code for both memories.
  ASSERT_EQ(ops.size(), 3u);
  EXPECT_EQ(ops[0].note, warpscope_fragment::MatrixLoad);
  EXPECT_EQ(ops[0].span.line, 11u);
  EXPECT_EQ(ops[2].note, warpscope_fragment::WmmaProduct);
  EXPECT_EQ(ops[2].type, warpscope_fragment::Half);
  EXPECT_EQ(ops[2].sum, warpscope_fragment::Half);
  EXPECT_EQ((std::array<unsigned, 3>{ops[2].m, ops[2].n, ops[2].k}), (std::array<unsigned, 3>{16, 16, 16}));
  EXPECT_EQ(ops[2].span.line, 13u);
  EXPECT_EQ(sources_of(ops[2], *lowered.program),
            (std::vector<std::string>{"A0 line 11", "A0 line 11.0", "A1 line 11", "A1 line 11.1",
                                      "A2 line 11", "A2 line 11.2", "A3 line 11", "A3 line 11.3",
                                      "B0 line 12", "B0 line 12.0", "B1 line 12", "B1 line 12.1",
                                      "B2 line 12", "B2 line 12.2", "B3 line 12", "B3 line 12.3"}));
}

} // namespace
} // namespace warpscope::testing
