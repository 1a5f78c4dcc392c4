// Lowers arithmetic, comparisons, conversions, selections and vector shuffles: everything between registers.
#include "sim/lower/function_lowering.h"

#include <llvm/IR/Operator.h>

namespace warpscope::lower::lowering {

using namespace llvm;

namespace {

unsigned bits_of(Type* scalar) { return scalar->isIntegerTy() ? scalar->getIntegerBitWidth() : 0; }

std::uint64_t mask_of(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

bool is_small_float(Type* type) { return type->isHalfTy() || type->isBFloatTy(); }

} // namespace

// -- integers -------------------------------------------------------------------------------------

Operand FunctionLowering::truncated(Operand value, unsigned bits) {
  if (bits == 32 || bits == 64) return value;
  if (bits < 32)
    return word(program::Opcode::And32, value, const_word(static_cast<std::uint32_t>(mask_of(bits))));
  return wide(program::Opcode::And64, value, const_wide(mask_of(bits)));
}

Operand FunctionLowering::sign_extended(Operand value, unsigned bits) {
  if (bits == 32 || bits == 64) return value;
  if (bits == 8) return word(program::Opcode::Sext8, value);
  if (bits == 16) return word(program::Opcode::Sext16, value);
  if (bits < 32) {
    const Operand up = const_word(32 - bits);
    return word(program::Opcode::ShrS32, word(program::Opcode::Shl32, value, up), up);
  }
  const Operand up = const_word(64 - bits);
  const Operand amount = const_wide(context_.pool.word_at(up));
  return wide(program::Opcode::ShrS64, wide(program::Opcode::Shl64, value, amount), amount);
}

Operand FunctionLowering::predicate_binary(unsigned opcode, Operand a, Operand b) {
  switch (opcode) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Xor: return predicate(program::Opcode::XorP, a, b);
  case llvm::Instruction::Mul:
  case llvm::Instruction::And: return predicate(program::Opcode::AndP, a, b);
  case llvm::Instruction::Or: return predicate(program::Opcode::OrP, a, b);
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem: return context_.pool.predicate(false);
  default: return a; // in one bit, a shift by 1 is undefined, and so is a division by 0
  }
}

Operand FunctionLowering::integer_binary(unsigned opcode, unsigned bits, Operand a, Operand b,
                                         const llvm::Instruction& at) {
  if (bits == 1) return predicate_binary(opcode, a, b);
  const bool narrow = bits <= 32;
  const auto both = [&](program::Opcode op32, program::Opcode op64) {
    return narrow ? word(op32, a, b) : wide(op64, a, b);
  };
  const auto with_signs = [&](program::Opcode op32, program::Opcode op64) {
    a = sign_extended(a, bits);
    b = sign_extended(b, bits);
    return truncated(both(op32, op64), bits);
  };
  switch (opcode) {
  case llvm::Instruction::Add: return truncated(both(program::Opcode::Add32, program::Opcode::Add64), bits);
  case llvm::Instruction::Sub: return truncated(both(program::Opcode::Sub32, program::Opcode::Sub64), bits);
  case llvm::Instruction::Mul: return truncated(both(program::Opcode::Mul32, program::Opcode::Mul64), bits);
  case llvm::Instruction::UDiv: return both(program::Opcode::DivU32, program::Opcode::DivU64);
  case llvm::Instruction::URem: return both(program::Opcode::RemU32, program::Opcode::RemU64);
  case llvm::Instruction::SDiv: return with_signs(program::Opcode::DivS32, program::Opcode::DivS64);
  case llvm::Instruction::SRem: return with_signs(program::Opcode::RemS32, program::Opcode::RemS64);
  case llvm::Instruction::And: return both(program::Opcode::And32, program::Opcode::And64);
  case llvm::Instruction::Or: return both(program::Opcode::Or32, program::Opcode::Or64);
  case llvm::Instruction::Xor: return both(program::Opcode::Xor32, program::Opcode::Xor64);
  case llvm::Instruction::Shl: return truncated(both(program::Opcode::Shl32, program::Opcode::Shl64), bits);
  case llvm::Instruction::LShr: return both(program::Opcode::ShrU32, program::Opcode::ShrU64);
  case llvm::Instruction::AShr:
    a = sign_extended(a, bits);
    return truncated(both(program::Opcode::ShrS32, program::Opcode::ShrS64), bits);
  default: break;
  }
  context_.unsupported(&at, std::string("the operation '") + at.getOpcodeName() + "'");
  return const_of(narrow ? Form::Word : Form::Wide, 0);
}

Operand FunctionLowering::compare_integers(CmpInst::Predicate predicate_kind, unsigned bits, Operand a,
                                           Operand b) {
  if (bits == 1) {
    if (predicate_kind == CmpInst::ICMP_NE) return predicate(program::Opcode::XorP, a, b);
    if (predicate_kind == CmpInst::ICMP_EQ) return invert(predicate(program::Opcode::XorP, a, b));
    a = word(program::Opcode::PToS32, a);
    b = word(program::Opcode::PToS32, b);
    if (CmpInst::isSigned(predicate_kind)) std::swap(a, b); // a signed i1 that is set is -1
    predicate_kind = ICmpInst::getUnsignedPredicate(predicate_kind);
    bits = 32;
  }
  if (CmpInst::isSigned(predicate_kind)) {
    a = sign_extended(a, bits);
    b = sign_extended(b, bits);
  }
  const std::uint32_t compare = static_cast<std::uint32_t>(program::Compare::Eq) +
                                (predicate_kind - CmpInst::ICMP_EQ);
  return predicate(bits <= 32 ? program::Opcode::Icmp32 : program::Opcode::Icmp64, a, b, program::no_operand,
                   compare);
}

// -- floating point -------------------------------------------------------------------------------

Operand FunctionLowering::to_f32(Type* from, Operand value) {
  if (from->isHalfTy()) return word(program::Opcode::F16ToF32, value);
  if (from->isBFloatTy()) return word(program::Opcode::BF16ToF32, value);
  return value;
}

Operand FunctionLowering::from_f32(Type* to, Operand value) {
  if (to->isHalfTy())
    return word(program::Opcode::F32ToF16, value, program::no_operand, program::no_operand,
                static_cast<std::uint32_t>(program::Rounding::Nearest));
  if (to->isBFloatTy()) return word(program::Opcode::F32ToBF16, value);
  return value;
}

Operand FunctionLowering::math(program::MathFunction function, Type* type, Operand a, Operand b) {
  const auto imm = static_cast<std::uint32_t>(function);
  if (type->isDoubleTy()) return wide(program::Opcode::MathF64, a, b, program::no_operand, imm);
  if (is_small_float(type)) {
    a = to_f32(type, a);
    if (b != program::no_operand) b = to_f32(type, b);
  }
  return from_f32(type, word(program::Opcode::MathF32, a, b, program::no_operand, imm));
}

/// Sums, products, quotients and roots of half and bfloat16 computed in float are exact to the last bit:
/// float has more than twice their digits plus two.
Operand FunctionLowering::float_binary(unsigned opcode, Type* type, Operand a, Operand b) {
  if (opcode == llvm::Instruction::FRem) return math(program::MathFunction::Fmod, type, a, b);
  const bool is_double = type->isDoubleTy();
  program::Opcode op{};
  switch (opcode) {
  case llvm::Instruction::FAdd: op = is_double ? program::Opcode::AddF64 : program::Opcode::AddF32; break;
  case llvm::Instruction::FSub: op = is_double ? program::Opcode::SubF64 : program::Opcode::SubF32; break;
  case llvm::Instruction::FMul: op = is_double ? program::Opcode::MulF64 : program::Opcode::MulF32; break;
  default: op = is_double ? program::Opcode::DivF64 : program::Opcode::DivF32; break;
  }
  if (is_double) return wide(op, a, b);
  return from_f32(type, word(op, to_f32(type, a), to_f32(type, b)));
}

Operand FunctionLowering::negate(Type* type, Operand value) {
  if (type->isDoubleTy()) return wide(program::Opcode::NegF64, value);
  if (is_small_float(type)) return word(program::Opcode::Xor32, value, const_word(0x8000));
  if (const auto known = known_word(value)) return const_word(*known ^ 0x8000'0000u);
  return word(program::Opcode::NegF32, value);
}

/// Finds each fadd or fsub with a product from the same block that nothing else uses; both must allow
/// contraction.
void FunctionLowering::find_contractions() {
  if (!context_.options.contract) return;
  for (const BasicBlock& block : function_)
    for (const llvm::Instruction& instruction : block) {
      const auto* sum = dyn_cast<BinaryOperator>(&instruction);
      if (sum == nullptr || !sum->hasAllowContract() ||
          (sum->getOpcode() != llvm::Instruction::FAdd && sum->getOpcode() != llvm::Instruction::FSub) ||
          is_small_float(sum->getType()->getScalarType()))
        continue;
      for (const Value* operand : sum->operands()) {
        const auto* product = dyn_cast<BinaryOperator>(operand);
        if (product == nullptr || product->getOpcode() != llvm::Instruction::FMul ||
            !product->hasAllowContract() || !product->hasOneUse() || product->getParent() != &block)
          continue;
        contractions_[sum] = product;
        fused_[product] = true;
        break;
      }
    }
}

bool FunctionLowering::lower_contracted(const BinaryOperator& instruction) {
  if (fused_.contains(&instruction)) return true;
  const auto found = contractions_.find(&instruction);
  if (found == contractions_.end()) return false;
  const BinaryOperator& product = *found->second;
  const bool product_first = instruction.getOperand(0) == &product;
  const Operands x = operands_of(*product.getOperand(0)), y = operands_of(*product.getOperand(1));
  const Operands z = operands_of(*instruction.getOperand(product_first ? 1 : 0));
  Type* type = instruction.getType()->getScalarType();
  const bool difference = instruction.getOpcode() == llvm::Instruction::FSub;
  Operands results;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Operand a = difference && !product_first ? negate(type, x[i]) : x[i];
    const Operand c = difference && product_first ? negate(type, z[i]) : z[i];
    results.push_back(type->isDoubleTy() ? wide(program::Opcode::FmaF64, a, y[i], c)
                                         : word(program::Opcode::FmaF32, a, y[i], c));
  }
  define(instruction, results);
  return true;
}

void FunctionLowering::lower_binary(const BinaryOperator& instruction) {
  if (lower_contracted(instruction)) return;
  Type* type = instruction.getType()->getScalarType();
  const Operands a = operands_of(*instruction.getOperand(0)), b = operands_of(*instruction.getOperand(1));
  Operands results;
  for (std::size_t i = 0; i < a.size(); ++i)
    results.push_back(type->isIntegerTy()
                          ? integer_binary(instruction.getOpcode(), bits_of(type), a[i], b[i], instruction)
                          : float_binary(instruction.getOpcode(), type, a[i], b[i]));
  define(instruction, results);
}

// -- comparisons and selections -------------------------------------------------------------------

void FunctionLowering::lower_compare(const CmpInst& instruction) {
  const Value& left = *instruction.getOperand(0);
  const Value& right = *instruction.getOperand(1);
  Type* type = left.getType()->getScalarType();
  Operands results;
  if (left.getType()->isPointerTy()) {
    // Within one window, compare offsets. Null is offset 0 of every window.
    const auto is_null = [](const Value& v) { return isa<ConstantPointerNull>(v); };
    Space space = spaces_.of(&left);
    if (is_null(left)) space = spaces_.of(&right);
    const bool same = is_null(left) || is_null(right) || spaces_.of(&right) == space;
    if (!same) space = Space::None;
    const Operand a = in_space(left, space), b = in_space(right, space);
    results.push_back(compare_integers(ICmpInst::getUnsignedPredicate(instruction.getPredicate()),
                                       space == Space::None ? 64 : 32, a, b));
    define(instruction, results);
    return;
  }
  const Operands a = generic_operands_of(left), b = generic_operands_of(right);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!type->isFloatingPointTy()) {
      results.push_back(
          compare_integers(instruction.getPredicate(), type->isPointerTy() ? 64 : bits_of(type), a[i], b[i]));
      continue;
    }
    const std::uint32_t compare = static_cast<std::uint32_t>(program::Compare::False) +
                                  instruction.getPredicate();
    const bool is_double = type->isDoubleTy();
    results.push_back(predicate(is_double ? program::Opcode::FcmpF64 : program::Opcode::FcmpF32,
                                to_f32(type, a[i]), to_f32(type, b[i]), program::no_operand, compare));
  }
  define(instruction, results);
}

