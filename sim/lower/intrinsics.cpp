// Lowers the LLVM intrinsics that Clang emits for CUDA C++.
#include "sim/lower/function_lowering.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace warpscope::lower::lowering {

using namespace llvm;

namespace {

std::optional<program::MathFunction> math_of(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::sqrt: return program::MathFunction::Sqrt;
  case Intrinsic::fabs: return program::MathFunction::Abs;
  case Intrinsic::floor: return program::MathFunction::Floor;
  case Intrinsic::ceil: return program::MathFunction::Ceil;
  case Intrinsic::trunc: return program::MathFunction::Trunc;
  case Intrinsic::round: return program::MathFunction::Round;
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven: return program::MathFunction::Rint;
  case Intrinsic::exp: return program::MathFunction::Exp;
  case Intrinsic::exp2: return program::MathFunction::Exp2;
  case Intrinsic::exp10: return program::MathFunction::Exp10;
  case Intrinsic::log: return program::MathFunction::Log;
  case Intrinsic::log2: return program::MathFunction::Log2;
  case Intrinsic::log10: return program::MathFunction::Log10;
  case Intrinsic::sin: return program::MathFunction::Sin;
  case Intrinsic::cos: return program::MathFunction::Cos;
  case Intrinsic::tan: return program::MathFunction::Tan;
  case Intrinsic::asin: return program::MathFunction::Asin;
  case Intrinsic::acos: return program::MathFunction::Acos;
  case Intrinsic::atan: return program::MathFunction::Atan;
  case Intrinsic::sinh: return program::MathFunction::Sinh;
  case Intrinsic::cosh: return program::MathFunction::Cosh;
  case Intrinsic::tanh: return program::MathFunction::Tanh;
  case Intrinsic::minnum: return program::MathFunction::Min;
  case Intrinsic::maxnum: return program::MathFunction::Max;
  case Intrinsic::copysign: return program::MathFunction::Copysign;
  case Intrinsic::pow: return program::MathFunction::Pow;
  default: return std::nullopt;
  }
}

std::optional<program::SpecialRegister> special_of(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x: return program::SpecialRegister::TidX;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y: return program::SpecialRegister::TidY;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z: return program::SpecialRegister::TidZ;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x: return program::SpecialRegister::NTidX;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y: return program::SpecialRegister::NTidY;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z: return program::SpecialRegister::NTidZ;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x: return program::SpecialRegister::CtaidX;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y: return program::SpecialRegister::CtaidY;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z: return program::SpecialRegister::CtaidZ;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x: return program::SpecialRegister::NCtaidX;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y: return program::SpecialRegister::NCtaidY;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z: return program::SpecialRegister::NCtaidZ;
  case Intrinsic::nvvm_read_ptx_sreg_laneid: return program::SpecialRegister::LaneId;
  case Intrinsic::nvvm_read_ptx_sreg_warpid: return program::SpecialRegister::WarpId;
  case Intrinsic::nvvm_read_ptx_sreg_nwarpid: return program::SpecialRegister::NWarpId;
  case Intrinsic::nvvm_read_ptx_sreg_smid: return program::SpecialRegister::SmId;
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_eq: return program::SpecialRegister::LaneMaskEq;
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_lt: return program::SpecialRegister::LaneMaskLt;
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_le: return program::SpecialRegister::LaneMaskLe;
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_gt: return program::SpecialRegister::LaneMaskGt;
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_ge: return program::SpecialRegister::LaneMaskGe;
  case Intrinsic::nvvm_read_ptx_sreg_clock: return program::SpecialRegister::Clock;
  default: return std::nullopt;
  }
}

} // namespace

