// Inline PTX: products of matrices across a warp (mma.sync) and their transposition (movmatrix).
// Which lane holds what is said in fragment_map.h, which shapes and types there are in sim/fragments.
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "sim/fragments/shapes.h"
#include "sim/frontend/matrix_steps.h"
#include "sim/frontend/ptx_families.h"
#include "sim/include/__warpscope/fragment_map.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace warpscope::frontend {
namespace {

using llvm::Value;

struct Shape {
  unsigned m = 0, n = 0, k = 0;
};
std::optional<Shape> shape_of(std::string_view word) {
  Shape shape;
  const auto part = [&](char letter, unsigned& to) {
    if (!word.starts_with(letter)) return false;
    const auto [end, code] = std::from_chars(word.data() + 1, word.data() + word.size(), to);
    word = std::string_view(end, static_cast<std::size_t>(word.data() + word.size() - end));
    return code == std::errc{};
  };
  if (!part('m', shape.m) || !part('n', shape.n) || !part('k', shape.k) || !word.empty()) return std::nullopt;
  return shape;
}

using Element = warpscope_fragment::Type;
std::optional<Element> element_of(std::string_view word) {
  const fragments::ElementType* const type = fragments::type_of_ptx(word);
  return type == nullptr ? std::nullopt : std::optional(type->type);
}
unsigned bits_of(Element element) { return fragments::type_of(element).bits; }

class Product {
 public:
  Product(PtxValues& values, const PtxStatement& one) : v_(values), b_(values.builder()), one_(one) {}

  /// mma.sync.aligned.shape.row.col{.satfinite}.dtype.atype.btype.ctype d, a, b, c; of mma.sp also the
  /// metadata and the selector.
  bool build() {
    sparse_ = one_.has("sp") || one_.has("sp::ordered_metadata");
    if (!one_.predicate.empty() || one_.operands.size() != (sparse_ ? 6 : 4) || one_.words.size() < 9)
      return false;
    // Products of bits name their operation behind the types: .xor.popc
    const std::size_t last = one_.words.size() - (one_.has("popc") ? 3 : 1);
    std::optional<Shape> shape;
    for (const std::string& word : one_.words)
      if (!shape) shape = shape_of(word);
    const auto a = element_of(one_.words[last - 2]), b = element_of(one_.words[last - 1]);
    const std::string &to = one_.words[last - 3], &from = one_.words[last];
    if (!shape || !a || !b) return false;
    a_ = *a, b_element_ = *b;
    if (shape->m == 8 && shape->n == 8 && shape->k == 4 && a_ == warpscope_fragment::Half)
      return !sparse_ && b_element_ == a_ && build_quads(to, from);
    // The layouts behind the shape: A by rows, B by columns.
    if (!has_in_a_row("row", "col")) return false;
    const unsigned bits = element_bits(), rows = shape->m / 8;
    if (bits_of(b_element_) != bits || shape->n != 8 || (shape->m != 8 && shape->m != 16)) return false;
    const auto is_small_float = [](Element e) {
      return e == warpscope_fragment::E4M3 || e == warpscope_fragment::E5M2;
    };
    is_integer_ = bits <= 8 && !is_small_float(a_);
    if (is_small_float(a_) != is_small_float(b_element_)) return false;
    const fragments::ElementType* const sum = fragments::type_of_ptx(to);
    const fragments::Shape* const known = fragments::find_shape(
        {sparse_ ? fragments::Family::Sparse : fragments::Family::Mma, a_, shape->m, shape->n, shape->k});
    if (known == nullptr) return false;
    const auto sums_there = fragments::sums_of(*known);
    if (to != from || sum == nullptr || std::ranges::find(sums_there, sum->type) == sums_there.end())
      return false;
    if (one_.has("satfinite") && (!is_integer_ || bits < 4)) return false;
    if (!is_integer_ && a_ != b_element_ && bits != 8) return false;
    if ((a_ == warpscope_fragment::Bit) != one_.has("popc")) return false;
    is_double_ = a_ == warpscope_fragment::Double;
    const unsigned word = is_double_ ? 64 : 32, per = word / bits;
    // What a sparse product of a depth holds of A is what a dense one of half the depth does.
    const unsigned chunks = shape->k / (4 * per), of_a_chunks = sparse_ ? chunks / 2 : chunks;
    if (one_.operands[1].names.size() != of_a_chunks * rows || one_.operands[2].names.size() != chunks)
      return false;
    std::vector<Value*> of_a, of_b;
    for (const std::string& name : one_.operands[1].names) of_a.push_back(v_.value_of(name, word));
    for (const std::string& name : one_.operands[2].names) of_b.push_back(v_.value_of(name, word));
    for (Value* const value : of_a)
      if (value == nullptr) return false;
    for (Value* const value : of_b)
      if (value == nullptr) return false;
    std::vector<Value*> sums;
    if (!read_sums(from, rows, sums)) return false;
    if (sparse_) return multiply_sparse(*shape, of_a, of_b, per, sums) && write_sums(to, rows, sums);
    note(warpscope_fragment::MmaProduct, *shape, to, 0);
    note_taken(of_a, of_b);
    multiply(of_a, of_b, rows, chunks, per, sums);
    return write_sums(to, rows, sums);
  }