Operand FunctionLowering::select(Form form, Operand condition, Operand a, Operand b) {
  if (a == b) return a;
  switch (form) {
  case Form::Predicate: return predicate(program::Opcode::SelectP, condition, a, b);
  case Form::Word: return word(program::Opcode::Select32, condition, a, b);
  case Form::Wide: break;
  }
  return wide(program::Opcode::Select64, condition, a, b);
}

void FunctionLowering::lower_select(const SelectInst& instruction) {
  const Operands conditions = operands_of(*instruction.getCondition());
  Operands a, b;
  if (instruction.getType()->isPointerTy()) {
    const Space space = spaces_.of(&instruction);
    a = {in_space(*instruction.getTrueValue(), space)};
    b = {in_space(*instruction.getFalseValue(), space)};
  } else {
    a = operands_of(*instruction.getTrueValue());
    b = operands_of(*instruction.getFalseValue());
  }
  const SmallVector<Type*, 4> scalars = scalars_of(instruction.getType());
  Operands results;
  for (std::size_t i = 0; i < a.size(); ++i)
    results.push_back(select(natural_form(instruction, scalars[i]),
                             conditions[conditions.size() == 1 ? 0 : i], a[i], b[i]));
  define(instruction, results);
}

// -- conversions ----------------------------------------------------------------------------------

