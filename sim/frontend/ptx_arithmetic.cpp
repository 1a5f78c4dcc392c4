// Inline PTX: arithmetic, comparisons, conversions and moves.
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "sim/frontend/ptx_families.h"
#include "sim/program/enums.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace warpscope::frontend {
namespace {

using llvm::Value;
using program::MathFunction;
using program::Rounding;

class Arithmetic {
 public:
  Arithmetic(PtxValues& values, const PtxStatement& one) : v_(values), b_(values.builder()), one_(one) {}

  bool build() {
    const std::string& name = one_.words.front();
    if (one_.operands.empty() || one_.words.size() < 2) return false;
    auto type = ptx_type(one_.words.back());
    if (!type && name.starts_with('v') && one_.words.back() == "add")
      type = PtxType{32, 'u'}; // vabsdiff4.….add
    if (name == "activemask") return give(v_.primitive("__ws_activemask", b_.getInt32Ty(), {}));
    if (name == "createpolicy") return give(b_.getInt64(0)); // a hint
    if (!type && !(name == "prmt" || name == "shf")) return name == "cvt" && give(converted());
    if (name == "mov") return move(*type);
    if (name == "cvta") return one_.operands.size() == 2 && give(converted_address());
    if (name == "cvt") return give(converted());
    if (name == "set" || name == "setp") return compare(*type);
    if (name == "prmt") return give(permuted());
    if (name == "shf") return give(funnel());
    if (one_.operands[0].names.size() != 1) return false;
    std::vector<Value*> in;
    for (std::size_t i = 1; i < one_.operands.size(); ++i) {
      Value* const value = name == "selp" && i == 3 ? v_.predicate_of(operand(i))
                                                    : v_.value_of(operand(i), width(name, *type, i));
      if (value == nullptr) return false;
      in.push_back(value);
    }
    return give(result_of(*type, in));
  }

 private:
  /// cvta.space.u64 d, a: the generic address; cvta.to.space.u64 d, a: the address in the space.
  Value* converted_address() {
    Value* const address = v_.value_of(operand(1), 64);
    const bool cluster = one_.has("shared::cluster"),
               shared = cluster || one_.has("shared") || one_.has("shared::cta");
    if (address == nullptr || !shared) return address;
    return one_.has("to") ? v_.builder().CreateAnd(address, 0xffffffff)
                          : v_.bits_of(v_.shared_pointer(address, cluster));
  }
  [[nodiscard]] const std::string& operand(std::size_t i) const { return one_.operands[i].names[0]; }
  bool give(Value* value) { return v_.set(one_, operand(0), value); }

  /// Bits of an operand: most have those of the type.
  static unsigned width(const std::string& name, PtxType type, std::size_t i) {
    if ((name == "bfe" || name == "shl" || name == "shr") && i >= 2) return 32;
    if (name == "bfi" && i >= 3) return 32;
    if ((name == "mad" || name == "madc") && i == 3) return type.bits; // widened by the product
    return type.bits;
  }

  Value* math(MathFunction function, Value* x) {
    const bool wide = x->getType()->isDoubleTy();
    return v_.primitive(
        wide ? "__ws_math_f64" : "__ws_math_f32", x->getType(),
        {v_.number(static_cast<unsigned>(function)), x, llvm::Constant::getNullValue(x->getType())});
  }
  /// The function that is one instruction of the hardware's, where there is one.
  static MathFunction fast(MathFunction function) {
    switch (function) {
    case MathFunction::Sqrt: return MathFunction::FastSqrt;
    case MathFunction::Rsqrt: return MathFunction::FastRsqrt;
    case MathFunction::Rcp: return MathFunction::FastRcp;
    case MathFunction::Exp2: return MathFunction::FastExp2;
    case MathFunction::Log2: return MathFunction::FastLog2;
    case MathFunction::Sin: return MathFunction::FastSin;
    case MathFunction::Cos: return MathFunction::FastCos;
    case MathFunction::Tanh: return MathFunction::FastTanh;
    default: return function;
    }
  }
  Value* fma(Value* a, Value* b, Value* c) {
    return b_.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
  }
  [[nodiscard]] Rounding rounding() const {
    if (one_.has("rz") || one_.has("rzi")) return Rounding::Zero;
    if (one_.has("rm") || one_.has("rmi")) return Rounding::Down;
    if (one_.has("rp") || one_.has("rpi")) return Rounding::Up;
    return Rounding::Nearest;
  }
  Value* saturated(Value* x) {
    if (!one_.has("sat")) return x;
    Value* const zero = llvm::ConstantFP::get(x->getType(), 0.0);
    Value* const least = b_.CreateSelect(b_.CreateFCmpOGT(x, zero), x, zero); // not a number becomes 0
    Value* const most = llvm::ConstantFP::get(x->getType(), 1.0);
    return b_.CreateSelect(b_.CreateFCmpOLT(least, most), least, most);
  }
  /// A float from the double that is its exact value or nearest to it.
  Value* rounded(Value* exact) {
    Value* const nearest = b_.CreateFPTrunc(exact, b_.getFloatTy());
    if (rounding() == Rounding::Nearest) return nearest;
    Value* const back = b_.CreateFPExt(nearest, b_.getDoubleTy());
    Value* const bits = b_.CreateBitCast(nearest, b_.getInt32Ty());
    Value* const zero = llvm::ConstantFP::get(exact->getType(), 0.0);
    // One step towards zero or away from it is one step of the bits.
    Value* const negative = b_.CreateFCmpOLT(exact, zero);
    Value* const above = b_.CreateFCmpOGT(back, exact);
    Value* const below = b_.CreateFCmpOLT(back, exact);
    Value* const wrong = rounding() == Rounding::Up     ? below
                         : rounding() == Rounding::Down ? above
                                                        : b_.CreateSelect(negative, below, above);
    Value* const away = rounding() == Rounding::Up     ? b_.CreateNot(negative)
                        : rounding() == Rounding::Down ? negative
                                                       : b_.getFalse();
    Value* const step = b_.CreateSelect(away, v_.number(1), v_.number(~0u));
    return b_.CreateBitCast(b_.CreateAdd(bits, b_.CreateSelect(wrong, step, v_.number(0))), b_.getFloatTy());
  }
  /// A sum or product of floats in the statement's rounding; null: a double's is only to the nearest.
  Value* directed(Value* a, Value* b, Value* c, const std::string& name) {
    const bool plain = rounding() == Rounding::Nearest;
    if (!plain && a->getType()->isDoubleTy()) return nullptr;
    if (!plain) {
      a = b_.CreateFPExt(a, b_.getDoubleTy()), b = b_.CreateFPExt(b, b_.getDoubleTy());
      if (c != nullptr) c = b_.CreateFPExt(c, b_.getDoubleTy());
    }
    Value* const made = c != nullptr    ? fma(a, b, c)
                        : name == "add" ? b_.CreateFAdd(a, b)
                        : name == "sub" ? b_.CreateFSub(a, b)
                        : name == "mul" ? b_.CreateFMul(a, b)
                                        : b_.CreateFDiv(a, b);
    return saturated(plain ? made : rounded(made));
  }