 private:
  [[nodiscard]] unsigned element_bits() const { return bits_of(a_); }
  [[nodiscard]] bool has_in_a_row(std::string_view first, std::string_view second) const {
    const auto at = std::ranges::find(one_.words, first);
    return at != one_.words.end() && at + 1 != one_.words.end() && at[1] == second;
  }

  /// mma.sp: of each group of elements along a row of A half are there, and four bits of metadata name them
  /// (of 32 bits a lane, from the lanes of its four that the selector chooses). Of half, bfloat16 and 8 bits:
  /// two of four; of tf32 one of two; of 4 bits two pairs of four.
  bool multiply_sparse(const Shape& shape, const std::vector<Value*>& of_a, const std::vector<Value*>& of_b,
                       unsigned per, std::vector<Value*>& sums) {
    Value* const metadata = v_.value_of(one_.operands[4].names[0], 32);
    const unsigned bits = element_bits(), step = warpscope_fragment::metadata_step(bits),
                   givers = warpscope_fragment::metadata_givers(bits, shape.k);
    const auto selector = selected(4 / givers);
    if (metadata == nullptr || !selector) return false;
    note(warpscope_fragment::SparseProduct, shape, one_.words[one_.words.size() - 4], *selector);
    note_taken(of_a, of_b);
    Value* const lane = v_.special("%laneid", 32);
    Value* const quad = b_.CreateAnd(lane, ~std::uint64_t{3} & 0xffffffff);
    Value* const column = b_.CreateShl(b_.CreateAnd(lane, 3), 3);
    std::vector<Value*> given;
    for (unsigned giver = 0; giver < givers; ++giver)
      given.push_back(shuffled(metadata, b_.CreateOr(quad, *selector * givers + giver)));
    for (unsigned chunk = 0; chunk < of_a.size() / 2; ++chunk)
      for (unsigned t = 0; t < 4; ++t) {
        const unsigned word = 8 * chunk + 2 * t; // of B, the first of the two that A's word covers
        Value *a[2], *b[2][2];
        for (unsigned row = 0; row < 2; ++row)
          a[row] = shuffled(of_a[warpscope_fragment::mma_register(2, row, chunk)], b_.CreateOr(quad, t));
        for (unsigned i = 0; i < 2; ++i)
          for (unsigned w = 0; w < 2; ++w)
            b[i][w] = shuffled(
                of_b[word / 4],
                b_.CreateAdd(column, v_.number((word + w) % 4 + warpscope_fragment::first_lane_of(i))));
        for (unsigned row = 0; row < 2; ++row)
          for (unsigned e = 0; e < per; ++e) {
            const unsigned first = word * per + 2 * e / step * step; // the group's first element along the
                                                                     // row
            Value* const index = index_of(given, row, first / step, e);
            for (unsigned i = 0; i < 2; ++i)
              add_product(sums[2 * row + i], element(a_, a[row], e),
                          chosen(b[i], word * per, first, index, bits == 4 ? e % 2 : 0, per));
          }
      }
    return true;
  }
  /// The selector, a literal below `count`.
  std::optional<unsigned> selected(unsigned count) {
    const auto* const value = llvm::dyn_cast_or_null<llvm::ConstantInt>(
        v_.value_of(one_.operands[5].names[0], 32));
    if (value == nullptr || value->getZExtValue() >= count) return std::nullopt;
    return static_cast<unsigned>(value->getZExtValue());
  }
  /// Which of its group's elements (4 bits: pairs) A's element `e` is: out of the four bits of group `group`
  /// of `groups`, in row `row` of the lane's two.
  Value* index_of(const std::vector<Value*>& given, unsigned row, unsigned group, unsigned e) {
    const unsigned bits = element_bits();
    Value* const four = b_.CreateLShr(given[warpscope_fragment::metadata_giver(bits, row, group)],
                                      warpscope_fragment::metadata_bit(bits, row, group));
    if (bits == 32) return b_.CreateAnd(b_.CreateLShr(four, 1), 1); // 0b0100 or 0b1110
    const unsigned which = bits == 4 ? e / 2 % 2 : e % 2;
    return b_.CreateAnd(b_.CreateLShr(four, 2 * which), 3);
  }
  /// Element `index` (4 bits: of pair `index` the one `of_pair`) of the group that begins at `first`, out of
  /// the two words of B that begin at `begin`.
  Value* chosen(Value* const (&words)[2], unsigned begin, unsigned first, Value* index, unsigned of_pair,
                unsigned per) {
    const unsigned scale = element_bits() == 4 ? 2 : 1, choices = element_bits() == 32 ? 2 : 4;
    Value* found = nullptr;
    for (unsigned n = 0; n < choices; ++n) {
      const unsigned at = first - begin + n * scale + of_pair;
      Value* const one = element(b_element_, words[at / per], at % per);
      found = found == nullptr ? one : b_.CreateSelect(b_.CreateICmpEQ(index, v_.number(n)), one, found);
    }
    return found;
  }
  void add_product(Value*& sum, Value* x, Value* y) {
    if (!is_integer_) {
      sum = b_.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {x, y, sum});
      return;
    }
    Value* product = b_.CreateMul(x, y);
    if (sum->getType()->isIntegerTy(64)) product = b_.CreateSExt(product, b_.getInt64Ty());
    sum = b_.CreateAdd(sum, product);
  }