Operand FunctionLowering::integer_to_float(Operand value, unsigned bits, Type* to, bool is_signed) {
  if (bits == 1) {
    value = is_signed ? select(Form::Word, value, const_word(~0u), const_word(0))
                      : word(program::Opcode::PToS32, value);
  } else if (is_signed) {
    value = sign_extended(value, bits);
  }
  if (to->isDoubleTy()) {
    if (bits <= 32) return wide(is_signed ? program::Opcode::S32ToF64 : program::Opcode::U32ToF64, value);
    return wide(is_signed ? program::Opcode::S64ToF64 : program::Opcode::U64ToF64, value);
  }
  const Operand single = bits <= 32
                             ? word(is_signed ? program::Opcode::S32ToF32 : program::Opcode::U32ToF32, value)
                             : word(is_signed ? program::Opcode::S64ToF32 : program::Opcode::U64ToF32, value);
  return from_f32(to, single);
}

Operand FunctionLowering::float_to_integer(Operand value, Type* from, unsigned bits, bool is_signed,
                                           program::Rounding rounding) {
  const auto imm = static_cast<std::uint32_t>(rounding);
  const bool is_double = from->isDoubleTy();
  value = to_f32(from, value);
  if (bits > 32) {
    const program::Opcode op = is_double
                                   ? (is_signed ? program::Opcode::F64ToS64 : program::Opcode::F64ToU64)
                                   : (is_signed ? program::Opcode::F32ToS64 : program::Opcode::F32ToU64);
    return truncated(wide(op, value, program::no_operand, program::no_operand, imm), bits);
  }
  // Narrow integers go through 32 bits, as in the hardware.
  const program::Opcode op = is_double ? (is_signed ? program::Opcode::F64ToS32 : program::Opcode::F64ToU32)
                                       : (is_signed ? program::Opcode::F32ToS32 : program::Opcode::F32ToU32);
  const Operand result = word(op, value, program::no_operand, program::no_operand, imm);
  if (bits == 1) return predicate(program::Opcode::S32ToP, result);
  return truncated(result, bits);
}