  Value* float_result(const std::string& name, const std::vector<Value*>& x) {
    if (x.size() == 1) {
      static const std::map<std::string_view, MathFunction> functions = {
          {"sqrt", MathFunction::Sqrt}, {"rsqrt", MathFunction::Rsqrt}, {"rcp", MathFunction::Rcp},
          {"ex2", MathFunction::Exp2},  {"lg2", MathFunction::Log2},    {"sin", MathFunction::Sin},
          {"cos", MathFunction::Cos},   {"tanh", MathFunction::Tanh},   {"abs", MathFunction::Abs}};
      if (name == "neg") return b_.CreateFNeg(x[0]);
      if (rounding() != Rounding::Nearest) return nullptr;
      const auto found = functions.find(name);
      if (found == functions.end()) return nullptr;
      return math(one_.has("approx") && x[0]->getType()->isFloatTy() ? fast(found->second) : found->second,
                  x[0]);
    }
    if (x.size() == 2) {
      if (name == "add" || name == "sub" || name == "mul" || name == "div")
        return directed(x[0], x[1], nullptr, name);
      if (name == "min" || name == "max") {
        Value* const made = b_.CreateBinaryIntrinsic(
            name == "min" ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum, x[0], x[1]);
        if (!one_.has("NaN")) return made;
        return b_.CreateSelect(b_.CreateFCmpUNO(x[0], x[1]), llvm::ConstantFP::getNaN(x[0]->getType()), made);
      }
      if (name == "copysign") return b_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, x[1], x[0]);
      return nullptr;
    }
    if (x.size() == 3 && (name == "fma" || name == "mad")) {
      Value* const made = directed(x[0], x[1], x[2], name);
      if (made == nullptr || !one_.has("relu")) return made;
      Value* const zero = llvm::ConstantFP::get(made->getType(), 0.0);
      return b_.CreateSelect(b_.CreateFCmpOGT(made, zero), made, zero);
    }
    return nullptr;
  }

  /// The operations that are one primitive; null: it is none of them.
  Value* half_operation(PtxType type, const std::vector<Value*>& in) {
    using program::HalfOp, program::HalfFlags;
    static const std::map<std::string_view, HalfOp> operations = {
        {"add", HalfOp::Add}, {"sub", HalfOp::Sub}, {"mul", HalfOp::Mul}, {"fma", HalfOp::Fma},
        {"min", HalfOp::Min}, {"max", HalfOp::Max}, {"neg", HalfOp::Neg}, {"abs", HalfOp::Abs}};
    const auto found = operations.find(one_.words.front());
    if (found == operations.end() || in.empty() || in.size() > 3 || rounding() != Rounding::Nearest ||
        one_.has("sat") || one_.has("relu") || one_.has("NaN") || one_.has("xorsign"))
      return nullptr;
    unsigned operation = static_cast<unsigned>(found->second);
    if (type.kind == 'e') operation += HalfFlags::bfloat;
    if (type.bits == 32) operation += HalfFlags::pair;
    std::vector<Value*> all = {v_.number(operation)};
    for (std::size_t i = 0; i < 3; ++i)
      all.push_back(b_.CreateZExt(in[std::min(i, in.size() - 1)], b_.getInt32Ty()));
    return b_.CreateTrunc(v_.primitive("__ws_half_math", b_.getInt32Ty(), all), b_.getIntNTy(type.bits));
  }