  /// mma.m8n8k4 of half, which is one instruction on compute capability 7.0 alone: four products at a time,
  /// each by a quad of the lower and the same quad of the upper half of the warp. A and B by rows or by
  /// columns.
  bool build_quads(const std::string& to, const std::string& from) {
    const auto shape = std::ranges::find(one_.words, "m8n8k4");
    if (one_.words.end() - shape != 7 || one_.has("satfinite")) return false;
    const std::string &of_a = shape[1], &of_b = shape[2];
    const auto is_layout = [](const std::string& word) { return word == "row" || word == "col"; };
    const auto is_sum = [](const std::string& word) { return word == "f16" || word == "f32"; };
    if (!is_layout(of_a) || !is_layout(of_b) || !is_sum(to) || !is_sum(from) ||
        (to == "f16" && from == "f32"))
      return false;
    std::vector<Value*> words[3];
    for (unsigned n = 0; n < 3; ++n)
      for (const std::string& name : one_.operands[n + 1].names) {
        Value* const value = v_.value_of(name, 32);
        if (value == nullptr) return false;
        words[n].push_back(value);
      }
    if (words[0].size() != 2 || words[1].size() != 2 || words[2].size() != (from == "f16" ? 4 : 8))
      return false;
    note(warpscope_fragment::QuadProduct, {8, 8, 4}, to,
         (of_a == "col" ? unsigned{warpscope_fragment::QuadAByColumns} : 0u) |
             (of_b == "row" ? unsigned{warpscope_fragment::QuadBByRows} : 0u));
    note_taken(words[0], words[1]);
    Value* const lane = v_.special("%laneid", 32);
    Value* const quad = b_.CreateAnd(lane, 0xc); // of the lower half of the warp
    Value* const upper = b_.CreateAnd(lane, 0x10);
    const auto below = [&](Value* value, unsigned bits) { return b_.CreateAnd(value, bits); };
    // The lane and element of A, B or a sum of half: `line` of 8 picks a lane or, below 4, an element.
    const auto lane_of = [&](Value* at, Value* of_eight) {
      return b_.CreateOr(b_.CreateOr(quad, below(at, 3)), b_.CreateShl(below(of_eight, 4), 2));
    };
    std::vector<Value*> sums;
    for (unsigned i = 0; i < 8; ++i) {
      Value *row, *col;
      place_in_quads(to == "f32", i, lane, upper, row, col);
      Value* sum;
      if (from == "f32") sum = v_.as_float(words[2][i]);
      else sum = half_at(words[2], to == "f32" ? lane_of(row, row) : lane, col);
      for (unsigned k = 0; k < 4; ++k) {
        Value* const depth = v_.number(k);
        Value* const x = of_a == "row" ? half_at(words[0], lane_of(row, row), depth)
                                       : half_at(words[0], lane_of(depth, row), below(row, 3));
        Value* const y = of_b == "row" ? half_at(words[1], lane_of(depth, col), below(col, 3))
                                       : half_at(words[1], lane_of(col, col), depth);
        sum = b_.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {x, y, sum});
      }
      sums.push_back(sum);
    }
    const std::vector<std::string>& names = one_.operands[0].names;
    if (names.size() != (to == "f16" ? 4 : 8)) return false;
    if (to == "f16") return write_sums(to, 4, sums);
    for (unsigned i = 0; i < 8; ++i)
      if (!v_.set(one_, names[i], v_.bits_of(sums[i]))) return false;
    return true;
  }
  /// Row and column of sum `i` of eight.
  void place_in_quads(bool floats, unsigned i, Value* lane, Value* upper, Value*& row, Value*& col) {
    Value* const low = floats ? b_.CreateOr(b_.CreateAnd(lane, 1), i & 2) : b_.CreateAnd(lane, 3);
    row = b_.CreateOr(low, b_.CreateLShr(upper, 2));
    col = floats ? b_.CreateOr(b_.CreateAnd(lane, 2), (i & 4) | (i & 1)) : v_.number(i);
  }
  /// Half `at` of the words of `lane`, as a float.
  Value* half_at(const std::vector<Value*>& words, Value* lane, Value* at) {
    Value* word = shuffled(words[0], lane);
    for (unsigned n = 1; n < words.size(); ++n)
      word = b_.CreateSelect(b_.CreateICmpEQ(b_.CreateLShr(at, 1), v_.number(n)), shuffled(words[n], lane),
                             word);
    Value* const shift = b_.CreateShl(b_.CreateAnd(at, 1), 4);
    return ptx_half_as_float(v_, {16, 'h'}, b_.CreateTrunc(b_.CreateLShr(word, shift), b_.getInt16Ty()));
  }

  /// Tells the program what the text has here; `variant`: of a sparse or quad product.
  void note(warpscope_fragment::Note what, const Shape& shape, const std::string& to, unsigned variant) {
    const fragments::ElementType* const sum = fragments::type_of_ptx(to);
    const auto number = [&](unsigned value) { return v_.number(value); };
    v_.primitive("__ws_matrix", b_.getVoidTy(),
                 {number(what), number(shape.m), number(warpscope_fragment::noted_n(shape.n, variant)),
                  number(shape.k), number(a_),
                  number(sum == nullptr ? 0u : static_cast<unsigned>(sum->type))});
  }
  /// And which registers it takes.
  void note_taken(const std::vector<Value*>& of_a, const std::vector<Value*>& of_b) {
    const auto number = [&](unsigned value) { return v_.number(value); };
    for (const bool b : {false, true}) {
      const std::vector<Value*>& registers = b ? of_b : of_a;
      for (unsigned i = 0; i < registers.size(); ++i)
        v_.primitive("__ws_matrix_takes", b_.getVoidTy(),
                     {number(b ? 1 : 0), number(i), b_.CreateTrunc(registers[i], b_.getInt32Ty())});
    }
  }

  /// The accumulators: 2 of each row that the lane has.
  bool read_sums(const std::string& type, unsigned rows, std::vector<Value*>& sums) {
    const std::vector<std::string>& names = one_.operands[3].names;
    if (type == "f16") {
      if (names.size() != rows) return false;
      for (const std::string& name : names) {
        Value* const pair = v_.value_of(name, 32);
        if (pair == nullptr) return false;
        for (unsigned i = 0; i < 2; ++i)
          sums.push_back(
              ptx_half_as_float(v_, {16, 'h'}, b_.CreateTrunc(b_.CreateLShr(pair, i * 16), b_.getInt16Ty())));
      }
      return true;
    }
    if (names.size() != 2 * rows || (type != "f32" && type != "s32" && type != "f64")) return false;
    for (const std::string& name : names) {
      Value* const value = v_.value_of(name, is_double_ ? 64 : 32);
      if (value == nullptr) return false;
      sums.push_back(is_integer_ ? (one_.has("satfinite") ? b_.CreateSExt(value, b_.getInt64Ty()) : value)
                                 : v_.as_float(value));
    }
    return true;
  }
  /// What is computed from it does not come from the loads of this product.
  Value* result(Value* value) {
    if (!value->getType()->isIntegerTy(32)) return value;
    return v_.primitive("__ws_matrix_gives", b_.getInt32Ty(), {v_.number(~0u), value});
  }
  bool write_sums(const std::string& type, unsigned rows, const std::vector<Value*>& sums) {
    const std::vector<std::string>& names = one_.operands[0].names;
    if (type == "f16") {
      if (names.size() != rows) return false;
      for (unsigned row = 0; row < rows; ++row) {
        Value* pair = v_.number(0);
        for (unsigned i = 0; i < 2; ++i)
          pair = b_.CreateOr(pair,
                             b_.CreateShl(b_.CreateZExt(ptx_float_as_half(v_, {16, 'h'}, sums[2 * row + i]),
                                                        b_.getInt32Ty()),
                                          i * 16));
        if (!v_.set(one_, names[row], result(pair))) return false;
      }
      return true;
    }
    if (names.size() != sums.size()) return false;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      Value* value = sums[i];
      if (is_integer_ && one_.has("satfinite")) {
        value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, b_.getInt64(0x7fffffff));
        value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, b_.getInt64(0xffffffff80000000));
        value = b_.CreateTrunc(value, b_.getInt32Ty());
      }
      if (!v_.set(one_, names[i], result(is_integer_ ? value : v_.bits_of(value)))) return false;
    }
    return true;
  }

  Value* shuffled(Value* value, Value* lane) {
    if (value->getType()->isIntegerTy(64)) {
      Value* const low = shuffled(b_.CreateTrunc(value, b_.getInt32Ty()), lane);
      Value* const high = shuffled(b_.CreateTrunc(b_.CreateLShr(value, 32), b_.getInt32Ty()), lane);
      return b_.CreateOr(b_.CreateZExt(low, b_.getInt64Ty()),
                         b_.CreateShl(b_.CreateZExt(high, b_.getInt64Ty()), 32));
    }
    return v_.primitive("__ws_shfl", b_.getInt32Ty(),
                        {v_.number(~0u), v_.number(static_cast<unsigned>(program::ShuffleMode::Idx)), value,
                         lane, v_.number(0x1f)});
  }
  Value* byte_of(Value* word, unsigned i) { return b_.CreateAnd(b_.CreateLShr(word, i * 8), 0xff); }
  /// Element i of a register, ready to be multiplied.
  Value* element(Element kind, Value* word, unsigned i) {
    switch (kind) {
    case warpscope_fragment::Half:
    case warpscope_fragment::BFloat16:
      return ptx_half_as_float(v_, {16, kind == warpscope_fragment::Half ? 'h' : 'e'},
                               b_.CreateTrunc(b_.CreateLShr(word, i * 16), b_.getInt16Ty()));
    case warpscope_fragment::Tf32:
      return v_.as_float(b_.CreateAnd(word, 0xffffe000)); // what lies below is not looked at
    case warpscope_fragment::Double: return v_.as_float(word);
    case warpscope_fragment::E5M2: // the upper byte of a half
      return ptx_half_as_float(v_, {16, 'h'},
                               b_.CreateShl(b_.CreateTrunc(byte_of(word, i), b_.getInt16Ty()), 8));
    case warpscope_fragment::E4M3: { // a half with another bias, and no infinities
      Value* const byte = b_.CreateTrunc(byte_of(word, i), b_.getInt16Ty());
      Value* const half = b_.CreateOr(b_.CreateShl(b_.CreateAnd(byte, 0x80), 8),
                                      b_.CreateShl(b_.CreateAnd(byte, 0x7f), 7));
      Value* const number = b_.CreateFMul(ptx_half_as_float(v_, {16, 'h'}, half),
                                          llvm::ConstantFP::get(b_.getFloatTy(), 256));
      return b_.CreateSelect(b_.CreateICmpEQ(b_.CreateAnd(byte, 0x7f), b_.getInt16(0x7f)),
                             llvm::ConstantFP::getNaN(b_.getFloatTy()), number);
    }
    default: {
      Value* const piece = b_.CreateTrunc(b_.CreateLShr(word, i * bits_of(kind)),
                                          b_.getIntNTy(bits_of(kind)));
      return kind == warpscope_fragment::S8 || kind == warpscope_fragment::S4
                 ? b_.CreateSExt(piece, b_.getInt32Ty())
                 : b_.CreateZExt(piece, b_.getInt32Ty());
    }
    }
  }
  void multiply(const std::vector<Value*>& of_a, const std::vector<Value*>& of_b, unsigned rows,
                unsigned chunks, unsigned per, std::vector<Value*>& sums) {
    Value* const lane = v_.special("%laneid", 32);
    // As first_lane_of_row() and first_lane_of_pair() say.
    Value* const quad = b_.CreateAnd(lane, ~std::uint64_t{3} & 0xffffffff);
    Value* const column = b_.CreateShl(b_.CreateAnd(lane, 3), 3);
    for (unsigned chunk = 0; chunk < chunks; ++chunk)
      for (unsigned t = 0; t < 4; ++t) {
        Value *a[2], *b[2];
        for (unsigned row = 0; row < rows; ++row)
          a[row] = shuffled(of_a[warpscope_fragment::mma_register(rows, row, chunk)], b_.CreateOr(quad, t));
        for (unsigned i = 0; i < 2; ++i)
          b[i] = shuffled(of_b[chunk],
                          b_.CreateAdd(column, v_.number(t + warpscope_fragment::first_lane_of(i))));
        if (a_ == warpscope_fragment::Bit) {
          for (unsigned row = 0; row < rows; ++row)
            for (unsigned i = 0; i < 2; ++i) {
              Value* const both = one_.has("xor") ? b_.CreateXor(a[row], b[i]) : b_.CreateAnd(a[row], b[i]);
              Value*& sum = sums[2 * row + i];
              sum = b_.CreateAdd(sum, b_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, both));
            }
          continue;
        }
        for (unsigned e = 0; e < per; ++e)
          for (unsigned row = 0; row < rows; ++row)
            for (unsigned i = 0; i < 2; ++i) {
              Value*& sum = sums[2 * row + i];
              Value *const x = element(a_, a[row], e), *const y = element(b_element_, b[i], e);
              add_product(sum, x, y);
            }
      }
  }

  PtxValues& v_;
  llvm::IRBuilder<>& b_;
  const PtxStatement& one_;
  Element a_{}, b_element_{};
  bool is_integer_ = false, is_double_ = false, sparse_ = false;
};