Operand FunctionLowering::convert_float(Operand value, Type* from, Type* to) {
  if (from == to) return value;
  if (to->isDoubleTy()) return wide(program::Opcode::F32ToF64, to_f32(from, value));
  if (from->isDoubleTy()) return from_f32(to, word(program::Opcode::F64ToF32, value));
  return from_f32(to, to_f32(from, value));
}

/// Lowers a bitcast: the same bits as other scalars, in little-endian order as in memory.
Operands FunctionLowering::reinterpret(const Operands& values, Type* from, Type* to,
                                       const llvm::Instruction& at) {
  Type* source = from->getScalarType();
  Type* target = to->getScalarType();
  const unsigned source_bits = source->getPrimitiveSizeInBits() != 0
                                   ? static_cast<unsigned>(source->getPrimitiveSizeInBits())
                                   : 64;
  const unsigned target_bits = target->getPrimitiveSizeInBits() != 0
                                   ? static_cast<unsigned>(target->getPrimitiveSizeInBits())
                                   : 64;
  if (source_bits == target_bits) return values;
  // Goes through pieces of the smaller size, each in a word (or the 64-bit value itself).
  const unsigned piece = std::min(source_bits, target_bits);
  Operands pieces;
  if (source_bits == piece) {
    for (const Operand value : values)
      pieces.push_back(source_bits == 1 ? word(program::Opcode::PToS32, value) : value);
  } else {
    for (const Operand value : values)
      for (unsigned low = 0; low < source_bits; low += piece) {
        Operand part = value;
        if (source_bits > 32) {
          if (low != 0) part = wide(program::Opcode::ShrU64, part, const_wide(low));
          part = word(program::Opcode::Trunc64To32, part);
        } else if (low != 0) {
          part = word(program::Opcode::ShrU32, part, const_word(low));
        }
        if (low + piece != source_bits || source_bits > 32) part = truncated(part, piece);
        pieces.push_back(piece == 1 ? predicate(program::Opcode::S32ToP, part) : part);
      }
  }
  if (target_bits == piece) return pieces;
  if (target_bits > 64 || target_bits % piece != 0) {
    context_.unsupported(&at, "an integer of " + std::to_string(target_bits) + " bits");
    return Operands(scalar_count(to), const_wide(0));
  }
  Operands results;
  const unsigned count = target_bits / piece;
  for (std::size_t first = 0; first + count <= pieces.size(); first += count) {
    const bool is_wide = target_bits > 32;
    Operand whole = program::no_operand;
    for (unsigned i = 0; i < count; ++i) {
      Operand part = pieces[first + i];
      if (is_wide) part = wide(program::Opcode::Zext32To64, part);
      if (i != 0) {
        part = is_wide ? wide(program::Opcode::Shl64, part, const_wide(i * piece))
                       : word(program::Opcode::Shl32, part, const_word(i * piece));
        part = is_wide ? wide(program::Opcode::Or64, whole, part) : word(program::Opcode::Or32, whole, part);
      }
      whole = part;
    }
    results.push_back(whole);
  }
  return results;
}

