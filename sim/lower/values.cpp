// Maps LLVM values to operands: registers, constants, and the forms of pointers.
#include "sim/lower/function_lowering.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <cassert>

namespace warpscope::lower::lowering {

using namespace llvm;

Operand ConstantPool::word(std::uint32_t value) {
  const auto [at, fresh] = single_.try_emplace(value, 0);
  if (fresh) {
    at->second = program::constant_operand | static_cast<std::uint32_t>(words_.size());
    words_.push_back(value);
  }
  return at->second;
}

Operand ConstantPool::wide(std::uint64_t value) {
  const auto [at, fresh] = pairs_.try_emplace(value, 0);
  if (fresh) {
    at->second = program::constant_operand | static_cast<std::uint32_t>(words_.size());
    words_.push_back(static_cast<std::uint32_t>(value));
    words_.push_back(static_cast<std::uint32_t>(value >> 32));
  }
  return at->second;
}

SmallVector<Type*, 4> scalars_of(Type* type) {
  SmallVector<Type*, 4> scalars;
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    scalars.assign(vector->getNumElements(), vector->getElementType());
  } else if (auto* array = dyn_cast<ArrayType>(type)) {
    const SmallVector<Type*, 4> element = scalars_of(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) scalars.append(element);
  } else if (auto* structure = dyn_cast<StructType>(type)) {
    for (Type* element : structure->elements()) scalars.append(scalars_of(element));
  } else if (!type->isVoidTy()) {
    scalars.push_back(type);
  }
  return scalars;
}

std::size_t scalar_count(Type* type) {
  if (auto* vector = dyn_cast<FixedVectorType>(type)) return vector->getNumElements();
  if (auto* array = dyn_cast<ArrayType>(type))
    return array->getNumElements() * scalar_count(array->getElementType());
  if (auto* structure = dyn_cast<StructType>(type)) {
    std::size_t count = 0;
    for (Type* element : structure->elements()) count += scalar_count(element);
    return count;
  }
  return type->isVoidTy() ? 0 : 1;
}

std::optional<Form> form_of(Type* scalar) {
  if (scalar->isIntegerTy()) {
    const unsigned bits = scalar->getIntegerBitWidth();
    if (bits == 1) return Form::Predicate;
    if (bits <= 32) return Form::Word;
    if (bits <= 64) return Form::Wide;
    return std::nullopt;
  }
  if (scalar->isFloatTy() || scalar->isHalfTy() || scalar->isBFloatTy()) return Form::Word;
  if (scalar->isDoubleTy() || scalar->isPointerTy()) return Form::Wide;
  return std::nullopt;
}

void count_registers(Type* type, std::uint32_t& slots, std::uint32_t& predicates) {
  for (Type* scalar : scalars_of(type)) {
    switch (form_of(scalar).value_or(Form::Word)) {
    case Form::Predicate: ++predicates; break;
    case Form::Word: ++slots; break;
    case Form::Wide: slots += slots % 2 + 2; break; // 64-bit values start at even slots
    }
  }
}

// -- emitting -------------------------------------------------------------------------------------

Operand FunctionLowering::emit(program::Opcode op, Operand dst, Operand a, Operand b, Operand c,
                               std::uint32_t imm) {
  program::Instruction instruction;
  instruction.op = op;
  instruction.dst = dst;
  instruction.a = a;
  instruction.b = b;
  instruction.c = c;
  instruction.imm = imm;
  instruction.span = span_;
  instruction.part = part_;
  out_->push_back(instruction);
  return dst;
}

Operand FunctionLowering::new_register(Form form) {
  switch (form) {
  case Form::Predicate: return code_.predicates.add(1, false);
  case Form::Word: return code_.slots.add(1, false);
  case Form::Wide: break;
  }
  return code_.slots.add(2, true);
}

Operand FunctionLowering::word(program::Opcode op, Operand a, Operand b, Operand c, std::uint32_t imm) {
  return emit(op, new_register(Form::Word), a, b, c, imm);
}
Operand FunctionLowering::wide(program::Opcode op, Operand a, Operand b, Operand c, std::uint32_t imm) {
  return emit(op, new_register(Form::Wide), a, b, c, imm);
}
Operand FunctionLowering::predicate(program::Opcode op, Operand a, Operand b, Operand c, std::uint32_t imm) {
  return emit(op, new_register(Form::Predicate), a, b, c, imm);
}

void FunctionLowering::move(Form form, Operand to, Operand from) {
  emit(form == Form::Predicate ? program::Opcode::MovP
       : form == Form::Word    ? program::Opcode::Mov32
                               : program::Opcode::Mov64,
       to, from);
}

Operand FunctionLowering::const_of(Form form, std::uint64_t value) {
  switch (form) {
  case Form::Predicate: return context_.pool.predicate((value & 1) != 0);
  case Form::Word: return const_word(static_cast<std::uint32_t>(value));
  case Form::Wide: break;
  }
  return const_wide(value);
}

