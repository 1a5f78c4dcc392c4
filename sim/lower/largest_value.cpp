// Bounds unsigned values by the limits of thread and block indices and by the arithmetic on them.
#include "sim/lower/largest_value.h"

#include "sim/program/enums.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace warpscope::lower::lowering {

using namespace llvm;

std::uint64_t largest_value(const Value& value, int depth) {
  constexpr std::uint64_t unknown = std::uint64_t{1} << 40;
  const std::uint64_t all = value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() < 40
                                ? (std::uint64_t{1} << value.getType()->getIntegerBitWidth()) - 1
                                : unknown;
  if (const auto* known = dyn_cast<ConstantInt>(&value))
    return std::min(known->getValue().getLimitedValue(), unknown);
  if (depth == 6) return all;
  if (const auto* call = dyn_cast<CallInst>(&value)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || callee->getName() != "__ws_special" || call->arg_size() != 1) return all;
    const auto* which = dyn_cast<ConstantInt>(call->getArgOperand(0));
    if (which == nullptr) return all;
    // Limits that hold on every device.
    switch (static_cast<program::SpecialRegister>(which->getValue().getLimitedValue())) {
    case program::SpecialRegister::TidX:
    case program::SpecialRegister::TidY:
    case program::SpecialRegister::TidZ: return 1023;
    case program::SpecialRegister::NTidX:
    case program::SpecialRegister::NTidY:
    case program::SpecialRegister::NTidZ: return 1024;
    case program::SpecialRegister::LaneId: return 31;
    case program::SpecialRegister::WarpId:
    case program::SpecialRegister::NWarpId: return 32;
    case program::SpecialRegister::CtaidY:
    case program::SpecialRegister::CtaidZ:
    case program::SpecialRegister::NCtaidY:
    case program::SpecialRegister::NCtaidZ: return 65535;
    case program::SpecialRegister::CtaidX:
    case program::SpecialRegister::NCtaidX: return 0x7fff'ffff;
    default: return all;
    }
  }
  const auto* user = dyn_cast<User>(&value);
  if (user == nullptr || !isa<llvm::Instruction>(value) || !value.getType()->isIntegerTy()) return all;
  const auto bound = [&](unsigned operand) { return largest_value(*user->getOperand(operand), depth + 1); };
  // Otherwise it may have wrapped.
  const auto within = [&](std::uint64_t limit) { return limit <= all ? limit : all; };
  switch (cast<llvm::Instruction>(value).getOpcode()) {
  case llvm::Instruction::ZExt: return bound(0);
  case llvm::Instruction::And: return std::min(bound(0), bound(1));
  case llvm::Instruction::Add: return within(bound(0) + bound(1));
  case llvm::Instruction::Mul:
    return bound(0) > 0xffff'ffff || bound(1) > 0xff'ffff ? all : within(bound(0) * bound(1));
  case llvm::Instruction::UDiv: return bound(0);
  case llvm::Instruction::URem: return std::min(bound(0), bound(1));
  case llvm::Instruction::LShr:
    if (const auto* by = dyn_cast<ConstantInt>(user->getOperand(1)); by != nullptr && by->getValue().ult(40))
      return bound(0) >> by->getZExtValue();
    return bound(0);
  case llvm::Instruction::Select: return std::max(bound(1), largest_value(*user->getOperand(2), depth + 1));
  default: return all;
  }
}

} // namespace warpscope::lower::lowering