void FunctionLowering::lower_cast(const CastInst& instruction) {
  const Value& value = *instruction.getOperand(0);
  Type* from = value.getType()->getScalarType();
  Type* to = instruction.getType()->getScalarType();
  if (instruction.getOpcode() == llvm::Instruction::AddrSpaceCast && instruction.getType()->isPointerTy()) {
    define(instruction, {in_space(value, spaces_.of(&instruction))});
    return;
  }
  if (instruction.getOpcode() == llvm::Instruction::BitCast) {
    if (instruction.getType()->isPointerTy()) define(instruction, operands_of(value));
    else
      define(instruction,
             reinterpret(operands_of(value), value.getType(), instruction.getType(), instruction));
    return;
  }
  if (!form_of(to) || !form_of(from)) {
    Type* odd = form_of(to) ? from : to;
    context_.unsupported(&instruction,
                         "an integer of " + std::to_string(odd->getScalarSizeInBits()) + " bits");
    return;
  }
  const unsigned from_bits = bits_of(from), to_bits = bits_of(to);
  const auto one = [&](Operand a) -> Operand {
    switch (instruction.getOpcode()) {
    case llvm::Instruction::Trunc:
      if (to_bits == 1)
        return predicate(program::Opcode::S32ToP, from_bits > 32 ? word(program::Opcode::Trunc64To32, a) : a);
      if (from_bits > 32 && to_bits <= 32) a = word(program::Opcode::Trunc64To32, a);
      return truncated(a, to_bits);
    case llvm::Instruction::ZExt:
      if (from_bits == 1) a = word(program::Opcode::PToS32, a);
      return from_bits <= 32 && to_bits > 32 ? wide(program::Opcode::Zext32To64, a) : a;
    case llvm::Instruction::SExt:
      if (from_bits == 1)
        return to_bits > 32 ? select(Form::Wide, a, const_wide(mask_of(to_bits)), const_wide(0))
                            : select(Form::Word, a, const_word(static_cast<std::uint32_t>(mask_of(to_bits))),
                                     const_word(0));
      a = sign_extended(a, from_bits);
      if (from_bits <= 32 && to_bits > 32) a = wide(program::Opcode::Sext32To64, a);
      return truncated(a, to_bits);
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt: return convert_float(a, from, to);
    case llvm::Instruction::FPToSI: return float_to_integer(a, from, to_bits, true, program::Rounding::Zero);
    case llvm::Instruction::FPToUI: return float_to_integer(a, from, to_bits, false, program::Rounding::Zero);
    case llvm::Instruction::SIToFP: return integer_to_float(a, from_bits, to, true);
    case llvm::Instruction::UIToFP: return integer_to_float(a, from_bits, to, false);
    case llvm::Instruction::PtrToInt:
      if (to_bits <= 32) a = word(program::Opcode::Trunc64To32, a);
      return to_bits < 64 ? truncated(a, to_bits) : a;
    case llvm::Instruction::IntToPtr:
      if (from_bits <= 32) a = wide(program::Opcode::Zext32To64, a);
      if (const Space space = spaces_.of(&instruction);
          instruction.getType()->isPointerTy() && space != Space::None)
        return word(program::Opcode::FromGeneric, a, program::no_operand, program::no_operand,
                    static_cast<std::uint32_t>(space));
      return a;
    default: break;
    }
    context_.unsupported(&instruction, std::string("the conversion '") + instruction.getOpcodeName() + "'");
    return a;
  };
  Operands results;
  for (const Operand a : generic_operands_of(value)) results.push_back(one(a));
  define(instruction, results);
}

