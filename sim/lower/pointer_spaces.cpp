// Infers pointer spaces by a data-flow analysis over a function until nothing changes.
#include "sim/lower/pointer_spaces.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace warpscope::lower::lowering {
namespace {

using namespace llvm;

constexpr int any = -1;    // nothing seen yet, or null, which fits every space
constexpr int generic = 0; // Space::None
int state_of(Space space) { return static_cast<int>(space); }

int join(int a, int b) {
  if (a == any) return b;
  if (b == any || a == b) return a;
  return generic;
}

int constant_state(const Constant* constant) {
  if (const Space space = space_of_number(constant->getType()->getPointerAddressSpace());
      space != Space::None)
    return state_of(space);
  if (constant->isNullValue() || isa<UndefValue>(constant)) return any;
  if (const auto* global = dyn_cast<GlobalVariable>(constant)) return state_of(space_of_global(*global));
  if (const auto* expression = dyn_cast<ConstantExpr>(constant))
    if (expression->getOpcode() == Instruction::GetElementPtr ||
        expression->getOpcode() == Instruction::AddrSpaceCast ||
        expression->getOpcode() == Instruction::BitCast)
      return constant_state(expression->getOperand(0));
  return generic;
}

} // namespace

Space space_of_number(unsigned address_space) {
#define WARPSCOPE_SPACE(name, key, llvm_number, ...)                                                         \
  if (address_space == llvm_number) return Space::name;
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  return Space::None;
}

Space space_of_global(const GlobalVariable& global) {
  const Space space = space_of_number(global.getAddressSpace());
  return space == Space::None ? Space::Global : space;
}

PointerSpaces::PointerSpaces(const Function& function, bool is_kernel) {
  const auto typed = [](const Value& value) {
    return space_of_number(value.getType()->getPointerAddressSpace());
  };
  for (const Argument& argument : function.args()) {
    if (!argument.getType()->isPointerTy()) continue;
    Space space = typed(argument);
    if (space == Space::None && is_kernel) space = argument.hasByValAttr() ? Space::Param : Space::Global;
    state_[&argument] = state_of(space);
  }
  const auto current = [&](const Value* value) {
    if (const auto* constant = dyn_cast<Constant>(value)) return constant_state(constant);
    const auto found = state_.find(value);
    return found == state_.end() ? any : found->second;
  };
  const auto transfer = [&](const Instruction& instruction) {
    if (const Space space = typed(instruction); space != Space::None) return state_of(space);
    if (isa<AllocaInst>(instruction)) return state_of(Space::Local);
    if (isa<GetElementPtrInst>(instruction) || isa<AddrSpaceCastInst>(instruction) ||
        isa<BitCastInst>(instruction) || isa<FreezeInst>(instruction))
      return current(instruction.getOperand(0));
    if (const auto* select = dyn_cast<SelectInst>(&instruction))
      return join(current(select->getTrueValue()), current(select->getFalseValue()));
    if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
      int state = any;
      for (const Value* value : phi->incoming_values()) state = join(state, current(value));
      return state;
    }
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
      const int from = current(load->getPointerOperand());
      if (from == any) return any; // not seen yet: a later round decides
      return from == state_of(Space::Param) && is_kernel ? state_of(Space::Global) : generic;
    }
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) switch (intrinsic->getIntrinsicID()) {
      case Intrinsic::launder_invariant_group:
      case Intrinsic::strip_invariant_group:
      case Intrinsic::ptr_annotation:
      case Intrinsic::ptrmask: return current(intrinsic->getArgOperand(0));
      default: break;
      }
    return generic;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& instruction : instructions(function)) {
      if (!instruction.getType()->isPointerTy()) continue;
      const auto [at, fresh] = state_.try_emplace(&instruction, any);
      const int before = at->second;
      const int after = before == any ? transfer(instruction) : join(before, transfer(instruction));
      if (after == before) continue;
      state_[&instruction] = after;
      changed = true;
    }
  }
}

Space PointerSpaces::of(const Value* pointer) const {
  int state = any;
  if (const auto* constant = dyn_cast<Constant>(pointer)) {
    state = constant_state(constant);
  } else if (const auto found = state_.find(pointer); found != state_.end()) {
    state = found->second;
  }
  return state == any ? Space::Global : static_cast<Space>(state);
}

} // namespace warpscope::lower::lowering