  /// Halves and bfloat16, one or two: done in float and rounded once.
  Value* half_result(PtxType type, const std::vector<Value*>& in) {
    if (Value* const whole = half_operation(type, in)) return whole;
    const PtxType lane{16, type.kind};
    Value* all = b_.getIntN(type.bits, 0);
    for (unsigned shift = 0; shift < type.bits; shift += 16) {
      std::vector<Value*> x;
      for (Value* const value : in)
        x.push_back(
            ptx_half_as_float(v_, lane, b_.CreateTrunc(b_.CreateLShr(value, shift), b_.getInt16Ty())));
      Value* const made = float_result(one_.words.front(), x);
      if (made == nullptr) return nullptr;
      Value* const bits = b_.CreateZExt(ptx_float_as_half(v_, lane, made), b_.getIntNTy(type.bits));
      all = b_.CreateOr(all, b_.CreateShl(bits, shift));
    }
    return all;
  }

  /// mov d, a; with {a, b} on one side: packed or taken apart.
  bool move(PtxType type) {
    if (one_.operands.size() != 2) return false;
    const PtxOperand &to = one_.operands[0], &from = one_.operands[1];
    if (to.names.size() == 1 && from.names.size() == 1)
      return v_.set(one_, to.names[0], v_.value_of(from.names[0], type.bits));
    const unsigned pieces = static_cast<unsigned>(std::max(to.names.size(), from.names.size()));
    if (type.bits % pieces != 0) return false;
    const unsigned bits = type.bits / pieces;
    if (to.names.size() == 1) {
      Value* all = b_.getIntN(type.bits, 0);
      for (unsigned i = 0; i < pieces; ++i) {
        Value* piece = v_.value_of(from.names[i], bits);
        if (piece == nullptr) return false;
        piece = b_.CreateZExt(piece, b_.getIntNTy(type.bits));
        all = b_.CreateOr(all, b_.CreateShl(piece, i * bits));
      }
      return v_.set(one_, to.names[0], all);
    }
    if (from.names.size() != 1) return false;
    Value* const whole = v_.value_of(from.names[0], type.bits);
    if (whole == nullptr) return false;
    for (unsigned i = 0; i < pieces; ++i)
      if (!v_.set(one_, to.names[i], b_.CreateTrunc(b_.CreateLShr(whole, i * bits), b_.getIntNTy(bits))))
        return false;
    return true;
  }

  /// A shift as PTX has it: by the width or more gives 0, or the sign.
  Value* shifted(PtxType type, Value* value, Value* amount) {
    Value* const over = b_.CreateICmpUGE(amount, v_.number(type.bits));
    Value* const within = b_.CreateZExtOrTrunc(b_.CreateSelect(over, v_.number(type.bits - 1), amount),
                                               value->getType());
    if (one_.words.front() == "shr" && type.kind == 's') return b_.CreateAShr(value, within);
    Value* const moved = one_.words.front() == "shl" ? b_.CreateShl(value, within)
                                                     : b_.CreateLShr(value, within);
    return b_.CreateSelect(over, b_.getIntN(type.bits, 0), moved);
  }

