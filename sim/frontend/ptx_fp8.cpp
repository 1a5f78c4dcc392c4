// Inline PTX: conversions to and from pairs of 8-bit floats (e4m3x2, e5m2x2), as cuda_fp8.h rounds them.
#include "sim/frontend/ptx_families.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <string>

namespace warpscope::frontend {
namespace {

using llvm::Value;

/// An 8-bit format: bits of its mantissa, its bias, its largest finite code and the first code that is a NaN.
struct Format {
  unsigned mantissa, bias, largest, first_nan;
  [[nodiscard]] unsigned exponent_shift() const { return (127 - bias) << mantissa; }
  /// A number below the smallest normal one is a multiple of two to the power of minus this.
  [[nodiscard]] unsigned scale() const { return bias - 1 + mantissa; }
};
constexpr Format e4m3{3, 7, 0x7e, 0x7f}, e5m2{2, 15, 0x7b, 0x7d};
constexpr unsigned infinity_of_e5m2 = 0x7c;

const Format* format_of(const std::string& word) {
  return word == "e4m3x2" ? &e4m3 : word == "e5m2x2" ? &e5m2 : nullptr;
}

class Pairs {
 public:
  Pairs(PtxValues& values, const PtxStatement& one) : v_(values), b_(values.builder()), one_(one) {}

  Value* converted() {
    if (one_.words.size() < 4 || one_.operands.size() < 2) return nullptr;
    const std::string &from = one_.words.back(), &to = one_.words[one_.words.size() - 2];
    if (const Format* format = format_of(from)) return to == "f16x2" ? to_halves(*format) : nullptr;
    const Format* format = format_of(to);
    if (format == nullptr || !one_.has("satfinite")) return nullptr;
    if (from == "f32" && one_.operands.size() == 3) { // the first factor is the upper one
      Value *const upper = operand(1, 32), *const lower = operand(2, 32);
      if (upper == nullptr || lower == nullptr) return nullptr;
      return joined(narrow(*format, upper), narrow(*format, lower), 8);
    }
    if (from != "f16x2" || one_.operands.size() != 2) return nullptr;
    Value* const halves = operand(1, 32);
    if (halves == nullptr) return nullptr;
    return joined(narrow(*format, widened(b_.CreateLShr(halves, 16))), narrow(*format, widened(halves)), 8);
  }

 private:
  Value* operand(std::size_t i, unsigned bits) { return v_.value_of(one_.operands[i].names[0], bits); }
  Value* joined(Value* upper, Value* lower, unsigned bits) {
    return b_.CreateOr(b_.CreateShl(upper, bits), lower);
  }
  /// The bits of a half as those of a float.
  Value* widened(Value* bits) {
    return v_.bits_of(ptx_half_as_float(v_, PtxType{16, 'h'}, b_.CreateTrunc(bits, b_.getInt16Ty())));
  }
  Value* number(float value) { return llvm::ConstantFP::get(b_.getFloatTy(), value); }
  /// Negative numbers are zeros where the statement says so.
  Value* relu(Value* bits) {
    if (!one_.has("relu")) return bits;
    Value* const negative = b_.CreateFCmpOLT(v_.as_float(bits), number(0.0f));
    return b_.CreateSelect(negative, v_.number(0), bits);
  }

  /// A float's bits as a code: to the nearest, ties to even; beyond the largest is the largest.
  Value* narrow(const Format& format, Value* bits) {
    bits = relu(bits);
    Value* const sign = b_.CreateAnd(b_.CreateLShr(bits, 24), 0x80);
    Value* const size = b_.CreateAnd(bits, 0x7fffffff);
    const unsigned cut = 23 - format.mantissa;
    Value* const even = b_.CreateAnd(b_.CreateLShr(size, cut), 1);
    Value* const rounded = b_.CreateAdd(b_.CreateAdd(size, v_.number((1u << (cut - 1)) - 1)), even);
    Value* const normal = b_.CreateSub(b_.CreateLShr(rounded, cut), v_.number(format.exponent_shift()));
    // Below the smallest normal number: the sum with 2^23 rounds to a whole number of steps.
    Value* const steps = b_.CreateFMul(v_.as_float(size), number(static_cast<float>(1u << format.scale())));
    Value* const small = b_.CreateSub(v_.bits_of(b_.CreateFAdd(steps, number(8388608.0f))),
                                      v_.number(0x4b000000));
    Value* const is_small = b_.CreateICmpULE(b_.CreateLShr(size, 23), v_.number(127 - format.bias));
    Value* code = b_.CreateSelect(is_small, small, normal);
    Value* const largest = v_.number(format.largest);
    code = b_.CreateSelect(b_.CreateICmpUGT(code, largest), largest, code);
    Value* const is_nan = b_.CreateICmpUGT(size, v_.number(0x7f800000));
    return b_.CreateSelect(is_nan, v_.number(0x7f), b_.CreateOr(sign, code));
  }

  /// A code as a float's bits.
  Value* wide(const Format& format, Value* code) {
    Value* const sign = b_.CreateShl(b_.CreateAnd(code, 0x80), 24);
    Value* const size = b_.CreateAnd(code, 0x7f);
    Value* const normal = b_.CreateShl(b_.CreateAdd(size, v_.number(format.exponent_shift())),
                                       23 - format.mantissa);
    Value* const steps = b_.CreateUIToFP(size, b_.getFloatTy());
    Value* const small = v_.bits_of(
        b_.CreateFMul(steps, number(1.0f / static_cast<float>(1u << format.scale()))));
    Value* const is_small = b_.CreateICmpULT(size, v_.number(1u << format.mantissa));
    Value* bits = b_.CreateSelect(is_small, small, normal);
    if (&format == &e5m2)
      bits = b_.CreateSelect(b_.CreateICmpEQ(size, v_.number(infinity_of_e5m2)), v_.number(0x7f800000), bits);
    bits = b_.CreateOr(sign, bits);
    Value* const is_nan = b_.CreateICmpUGE(size, v_.number(format.first_nan));
    return relu(b_.CreateSelect(is_nan, v_.number(0x7fffffff), bits));
  }

  Value* to_halves(const Format& format) {
    Value* const codes = operand(1, 16);
    if (codes == nullptr || one_.operands.size() != 2) return nullptr;
    Value* const both = b_.CreateZExtOrTrunc(codes, b_.getInt32Ty());
    const auto half = [&](Value* code) {
      Value* const made = ptx_float_as_half(v_, PtxType{16, 'h'}, v_.as_float(wide(format, code)));
      return b_.CreateZExt(made, b_.getInt32Ty());
    };
    return joined(half(b_.CreateLShr(both, 8)), half(both), 16);
  }

  PtxValues& v_;
  llvm::IRBuilder<>& b_;
  const PtxStatement& one_;
};

} // namespace

bool is_ptx_fp8(const PtxStatement& one) {
  return one.words.front() == "cvt" && std::any_of(one.words.begin(), one.words.end(), [](const auto& word) {
           return format_of(word) != nullptr;
         });
}

Value* ptx_fp8_converted(PtxValues& values, const PtxStatement& one) {
  return Pairs(values, one).converted();
}

} // namespace warpscope::frontend