// -- vectors and aggregates -----------------------------------------------------------------------

void FunctionLowering::lower_vector(const llvm::Instruction& instruction) {
  // Returns the position of the scalars that a path of indices into an aggregate names.
  const auto first_scalar = [](Type* type, ArrayRef<unsigned> path) {
    std::size_t at = 0;
    for (const unsigned index : path) {
      if (auto* structure = dyn_cast<StructType>(type)) {
        for (unsigned i = 0; i < index; ++i) at += scalar_count(structure->getElementType(i));
        type = structure->getElementType(index);
      } else {
        type = cast<ArrayType>(type)->getElementType();
        at += index * scalar_count(type);
      }
    }
    return at;
  };
  if (const auto* extract = dyn_cast<ExtractValueInst>(&instruction)) {
    const Operands all = operands_of(*extract->getAggregateOperand());
    const std::size_t at = first_scalar(extract->getAggregateOperand()->getType(), extract->getIndices());
    define(instruction, Operands(all.begin() + at, all.begin() + at + scalar_count(instruction.getType())));
  } else if (const auto* insert = dyn_cast<InsertValueInst>(&instruction)) {
    Operands all = operands_of(*insert->getAggregateOperand());
    const Operands part = generic_operands_of(*insert->getInsertedValueOperand());
    std::copy(part.begin(), part.end(),
              all.begin() + first_scalar(instruction.getType(), insert->getIndices()));
    define(instruction, all);
  } else if (const auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    Operands all = operands_of(*shuffle->getOperand(0));
    all.append(operands_of(*shuffle->getOperand(1)));
    Operands results;
    for (const int index : shuffle->getShuffleMask())
      results.push_back(all[index < 0 ? 0 : static_cast<unsigned>(index)]);
    define(instruction, results);
  } else {
    const auto* taken = dyn_cast<ExtractElementInst>(&instruction);
    const auto* inserted = dyn_cast<InsertElementInst>(&instruction);
    Operands all = operands_of(*instruction.getOperand(0));
    const Value& index = taken != nullptr ? *taken->getIndexOperand() : *inserted->getOperand(2);
    Type* element = instruction.getOperand(0)->getType()->getScalarType();
    const Form form = form_of(element).value_or(Form::Word);
    const Operand fresh = inserted != nullptr ? generic_operands_of(*inserted->getOperand(1)).front() : 0;
    if (const auto* known = dyn_cast<ConstantInt>(&index)) {
      const std::uint64_t at = known->getValue().getLimitedValue();
      if (taken != nullptr) {
        define(instruction, {all[at < all.size() ? at : 0]});
      } else {
        if (at < all.size()) all[at] = fresh;
        define(instruction, all);
      }
      return;
    }
    // An index known only at run time: compare it with each position.
    const Operand at = operand_of(index);
    const unsigned bits = bits_of(index.getType());
    Operand found = all.front();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Operand here = compare_integers(CmpInst::ICMP_EQ, bits, at,
                                            const_of(bits <= 32 ? Form::Word : Form::Wide, i));
      if (taken == nullptr) all[i] = select(form, here, fresh, all[i]);
      else if (i != 0) found = select(form, here, all[i], found);
    }
    define(instruction, taken != nullptr ? Operands{found} : all);
  }
}

} // namespace warpscope::lower::lowering