  [[nodiscard]] llvm::CmpInst::Predicate comparison(PtxType type) const {
    using P = llvm::CmpInst::Predicate;
    const bool f = type.kind == 'f' || type.kind == 'h' || type.kind == 'e', s = type.kind == 's';
    const std::string& how = one_.words[1];
    if (how == "eq") return f ? P::FCMP_OEQ : P::ICMP_EQ;
    if (how == "ne") return f ? P::FCMP_ONE : P::ICMP_NE;
    if (how == "lt" || how == "lo") return f ? P::FCMP_OLT : s ? P::ICMP_SLT : P::ICMP_ULT;
    if (how == "le" || how == "ls") return f ? P::FCMP_OLE : s ? P::ICMP_SLE : P::ICMP_ULE;
    if (how == "gt" || how == "hi") return f ? P::FCMP_OGT : s ? P::ICMP_SGT : P::ICMP_UGT;
    if (how == "ge" || how == "hs") return f ? P::FCMP_OGE : s ? P::ICMP_SGE : P::ICMP_UGE;
    if (!f) return P::BAD_ICMP_PREDICATE;
    if (how == "equ") return P::FCMP_UEQ;
    if (how == "neu") return P::FCMP_UNE;
    if (how == "ltu") return P::FCMP_ULT;
    if (how == "leu") return P::FCMP_ULE;
    if (how == "gtu") return P::FCMP_UGT;
    if (how == "geu") return P::FCMP_UGE;
    if (how == "num") return P::FCMP_ORD;
    return how == "nan" ? P::FCMP_UNO : P::BAD_ICMP_PREDICATE;
  }
  /// setp.cmp{.bool}.type p{|q}, a, b{, c}; set.cmp.dtype.stype d, a, b;
  bool compare(PtxType type) {
    const auto how = comparison(type);
    const bool known = how != llvm::CmpInst::Predicate::BAD_ICMP_PREDICATE;
    if (!known || one_.operands.size() < 3 || (type.kind != 'f' && type.bits > 16 && type.kind == 'h'))
      return false;
    Value* a = v_.value_of(operand(1), type.bits);
    Value* b = v_.value_of(operand(2), type.bits);
    if (a == nullptr || b == nullptr) return false;
    if (type.kind == 'h' || type.kind == 'e') {
      if (type.bits != 16) return false;
      a = ptx_half_as_float(v_, type, a), b = ptx_half_as_float(v_, type, b);
    } else if (type.kind == 'f') {
      a = v_.as_float(a), b = v_.as_float(b);
    }
    Value* const plain = llvm::CmpInst::isFPPredicate(how) ? b_.CreateFCmp(how, a, b)
                                                           : b_.CreateICmp(how, a, b);
    if (one_.words.front() == "set") {
      const auto to = ptx_type(one_.words[one_.words.size() - 2]);
      if (!to || one_.operands.size() != 3) return false;
      Value* const yes = to->kind == 'f' ? v_.number(0x3f800000u) : v_.number(~0u);
      return give(b_.CreateSelect(plain, yes, v_.number(0)));
    }
    Value* other = nullptr;
    if (one_.operands.size() == 4 && (other = v_.predicate_of(operand(3))) == nullptr) return false;
    const auto with = [&](Value* value) {
      if (other == nullptr) return value;
      return one_.has("and")  ? b_.CreateAnd(value, other)
             : one_.has("or") ? b_.CreateOr(value, other)
                              : b_.CreateXor(value, other);
    };
    const PtxOperand& to = one_.operands[0];
    return v_.set(one_, to.names[0], with(plain)) &&
           (to.names.size() < 2 || v_.set(one_, to.names[1], with(b_.CreateNot(plain))));
  }

  /// A mask of `length` ones from bit `begin` on; what lies behind the highest bit is cut off.
  Value* bit_mask(unsigned bits, Value* begin, Value* length) {
    llvm::Type* const type = b_.getIntNTy(bits);
    Value* const all = llvm::Constant::getAllOnesValue(type);
    const auto moved = [&](Value* x, Value* by) {
      Value* const within = b_.CreateZExtOrTrunc(b_.CreateAnd(by, bits - 1), type);
      return b_.CreateSelect(b_.CreateICmpUGE(by, v_.number(bits)), b_.getIntN(bits, 0),
                             b_.CreateShl(x, within));
    };
    return moved(b_.CreateNot(moved(all, length)), begin);
  }
  Value* extracted(PtxType type, const std::vector<Value*>& in) {
    Value *const begin = b_.CreateAnd(in[1], 255), *const length = b_.CreateAnd(in[2], 255);
    llvm::Type* const wide = in[0]->getType();
    const auto within = [&](Value* by) {
      return b_.CreateZExtOrTrunc(
          b_.CreateSelect(b_.CreateICmpUGE(by, v_.number(type.bits)), v_.number(type.bits - 1), by), wide);
    };
    if (type.kind != 's') {
      Value* const moved = b_.CreateSelect(b_.CreateICmpUGE(begin, v_.number(type.bits)),
                                           b_.getIntN(type.bits, 0), b_.CreateLShr(in[0], within(begin)));
      return b_.CreateAnd(moved, bit_mask(type.bits, v_.number(0), length));
    }
    // Upwards until the field's highest bit is the sign, and down again.
    Value* const end = b_.CreateAdd(begin, length);
    Value* const up = b_.CreateSelect(b_.CreateICmpUGE(end, v_.number(type.bits)), v_.number(0),
                                      b_.CreateSub(v_.number(type.bits), end));
    Value* const top = b_.CreateShl(in[0], within(up));
    Value* const result = b_.CreateAShr(top, within(b_.CreateAdd(begin, up)));
    return b_.CreateSelect(b_.CreateICmpEQ(length, v_.number(0)), b_.getIntN(type.bits, 0), result);
  }
  Value* inserted(PtxType type, const std::vector<Value*>& in) {
    Value *const begin = b_.CreateAnd(in[2], 255), *const length = b_.CreateAnd(in[3], 255);
    Value* const mask = bit_mask(type.bits, begin, length);
    Value* const within = b_.CreateZExtOrTrunc(b_.CreateAnd(begin, type.bits - 1), in[0]->getType());
    return b_.CreateOr(b_.CreateAnd(b_.CreateShl(in[0], within), mask),
                       b_.CreateAnd(in[1], b_.CreateNot(mask)));
  }