void FunctionLowering::lower_overflow(const IntrinsicInst& call) {
  const unsigned bits = call.getArgOperand(0)->getType()->getScalarSizeInBits();
  const Operand a = operand_of(*call.getArgOperand(0)), b = operand_of(*call.getArgOperand(1));
  const bool is_wide = bits > 32;
  const Form form = is_wide ? Form::Wide : Form::Word;
  const Operand zero = const_of(form, 0);
  Operand result = 0, overflow = 0;
  const auto both = [&](program::Opcode op32, program::Opcode op64, Operand x, Operand y) {
    return is_wide ? wide(op64, x, y) : word(op32, x, y);
  };
  switch (call.getIntrinsicID()) {
  case Intrinsic::uadd_with_overflow:
    result = integer_binary(llvm::Instruction::Add, bits, a, b, call);
    overflow = compare_integers(CmpInst::ICMP_ULT, bits, result, a);
    break;
  case Intrinsic::usub_with_overflow:
    result = integer_binary(llvm::Instruction::Sub, bits, a, b, call);
    overflow = compare_integers(CmpInst::ICMP_ULT, bits, a, b);
    break;
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::ssub_with_overflow: {
    const bool sum = call.getIntrinsicID() == Intrinsic::sadd_with_overflow;
    result = integer_binary(sum ? llvm::Instruction::Add : llvm::Instruction::Sub, bits, a, b, call);
    // The sum overflowed when the signs of both operands differ from the result's (for a difference: with b
    // negated).
    const Operand x = both(program::Opcode::Xor32, program::Opcode::Xor64, a, result);
    const Operand y = sum ? both(program::Opcode::Xor32, program::Opcode::Xor64, b, result)
                          : both(program::Opcode::Xor32, program::Opcode::Xor64, a, b);
    overflow = compare_integers(CmpInst::ICMP_SLT, bits,
                                both(program::Opcode::And32, program::Opcode::And64, x, y), zero);
    break;
  }
  default: { // products
    const bool is_signed = call.getIntrinsicID() == Intrinsic::smul_with_overflow;
    result = integer_binary(llvm::Instruction::Mul, bits, a, b, call);
    if (bits == 32 || bits == 64) {
      const Operand high = is_signed ? both(program::Opcode::MulHiS32, program::Opcode::MulHiS64, a, b)
                                     : both(program::Opcode::MulHiU32, program::Opcode::MulHiU64, a, b);
      const Operand expected = is_signed ? both(program::Opcode::ShrS32, program::Opcode::ShrS64, result,
                                                const_of(form, bits - 1))
                                         : zero;
      overflow = compare_integers(CmpInst::ICMP_NE, bits, high, expected);
    } else {
      context_.unsupported(&call, "a checked product of " + std::to_string(bits) + " bits");
      overflow = context_.pool.predicate(false);
    }
  }
  }
  define(call, {result, overflow});
}

