// Inline PTX: products of matrices across a warp (mma.sync) and their transposition (movmatrix).
// Which lane holds what is said in fragment_map.h, which shapes and types there are in sim/fragments.
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "sim/fragments/shapes.h"
#include "sim/frontend/ptx_families.h"
#include "sim/include/__warpscope/fragment_map.h"
#include "sim/program/enums.h"

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

  /// mma.sync.aligned.shape.row.col{.satfinite}.dtype.atype.btype.ctype d, a, b, c;
  bool build() {
    if (!one_.predicate.empty() || one_.operands.size() != 4 || one_.words.size() < 9) return false;
    // Products of bits name their operation behind the types: .xor.popc
    const std::size_t last = one_.words.size() - (one_.has("popc") ? 3 : 1);
    std::optional<Shape> shape;
    for (const std::string& word : one_.words)
      if (!shape) shape = shape_of(word);
    const auto a = element_of(one_.words[last - 2]), b = element_of(one_.words[last - 1]);
    const std::string &to = one_.words[last - 3], &from = one_.words[last];
    if (!shape || !a || !b || !one_.has("row") || !one_.has("col") || one_.has("sp")) return false;
    a_ = *a, b_element_ = *b;
    const unsigned bits = element_bits(), rows = shape->m / 8;
    if (bits_of(b_element_) != bits || shape->n != 8 || (shape->m != 8 && shape->m != 16)) return false;
    const auto is_small_float = [](Element e) {
      return e == warpscope_fragment::E4M3 || e == warpscope_fragment::E5M2;
    };
    is_integer_ = bits <= 8 && !is_small_float(a_);
    if (is_small_float(a_) != is_small_float(b_element_)) return false;
    if (is_integer_ && (to != "s32" || from != "s32")) return false;
    if (!is_integer_ && a_ != b_element_ && bits != 8) return false;
    if ((a_ == warpscope_fragment::Bit) != one_.has("popc")) return false;
    is_double_ = a_ == warpscope_fragment::Double;
    const unsigned word = is_double_ ? 64 : 32, per = word / bits;
    if (!fragments::is_mma(a_, shape->m, shape->n, shape->k)) return false;
    const unsigned chunks = shape->k / (4 * per);
    if (one_.operands[1].names.size() != chunks * rows || one_.operands[2].names.size() != chunks)
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
    note(*shape, to, of_a, of_b);
    multiply(of_a, of_b, rows, chunks, per, sums);
    return write_sums(to, rows, sums);
  }

 private:
  [[nodiscard]] unsigned element_bits() const { return bits_of(a_); }

  /// Tells the program what the text has here.
  void note(const Shape& shape, const std::string& to, const std::vector<Value*>& of_a,
            const std::vector<Value*>& of_b) {
    const fragments::ElementType* const sum = fragments::type_of_ptx(to);
    const auto number = [&](unsigned value) { return v_.number(value); };
    v_.primitive("__ws_matrix", b_.getVoidTy(),
                 {number(warpscope_fragment::MmaProduct), number(shape.m), number(shape.n), number(shape.k),
                  number(a_), number(sum == nullptr ? 0u : static_cast<unsigned>(sum->type))});
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
              Value *x = element(a_, a[row], e), *const y = element(b_element_, b[i], e);
              if (is_integer_) {
                Value* product = b_.CreateMul(x, y);
                if (sum->getType()->isIntegerTy(64)) product = b_.CreateSExt(product, b_.getInt64Ty());
                sum = b_.CreateAdd(sum, product);
              } else {
                sum = b_.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {x, y, sum});
              }
            }
      }
  }

  PtxValues& v_;
  llvm::IRBuilder<>& b_;
  const PtxStatement& one_;
  Element a_{}, b_element_{};
  bool is_integer_ = false, is_double_ = false;
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
  return one.words.front() == "mma" ? Product(values, one).build() : build_transposition(values, one);
}

} // namespace warpscope::frontend