  /// The carry of add.cc and its like, kept in a variable of the function; null: nothing has set it.
  llvm::AllocaInst* carry(bool made) {
    llvm::BasicBlock& entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
    for (llvm::Instruction& instruction : entry)
      if (auto* found = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          found != nullptr && found->getName() == "ptx.carry")
        return found;
    if (!made) return nullptr;
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    return at_entry.CreateAlloca(b_.getInt1Ty(), nullptr, "ptx.carry");
  }
  /// a + b, or a - b; with the carry in and out as the statement's name says.
  Value* carried(Value* a, Value* b, bool subtract, bool in, bool out) {
    llvm::Type* const type = a->getType();
    Value* first = nullptr;
    if (in) {
      llvm::AllocaInst* const from = carry(false);
      if (from == nullptr) return nullptr; // it was set in another function, or not at all
      first = b_.CreateZExt(b_.CreateLoad(b_.getInt1Ty(), from), type);
    }
    Value* const sum = subtract ? b_.CreateSub(a, b) : b_.CreateAdd(a, b);
    Value* over = subtract ? b_.CreateICmpULT(a, b) : b_.CreateICmpULT(sum, a);
    Value* result = sum;
    if (first != nullptr) {
      result = subtract ? b_.CreateSub(sum, first) : b_.CreateAdd(sum, first);
      over = b_.CreateOr(over, subtract ? b_.CreateICmpULT(sum, first) : b_.CreateICmpULT(result, sum));
    }
    if (out) b_.CreateStore(over, carry(true));
    return result;
  }

  Value* multiplied(PtxType type, Value* a, Value* b) {
    const bool is_signed = type.kind == 's';
    if (one_.has("lo")) return b_.CreateMul(a, b);
    if (one_.has("hi") && type.bits == 64)
      return v_.primitive(is_signed ? "__ws_mulhi_s64" : "__ws_mulhi_u64", b_.getInt64Ty(), {a, b});
    if (!one_.has("wide") && !(one_.has("hi") && type.bits <= 32)) return nullptr;
    if (type.bits > 32) return nullptr;
    llvm::Type* const wide = b_.getIntNTy(type.bits * 2);
    Value* const product = b_.CreateMul(is_signed ? b_.CreateSExt(a, wide) : b_.CreateZExt(a, wide),
                                        is_signed ? b_.CreateSExt(b, wide) : b_.CreateZExt(b, wide));
    return one_.has("wide") ? product : b_.CreateTrunc(b_.CreateLShr(product, type.bits), a->getType());
  }
  Value* low_24(PtxType type, Value* x) {
    if (type.kind != 's') return b_.CreateAnd(x, 0xffffff);
    return b_.CreateAShr(b_.CreateShl(x, 8), 8);
  }