/// Lowers the intrinsic element by element; false if it is none of these.
bool FunctionLowering::lower_integer_intrinsic(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  Type* type = call.getType()->getScalarType();
  if (!type->isIntegerTy()) return false;
  const unsigned bits = type->getIntegerBitWidth();
  const bool is_wide = bits > 32;
  const Form form = is_wide ? Form::Wide : Form::Word;
  const auto one = [&](program::Opcode op32, program::Opcode op64, Operand a) {
    return is_wide ? wide(op64, a) : word(op32, a);
  };
  const auto two = [&](program::Opcode op32, program::Opcode op64, Operand a, Operand b) {
    return is_wide ? wide(op64, a, b) : word(op32, a, b);
  };
  const auto with_signs = [&](program::Opcode op32, program::Opcode op64, Operand a, Operand b) {
    return truncated(two(op32, op64, sign_extended(a, bits), sign_extended(b, bits)), bits);
  };
  const unsigned home = is_wide ? 64 : 32; // width of the registers
  const auto shift = [&](program::Opcode op32, program::Opcode op64, Operand a, unsigned by) {
    return by == 0 ? a : two(op32, op64, a, const_of(form, by));
  };
  const auto binary = [&](unsigned opcode, Operand a, Operand b) {
    return integer_binary(opcode, bits, a, b, call);
  };
  const auto scalar = [&](Operand a, Operand b, Operand c) -> std::optional<Operand> {
    switch (id) {
    case Intrinsic::ctpop: return one(program::Opcode::Popc32, program::Opcode::Popc64, a);
    case Intrinsic::ctlz: {
      const Operand count = one(program::Opcode::Clz32, program::Opcode::Clz64, a);
      return home == bits ? count : binary(llvm::Instruction::Sub, count, const_of(form, home - bits));
    }
    case Intrinsic::cttz: {
      if (home != bits)
        a = two(program::Opcode::Or32, program::Opcode::Or64, a, const_of(form, std::uint64_t{1} << bits));
      return one(program::Opcode::Ctz32, program::Opcode::Ctz64, a);
    }
    case Intrinsic::bitreverse:
      return shift(program::Opcode::ShrU32, program::Opcode::ShrU64,
                   one(program::Opcode::Brev32, program::Opcode::Brev64, a), home - bits);
    case Intrinsic::bswap:
      if (bits == 16) return word(program::Opcode::Prmt32, a, const_word(0), const_word(0x4401));
      if (bits == 32) return word(program::Opcode::Prmt32, a, const_word(0), const_word(0x0123));
      if (bits == 64) {
        const Operand low = word(program::Opcode::Prmt32, word(program::Opcode::Trunc64To32, a),
                                 const_word(0), const_word(0x0123));
        const Operand upper = word(program::Opcode::Trunc64To32,
                                   wide(program::Opcode::ShrU64, a, const_wide(32)));
        const Operand high = word(program::Opcode::Prmt32, upper, const_word(0), const_word(0x0123));
        return wide(program::Opcode::Or64,
                    wide(program::Opcode::Shl64, wide(program::Opcode::Zext32To64, low), const_wide(32)),
                    wide(program::Opcode::Zext32To64, high));
      }
      return std::nullopt;
    case Intrinsic::fshl:
    case Intrinsic::fshr: {
      const bool left = id == Intrinsic::fshl;
      if (bits == 32) return word(left ? program::Opcode::FunnelL32 : program::Opcode::FunnelR32, a, b, c);
      // The amount wraps; the other half moves by the remaining bits, and a shift by all bits gives 0.
      if ((bits & (bits - 1)) != 0) return std::nullopt;
      const Operand by = two(program::Opcode::And32, program::Opcode::And64, c, const_of(form, bits - 1));
      const Operand rest = two(program::Opcode::Sub32, program::Opcode::Sub64, const_of(form, bits), by);
      const Operand high = truncated(two(program::Opcode::Shl32, program::Opcode::Shl64, a, left ? by : rest),
                                     bits);
      const Operand low = two(program::Opcode::ShrU32, program::Opcode::ShrU64, b, left ? rest : by);
      return two(program::Opcode::Or32, program::Opcode::Or64, high, low);
    }
    case Intrinsic::umin: return two(program::Opcode::MinU32, program::Opcode::MinU64, a, b);
    case Intrinsic::umax: return two(program::Opcode::MaxU32, program::Opcode::MaxU64, a, b);
    case Intrinsic::smin: return with_signs(program::Opcode::MinS32, program::Opcode::MinS64, a, b);
    case Intrinsic::smax: return with_signs(program::Opcode::MaxS32, program::Opcode::MaxS64, a, b);
    case Intrinsic::abs:
      return truncated(one(program::Opcode::AbsS32, program::Opcode::AbsS64, sign_extended(a, bits)), bits);
    case Intrinsic::uadd_sat: {
      const Operand sum = binary(llvm::Instruction::Add, a, b);
      return select(form, compare_integers(CmpInst::ICMP_ULT, bits, sum, a),
                    const_of(form, bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1), sum);
    }
    case Intrinsic::usub_sat:
      return select(form, compare_integers(CmpInst::ICMP_ULT, bits, a, b), const_of(form, 0),
                    binary(llvm::Instruction::Sub, a, b));
    case Intrinsic::sadd_sat:
    case Intrinsic::ssub_sat: {
      const bool sum = id == Intrinsic::sadd_sat;
      const Operand result = binary(sum ? llvm::Instruction::Add : llvm::Instruction::Sub, a, b);
      const Operand x = two(program::Opcode::Xor32, program::Opcode::Xor64, a, result);
      const Operand y = two(program::Opcode::Xor32, program::Opcode::Xor64, sum ? b : a, sum ? result : b);
      const Operand over = compare_integers(CmpInst::ICMP_SLT, bits,
                                            two(program::Opcode::And32, program::Opcode::And64, x, y),
                                            const_of(form, 0));
      const std::uint64_t most = (std::uint64_t{1} << (bits - 1)) - 1;
      const Operand negative = compare_integers(CmpInst::ICMP_SLT, bits, a, const_of(form, 0));
      return select(form, over, select(form, negative, const_of(form, most + 1), const_of(form, most)),
                    result);
    }
    default: return std::nullopt;
    }
  };
  if (bits == 1 || bits > 64) return false;
  Operands results;
  const Operands a = operands_of(*call.getArgOperand(0));
  const bool unary = id == Intrinsic::ctlz || id == Intrinsic::cttz || id == Intrinsic::abs ||
                     call.arg_size() < 2;
  const Operands b = unary ? a : operands_of(*call.getArgOperand(1));
  const Operands c = call.arg_size() < 3 ? a : operands_of(*call.getArgOperand(2));
  if (b.size() != a.size() || c.size() != a.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto result = scalar(a[i], b[i], c[i]);
    if (!result) return false;
    results.push_back(*result);
  }
  define(call, results);
  return true;
}