std::optional<std::uint32_t> FunctionLowering::known_word(Operand operand) const {
  if ((operand & program::constant_operand) == 0) return std::nullopt;
  return context_.pool.word_at(operand);
}

// -- values ---------------------------------------------------------------------------------------

Form FunctionLowering::natural_form(const Value& value, Type* scalar) {
  if (value.getType()->isPointerTy()) return spaces_.of(&value) == Space::None ? Form::Wide : Form::Word;
  return form_of(scalar).value_or(Form::Word);
}

Operands FunctionLowering::fresh_operands(const Value& value) {
  Operands operands;
  for (Type* scalar : scalars_of(value.getType()))
    operands.push_back(new_register(natural_form(value, scalar)));
  return operands;
}

Operands FunctionLowering::constant_operands(const Constant& constant, bool generic) {
  Operands operands;
  Type* type = constant.getType();
  if (type->isPointerTy() && !generic) {
    const Space space = spaces_.of(&constant);
    const auto address = context_.layout.pointer_of(constant, &function_);
    if (!address && isa<llvm::Function>(constant.stripPointerCasts())) {
      context_.unsupported(current_, "a pointer to a function ('" +
                                         demangle(constant.stripPointerCasts()->getName().str()) + "')");
      operands.push_back(const_of(space == Space::None ? Form::Wide : Form::Word, 0));
    } else if (!address) {
      context_.error(current_, "the address of '" + constant.stripPointerCasts()->getName().str() +
                                   "' is not known on the device");
      operands.push_back(const_of(space == Space::None ? Form::Wide : Form::Word, 0));
    } else {
      operands.push_back(space == Space::None ? const_wide(address->generic()) : const_word(address->offset));
    }
    return operands;
  }
  if (type->isVectorTy() || type->isAggregateType()) {
    const std::size_t elements = type->isStructTy()  ? type->getStructNumElements()
                                 : type->isArrayTy() ? type->getArrayNumElements()
                                                     : cast<FixedVectorType>(type)->getNumElements();
    for (unsigned i = 0; i < elements; ++i) {
      const Constant* element = constant.getAggregateElement(i);
      if (element == nullptr) { // an expression of vector type, which Clang does not emit
        context_.unsupported(current_, "this constant vector expression");
        operands.append(scalar_count(type) - operands.size(), const_wide(0));
        break;
      }
      operands.append(constant_operands(*element, true));
    }
    return operands;
  }
  const auto form = form_of(type);
  const auto value = context_.layout.value_of(constant, &function_);
  if (!form || !value) {
    if (isa<llvm::Function>(constant.stripPointerCasts()))
      context_.unsupported(current_, "a pointer to a function ('" +
                                         demangle(constant.stripPointerCasts()->getName().str()) + "')");
    else if (!form)
      context_.unsupported(current_,
                           "an integer of " + std::to_string(type->getScalarSizeInBits()) + " bits");
    else context_.unsupported(current_, "this constant");
  }
  operands.push_back(const_of(form.value_or(Form::Word), value.value_or(0)));
  return operands;
}

Operands FunctionLowering::operands_of(const Value& value) {
  if (const auto* constant = dyn_cast<Constant>(&value)) return constant_operands(*constant, false);
  const auto found = values_.find(&value);
  if (found != values_.end()) return found->second;
  // Already refused (an error was reported): any operands of the right shape let the rest be checked.
  Operands operands = fresh_operands(value);
  values_[&value] = operands;
  return operands;
}

FunctionLowering::Pointer FunctionLowering::pointer(const Value& value) {
  return {spaces_.of(&value), operand_of(value)};
}

Operand FunctionLowering::as_generic(Pointer value) {
  if (value.space == Space::None) return value.operand;
  if (const auto known = known_word(value.operand)) return const_wide(Address{value.space, *known}.generic());
  return wide(program::Opcode::ToGeneric, value.operand, program::no_operand, program::no_operand,
              static_cast<std::uint32_t>(value.space));
}

Operand FunctionLowering::as_generic(const Value& value) { return as_generic(pointer(value)); }

Operand FunctionLowering::in_space(const Value& value, Space space) {
  const Pointer from = pointer(value);
  if (from.space == space) return from.operand;
  if (space == Space::None) return as_generic(from);
  if (isa<Constant>(value) && (cast<Constant>(value).isNullValue() || isa<UndefValue>(value)))
    return const_word(0);
  return word(program::Opcode::FromGeneric, as_generic(from), program::no_operand, program::no_operand,
              static_cast<std::uint32_t>(space));
}

Operands FunctionLowering::generic_operands_of(const Value& value) {
  if (value.getType()->isPointerTy()) return {as_generic(value)};
  return operands_of(value);
}

} // namespace warpscope::lower::lowering