/// movmatrix.sync.aligned.m8n8.trans.b16 d, a: the halves of column lane / 4 from the rows 2 (lane % 4) and
/// the next.
bool build_transposition(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  if (!one.has("trans") || !one.has("m8n8") || one.operands.size() != 2 || !one.predicate.empty())
    return false;
  Value* const part = v.value_of(one.operands[1].names[0], 32);
  if (part == nullptr) return false;
  Value* const lane = v.special("%laneid", 32);
  Value* const first = b.CreateAdd(b.CreateShl(b.CreateAnd(lane, 3), 3), b.CreateLShr(lane, 3));
  Value* const shift = b.CreateShl(b.CreateAnd(b.CreateLShr(lane, 2), 1), 4);
  Value* halves[2];
  for (unsigned i = 0; i < 2; ++i) {
    Value* const row = v.primitive("__ws_shfl", b.getInt32Ty(),
                                   {v.number(~0u), v.number(static_cast<unsigned>(program::ShuffleMode::Idx)),
                                    part, b.CreateAdd(first, v.number(4 * i)), v.number(0x1f)});
    halves[i] = b.CreateAnd(b.CreateLShr(row, shift), 0xffff);
  }
  return v.set(one, one.operands[0].names[0], b.CreateOr(halves[0], b.CreateShl(halves[1], 16)));
}

} // namespace

bool build_ptx_matrices(PtxValues& values, const PtxStatement& one) {
  llvm::IRBuilder<>& b = values.builder();
  const llvm::DebugLoc place = b.getCurrentDebugLocation();
  b.SetCurrentDebugLocation(as_matrix_step(place));
  const bool built = one.words.front() == "mma" ? Product(values, one).build()
                                                : build_transposition(values, one);
  b.SetCurrentDebugLocation(place);
  return built;
}

} // namespace warpscope::frontend