bool FunctionLowering::lower_float_intrinsic(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  Type* type = call.getType()->getScalarType();
  if (!type->isFloatingPointTy() || !form_of(type)) return false;
  const auto function = math_of(id);
  // CUDA contracts, and so does the GPU's back end: fmuladd rounds once.
  const bool fused = id == Intrinsic::fma || id == Intrinsic::fmuladd;
  if (!function && !fused && id != Intrinsic::canonicalize && id != Intrinsic::arithmetic_fence) return false;
  const auto arguments = [&](unsigned i) { return operands_of(*call.getArgOperand(i)); };
  const Operands a = arguments(0);
  Operands results;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fused && type->isDoubleTy()) {
      results.push_back(wide(program::Opcode::FmaF64, a[i], arguments(1)[i], arguments(2)[i]));
    } else if (fused) {
      results.push_back(from_f32(type, word(program::Opcode::FmaF32, to_f32(type, a[i]),
                                            to_f32(type, arguments(1)[i]), to_f32(type, arguments(2)[i]))));
    } else if (function) {
      results.push_back(
          math(*function, type, a[i], call.arg_size() > 1 ? arguments(1)[i] : program::no_operand));
    } else {
      results.push_back(a[i]);
    }
  }
  define(call, results);
  return true;
}

void FunctionLowering::lower_intrinsic(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (const auto special = special_of(id)) {
    define(call, {word(program::Opcode::Special, program::no_operand, program::no_operand,
                       program::no_operand, static_cast<std::uint32_t>(*special))});
    return;
  }
  const auto fence = [&](program::FenceScope scope) {
    emit(program::Opcode::Fence, program::no_operand, program::no_operand, program::no_operand,
         program::no_operand, static_cast<std::uint32_t>(scope));
  };
  const auto reduction = [&](program::BarrierReduction kind) {
    define(call, {word(program::Opcode::BarRed, operand_of(*call.getArgOperand(0)), program::no_operand,
                       program::no_operand, static_cast<std::uint32_t>(kind))});
  };
  switch (id) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::var_annotation:
  case Intrinsic::prefetch:
  case Intrinsic::stackrestore: return;
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
    emit(program::Opcode::Trap, program::no_operand, program::no_operand, program::no_operand,
         program::no_operand, static_cast<std::uint32_t>(program::TrapKind::Trap));
    return;
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptr_annotation:
  case Intrinsic::annotation:
  case Intrinsic::ssa_copy: return define(call, operands_of(*call.getArgOperand(0)));
  case Intrinsic::is_constant: return define(call, {context_.pool.predicate(false)});
  case Intrinsic::objectsize: {
    const bool least = cast<ConstantInt>(call.getArgOperand(1))->isOne();
    const Form form = form_of(call.getType()).value_or(Form::Wide);
    return define(call, {const_of(form, least ? 0 : ~std::uint64_t{0})});
  }
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    if (form_of(call.getArgOperand(0)->getType())) return lower_overflow(call);
    break;
  case Intrinsic::is_fpclass: {
    // isnan, isinf and the like: tests the value's bits for the classes in the mask.
    Type* type = call.getArgOperand(0)->getType();
    if (type->isVectorTy() || !(type->isFloatTy() || type->isDoubleTy())) break;
    const auto classes = static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
    const bool is_double = type->isDoubleTy();
    const unsigned bits = is_double ? 64 : 32;
    const Form form = is_double ? Form::Wide : Form::Word;
    const std::uint64_t infinity = is_double ? 0x7ff0'0000'0000'0000u : 0x7f80'0000u;
    const std::uint64_t quiet = is_double ? 0x7ff8'0000'0000'0000u : 0x7fc0'0000u;
    const std::uint64_t normal = is_double ? 0x0010'0000'0000'0000u : 0x0080'0000u;
    const std::uint64_t all = is_double ? 0x7fff'ffff'ffff'ffffu : 0x7fff'ffffu;
    const Operand value = operand_of(*call.getArgOperand(0));
    const Operand size = is_double ? wide(program::Opcode::And64, value, const_wide(all))
                                   : word(program::Opcode::And32, value,
                                          const_word(static_cast<std::uint32_t>(all)));
    const Operand negative = compare_integers(CmpInst::ICMP_SLT, bits, value, const_of(form, 0));
    const Operand positive = invert(negative);
    // low <= size <= high
    const auto within = [&](std::uint64_t low, std::uint64_t high) {
      return predicate(program::Opcode::AndP,
                       compare_integers(CmpInst::ICMP_UGE, bits, size, const_of(form, low)),
                       compare_integers(CmpInst::ICMP_ULE, bits, size, const_of(form, high)));
    };
    Operand result = context_.pool.predicate(false);
    const auto add = [&](unsigned flag, std::uint64_t low, std::uint64_t high, std::optional<Operand> sign) {
      if ((classes & flag) == 0) return;
      Operand test = within(low, high);
      if (sign) test = predicate(program::Opcode::AndP, test, *sign);
      result = predicate(program::Opcode::OrP, result, test);
    };
    add(fcSNan, infinity + 1, quiet - 1, std::nullopt);
    add(fcQNan, quiet, all, std::nullopt);
    add(fcNegInf, infinity, infinity, negative);
    add(fcPosInf, infinity, infinity, positive);
    add(fcNegNormal, normal, infinity - 1, negative);
    add(fcPosNormal, normal, infinity - 1, positive);
    add(fcNegSubnormal, 1, normal - 1, negative);
    add(fcPosSubnormal, 1, normal - 1, positive);
    add(fcNegZero, 0, 0, negative);
    add(fcPosZero, 0, 0, positive);
    return define(call, {result});
  }
  case Intrinsic::nvvm_barrier0:
  case Intrinsic::nvvm_barrier_sync: emit(program::Opcode::BarSync, program::no_operand); return;
  case Intrinsic::nvvm_barrier0_popc: return reduction(program::BarrierReduction::Count_);
  case Intrinsic::nvvm_barrier0_and: return reduction(program::BarrierReduction::And);
  case Intrinsic::nvvm_barrier0_or: return reduction(program::BarrierReduction::Or);
  case Intrinsic::nvvm_bar_warp_sync:
    emit(program::Opcode::WarpSync, program::no_operand, operand_of(*call.getArgOperand(0)));
    return;
  case Intrinsic::nvvm_membar_cta: return (void)fence(program::FenceScope::Block);
  case Intrinsic::nvvm_membar_gl: return (void)fence(program::FenceScope::Device);
  case Intrinsic::nvvm_membar_sys: return (void)fence(program::FenceScope::System);
  case Intrinsic::nvvm_activemask: return define(call, {word(program::Opcode::ActiveMask)});
  case Intrinsic::nvvm_read_ptx_sreg_warpsize: return define(call, {const_word(warp_size)});
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memcpy_inline:
    context_.unsupported(
        &call, "a copy of memory whose size is not known or beyond 4,096 accesses; write it as a loop: it");
    return;
  default: break;
  }
  if (lower_integer_intrinsic(call) || lower_float_intrinsic(call)) return;
  context_.unsupported(&call, "'" + call.getCalledFunction()->getName().str() + "'");
}

} // namespace warpscope::lower::lowering