  /// Null: not known.
  Value* result_of(PtxType type, const std::vector<Value*>& in) {
    const std::string& name = one_.words.front();
    const bool is_signed = type.kind == 's';
    if (name == "selp" && in.size() == 3) return b_.CreateSelect(in[2], in[0], in[1]);
    if (type.kind == 'h' || type.kind == 'e') return half_result(type, in);
    if (name == "slct" && in.size() == 3) return selected(type, in);
    if (type.kind == 'f') {
      std::vector<Value*> x;
      for (Value* const value : in) x.push_back(v_.as_float(value));
      Value* const made = float_result(name, x);
      return made == nullptr ? nullptr : v_.bits_of(made);
    }
    if (in.size() == 1) return one_operand(name, type, in[0]);
    if (in.size() == 2) {
      Value *const a = in[0], *const b = in[1];
      if (name == "and") return b_.CreateAnd(a, b);
      if (name == "or") return b_.CreateOr(a, b);
      if (name == "xor") return b_.CreateXor(a, b);
      if (name == "shl" || name == "shr") return shifted(type, a, b);
      if (name == "bmsk") return one_.has("clamp") ? bit_mask(32, a, b) : nullptr;
      const bool adds = name == "add" || name == "addc", subtracts = name == "sub" || name == "subc";
      if ((adds || subtracts) && one_.has("sat"))
        return b_.CreateBinaryIntrinsic(adds ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::ssub_sat, a, b);
      if (adds || subtracts) return carried(a, b, subtracts, name.ends_with("c"), one_.has("cc"));
      if (name == "mul") return multiplied(type, a, b);
      if (name == "mul24" && one_.has("lo")) return b_.CreateMul(low_24(type, a), low_24(type, b));
      if (name == "min")
        return b_.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a, b);
      if (name == "max")
        return b_.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a, b);
      if (name == "rem") return is_signed ? b_.CreateSRem(a, b) : b_.CreateURem(a, b);
      if (name == "div") return is_signed ? b_.CreateSDiv(a, b) : b_.CreateUDiv(a, b);
      return nullptr;
    }
    if (in.size() == 3) {
      if (name == "bfe") return extracted(type, in);
      if (name == "sad") return b_.CreateAdd(distance(type, in[0], in[1]), in[2]);
      if (name == "dp4a" || name == "dp2a") return dot(in);
      if (name == "vabsdiff4" || name == "vadd4" || name == "vsub4") return by_bytes(name, in);
      if (name == "mad" || name == "madc" || name == "mad24") {
        Value* const product = name == "mad24"
                                   ? (one_.has("lo") ? b_.CreateMul(low_24(type, in[0]), low_24(type, in[1]))
                                                     : nullptr)
                                   : multiplied(type, in[0], in[1]);
        if (product == nullptr) return nullptr;
        Value* third = in[2];
        if (product->getType() != third->getType()) third = v_.value_of(operand(3), type.bits * 2);
        return carried(product, third, false, name == "madc", one_.has("cc"));
      }
      return nullptr;
    }
    if (in.size() == 4 && name == "lop3" && type.bits == 32) return logic(in);
    if (in.size() == 4 && name == "bfi") return inserted(type, in);
    return nullptr;
  }

  Value* one_operand(const std::string& name, PtxType type, Value* x) {
    const auto zeros = [&](Value* of) {
      return b_.CreateZExtOrTrunc(b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, of, b_.getFalse()),
                                  b_.getInt32Ty());
    };
    if (name == "not") return b_.CreateNot(x);
    if (name == "cnot") return b_.CreateZExt(b_.CreateIsNull(x), x->getType());
    if (name == "neg") return b_.CreateNeg(x);
    if (name == "abs" && type.kind == 's')
      return b_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x, b_.getFalse());
    if (name == "popc")
      return b_.CreateZExtOrTrunc(b_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, x), b_.getInt32Ty());
    if (name == "clz") return zeros(x);
    if (name == "brev") return b_.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, x);
    if (name == "bfind") { // the highest bit that differs from the sign; none: all ones
      Value* const bits = type.kind == 's' ? b_.CreateXor(x, b_.CreateAShr(x, type.bits - 1)) : x;
      Value* const count = zeros(bits);
      if (!one_.has("shiftamt")) return b_.CreateSub(v_.number(type.bits - 1), count);
      return b_.CreateSelect(b_.CreateIsNull(bits), v_.number(~0u), count);
    }
    return nullptr;
  }

  /// slct.dtype.f32|s32 d, a, b, c: a where c is not below 0.
  Value* selected(PtxType type, const std::vector<Value*>& in) {
    const auto to = ptx_type(one_.words[1]);
    if (!to || one_.words.size() < 3) return nullptr;
    Value *const a = v_.value_of(operand(1), to->bits), *const b = v_.value_of(operand(2), to->bits);
    if (a == nullptr || b == nullptr) return nullptr;
    Value* const first = type.kind == 'f' ? b_.CreateFCmpOGE(v_.as_float(in[2]),
                                                             llvm::ConstantFP::get(b_.getFloatTy(), 0.0))
                                          : b_.CreateICmpSGE(in[2], b_.getInt32(0));
    return b_.CreateSelect(first, a, b);
  }

  Value* distance(PtxType type, Value* a, Value* b) {
    Value* const less = type.kind == 's' ? b_.CreateICmpSLT(a, b) : b_.CreateICmpULT(a, b);
    return b_.CreateSelect(less, b_.CreateSub(b, a), b_.CreateSub(a, b));
  }
  Value* lane(Value* x, unsigned bits, unsigned i, bool is_signed) {
    Value* const piece = b_.CreateTrunc(b_.CreateLShr(x, i * bits), b_.getIntNTy(bits));
    return is_signed ? b_.CreateSExt(piece, b_.getInt32Ty()) : b_.CreateZExt(piece, b_.getInt32Ty());
  }
  /// dp4a.atype.btype d, a, b, c; dp2a.lo|hi.atype.btype: two halves of a by two bytes of b.
  Value* dot(const std::vector<Value*>& in) {
    const std::size_t last = one_.words.size() - 1;
    const bool a_signed = one_.words[last - 1] == "s32", b_signed = one_.words[last] == "s32";
    const bool two = one_.words.front() == "dp2a";
    Value* sum = in[2];
    for (unsigned i = 0; i < (two ? 2u : 4u); ++i)
      sum = b_.CreateAdd(sum, b_.CreateMul(lane(in[0], two ? 16 : 8, i, a_signed),
                                           lane(in[1], 8, two && one_.has("hi") ? i + 2 : i, b_signed)));
    return sum;
  }
  /// vabsdiff4.u32.u32.u32{.add} and its like, byte by byte.
  Value* by_bytes(const std::string& name, const std::vector<Value*>& in) {
    const bool adds = one_.has("add");
    if (!one_.has("u32") || one_.has("sat")) return nullptr;
    Value* result = adds ? in[2] : v_.number(0);
    for (unsigned i = 0; i < 4; ++i) {
      Value *const a = lane(in[0], 8, i, false), *const b = lane(in[1], 8, i, false);
      Value* const made = name == "vabsdiff4" ? distance({32, 'u'}, a, b)
                          : name == "vadd4"   ? b_.CreateAdd(a, b)
                                              : b_.CreateSub(a, b);
      result = adds ? b_.CreateAdd(result, made)
                    : b_.CreateOr(result, b_.CreateShl(b_.CreateAnd(made, 255), i * 8));
    }
    return result;
  }
  /// Bit i of the table: what the bits (a, b, c) = i give.
  Value* logic(const std::vector<Value*>& in) {
    const auto* table = llvm::dyn_cast<llvm::ConstantInt>(in[3]);
    if (table == nullptr) return nullptr;
    Value* result = v_.number(0);
    for (unsigned row = 0; row < 8; ++row) {
      if ((table->getZExtValue() >> row & 1u) == 0) continue;
      Value* term = v_.number(~0u);
      for (unsigned i = 0; i < 3; ++i)
        term = b_.CreateAnd(term, (row >> (2 - i) & 1u) != 0 ? in[i] : b_.CreateNot(in[i]));
      result = b_.CreateOr(result, term);
    }
    return result;
  }

  /// prmt.b32{.mode} d, a, b, c; a mode's selector follows from c's two lowest bits.
  Value* permuted() {
    if (one_.operands.size() != 4) return nullptr;
    Value *const a = v_.value_of(operand(1), 32), *const b = v_.value_of(operand(2), 32);
    Value* selector = v_.value_of(operand(3), 32);
    if (a == nullptr || b == nullptr || selector == nullptr) return nullptr;
    static const std::map<std::string_view, std::array<unsigned, 4>> modes = {
        {"f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
        {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
        {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}}};
    if (const auto mode = modes.find(one_.words.back()); mode != modes.end()) {
      Value* const which = b_.CreateAnd(selector, 3);
      selector = v_.number(mode->second[3]);
      for (unsigned i = 0; i < 3; ++i)
        selector = b_.CreateSelect(b_.CreateICmpEQ(which, v_.number(i)), v_.number(mode->second[i]),
                                   selector);
    } else if (one_.words.back() != "b32") {
      return nullptr;
    }
    return v_.primitive("__ws_prmt", b_.getInt32Ty(), {a, b, selector});
  }
  /// shf.l|r.wrap|clamp.b32 d, low, high, amount.
  Value* funnel() {
    if (one_.operands.size() != 4 || one_.words.back() != "b32") return nullptr;
    Value *const low = v_.value_of(operand(1), 32), *const high = v_.value_of(operand(2), 32);
    Value* const amount = v_.value_of(operand(3), 32);
    if (low == nullptr || high == nullptr || amount == nullptr) return nullptr;
    const bool left = one_.has("l");
    Value* const both = b_.CreateOr(b_.CreateShl(b_.CreateZExt(high, b_.getInt64Ty()), 32),
                                    b_.CreateZExt(low, b_.getInt64Ty()));
    Value* const within = one_.has("clamp") ? b_.CreateSelect(b_.CreateICmpUGT(amount, v_.number(32)),
                                                              v_.number(32), amount)
                                            : b_.CreateAnd(amount, 31);
    Value* const by = b_.CreateZExt(within, b_.getInt64Ty());
    Value* const moved = left ? b_.CreateLShr(b_.CreateShl(both, by), 32) : b_.CreateLShr(both, by);
    return b_.CreateTrunc(moved, b_.getInt32Ty());
  }

  Value* clamped(Value* x, PtxType from, PtxType to) {
    // Into a wider type first, so that both ends of the target exist there.
    llvm::Type* const wide = b_.getInt64Ty();
    x = from.kind == 's' ? b_.CreateSExtOrTrunc(x, wide) : b_.CreateZExtOrTrunc(x, wide);
    if (to.bits >= 64 || from.bits >= 64) return nullptr;
    const std::int64_t most = to.kind == 's' ? (std::int64_t{1} << (to.bits - 1)) - 1
                                             : (std::int64_t{1} << to.bits) - 1;
    const std::int64_t least = to.kind == 's' ? -most - 1 : 0;
    x = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, b_.getInt64(static_cast<std::uint64_t>(most)));
    x = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, b_.getInt64(static_cast<std::uint64_t>(least)));
    return b_.CreateTrunc(x, b_.getIntNTy(to.bits));
  }
  static bool floating(PtxType type) { return type.kind == 'f' || type.kind == 'h' || type.kind == 'e'; }
  /// Narrow results lie in registers of at least 16 bits, extended as their type says.
  Value* in_register(Value* x, PtxType to) {
    if (to.bits >= 32) return x;
    return to.kind == 's' ? b_.CreateSExt(x, b_.getInt32Ty()) : b_.CreateZExt(x, b_.getInt32Ty());
  }

  /// cvt.to.from; cvt.to.f32 d, a, b into two lanes, of which a is the upper.
  Value* converted() {
    if (is_ptx_fp8(one_)) return ptx_fp8_converted(v_, one_);
    if (one_.words.size() < 3 || one_.operands.size() < 2) return nullptr;
    const auto from = ptx_type(one_.words.back());
    const std::string& target = one_.words[one_.words.size() - 2];
    if (!from) return nullptr;
    if (target == "tf32") { // 10 bits of mantissa are left; .rna rounds ties away
      Value* const x = v_.value_of(operand(1), 32);
      if (x == nullptr || from->kind != 'f') return nullptr;
      Value* const half = one_.has("rna") ? v_.number(0x1000)
                          : one_.has("rn")
                              ? b_.CreateAdd(v_.number(0xfff), b_.CreateAnd(b_.CreateLShr(x, 13), 1))
                              : v_.number(0);
      Value* const finite = b_.CreateICmpNE(b_.CreateAnd(x, 0x7f800000), v_.number(0x7f800000));
      return b_.CreateSelect(finite, b_.CreateAnd(b_.CreateAdd(x, half), ~std::uint64_t{0x1fff} & 0xffffffff),
                             x);
    }
    const auto to = ptx_type(target);
    if (!to) return nullptr;
    if (to->bits == 32 && (to->kind == 'h' || to->kind == 'e')) {
      if (one_.operands.size() != 3 || from->kind != 'f' || from->bits != 32) return nullptr;
      Value *const upper = v_.value_of(operand(1), 32), *const lower = v_.value_of(operand(2), 32);
      if (upper == nullptr || lower == nullptr) return nullptr;
      const PtxType lane{16, to->kind};
      const auto narrow = [&](Value* x) {
        return b_.CreateZExt(ptx_float_as_half(v_, lane, relu(v_.as_float(x))), b_.getInt32Ty());
      };
      return b_.CreateOr(b_.CreateShl(narrow(upper), 16), narrow(lower));
    }
    Value* const x = v_.value_of(operand(1), from->bits);
    if (x == nullptr || one_.operands.size() != 2) return nullptr;
    if (!floating(*from) && !floating(*to)) {
      if (one_.has("sat")) {
        Value* const made = clamped(x, *from, *to);
        return made == nullptr ? nullptr : in_register(made, *to);
      }
      llvm::Type* const type = b_.getIntNTy(to->bits);
      return in_register(from->kind == 's' ? b_.CreateSExtOrTrunc(x, type) : b_.CreateZExtOrTrunc(x, type),
                         *to);
    }
    if (!floating(*from)) { // an integer
      const bool is_signed = from->kind == 's';
      const bool exact = to->kind == 'f' && (rounding() == Rounding::Nearest || from->bits < 64);
      if (!exact && rounding() != Rounding::Nearest) return nullptr;
      llvm::Type* const type = to->kind == 'f' && to->bits == 64 ? b_.getDoubleTy() : b_.getFloatTy();
      const bool directed = rounding() != Rounding::Nearest && type->isFloatTy();
      llvm::Type* const first = directed ? b_.getDoubleTy() : type;
      Value* made = is_signed ? b_.CreateSIToFP(x, first) : b_.CreateUIToFP(x, first);
      if (directed) made = rounded(made);
      return to->kind == 'f' ? v_.bits_of(made) : in_register(ptx_float_as_half(v_, *to, made), *to);
    }
    Value* value = from->kind == 'f' ? v_.as_float(x) : ptx_half_as_float(v_, *from, x);
    if (!floating(*to)) return to_integer(value, *to);
    if (one_.has("rni")) value = math(MathFunction::Rint, value);
    else if (one_.has("rzi")) value = math(MathFunction::Trunc, value);
    else if (one_.has("rmi")) value = math(MathFunction::Floor, value);
    else if (one_.has("rpi")) value = math(MathFunction::Ceil, value);
    value = relu(saturated(value));
    if (to->kind != 'f') {
      if (value->getType()->isDoubleTy()) value = b_.CreateFPTrunc(value, b_.getFloatTy());
      return in_register(ptx_float_as_half(v_, *to, value), *to);
    }
    if (to->bits == 64)
      return v_.bits_of(value->getType()->isDoubleTy() ? value : b_.CreateFPExt(value, b_.getDoubleTy()));
    if (!value->getType()->isDoubleTy()) return v_.bits_of(value);
    return v_.bits_of(rounded(value));
  }
  Value* relu(Value* x) {
    if (!one_.has("relu")) return x;
    Value* const zero = llvm::ConstantFP::get(x->getType(), 0.0);
    return b_.CreateSelect(b_.CreateFCmpOGT(x, zero), x, zero);
  }
  Value* to_integer(Value* value, PtxType to) {
    const bool is_signed = to.kind == 's', is_double = value->getType()->isDoubleTy();
    const PtxType wide{to.bits == 64 ? 64u : 32u, to.kind};
    const std::string name = std::string("__ws_") + (is_double ? "f64" : "f32") + "_to_" +
                             (is_signed ? "s" : "u") + (wide.bits == 64 ? "64" : "32");
    Value* const made = v_.primitive(name.c_str(), b_.getIntNTy(wide.bits),
                                     {value, v_.number(static_cast<unsigned>(rounding()))});
    return to.bits >= 32 ? made : in_register(clamped(made, wide, to), to);
  }

  PtxValues& v_;
  llvm::IRBuilder<>& b_;
  const PtxStatement& one_;
};

} // namespace

Value* ptx_half_as_float(PtxValues& values, PtxType type, Value* bits) {
  llvm::IRBuilder<>& b = values.builder();
  return values.primitive(type.kind == 'h' ? "__ws_f16_to_f32" : "__ws_bf16_to_f32", b.getFloatTy(), {bits});
}

Value* ptx_float_as_half(PtxValues& values, PtxType type, Value* value) {
  llvm::IRBuilder<>& b = values.builder();
  if (type.kind == 'e') return values.primitive("__ws_f32_to_bf16", b.getInt16Ty(), {value});
  return values.primitive("__ws_f32_to_f16", b.getInt16Ty(),
                          {value, values.number(static_cast<unsigned>(Rounding::Nearest))});
}

bool build_ptx_arithmetic(PtxValues& values, const PtxStatement& one) {
  return Arithmetic(values, one).build();
}

} // namespace warpscope::frontend
