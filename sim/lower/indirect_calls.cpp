// Turns calls through pointers to functions, virtual ones among them, into choices between direct calls.
#include "sim/lower/indirect_calls.h"

#include "sim/lower/module_layout.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

namespace warpscope::lower::lowering {
namespace {

using namespace llvm;

constexpr std::uint32_t number_step = 16; ///< functions' numbers are aligned as addresses of code are

bool is_callee(const Use& use) {
  const auto* call = dyn_cast<CallBase>(use.getUser());
  return call != nullptr && call->isCallee(&use);
}

/// Lists of symbols to be kept are no uses of their addresses.
bool is_list_of_symbols(const User& user) {
  if (const auto* variable = dyn_cast<GlobalVariable>(&user)) return variable->getName().starts_with("llvm.");
  if (isa<Instruction>(user)) return false;
  return user.getNumUses() != 0 &&
         all_of(user.users(), [](const User* outer) { return is_list_of_symbols(*outer); });
}

bool replaceable(const Use& use) { return !is_callee(use) && !is_list_of_symbols(*use.getUser()); }

/// The functions whose addresses are values, and their numbers.
MapVector<Function*, Constant*> numbered_functions(Module& module) {
  MapVector<Function*, Constant*> numbers;
  Type* const word = Type::getInt64Ty(module.getContext());
  for (Function& function : module) {
    if (function.isIntrinsic() || function.getCallingConv() == CallingConv::PTX_Kernel) continue;
    if (none_of(function.uses(), replaceable)) continue;
    if (function.isDeclaration()) {
      // What stands for a pure virtual function.
      if (function.getName().starts_with("__cxa_"))
        numbers[&function] = Constant::getNullValue(function.getType());
      continue;
    }
    const Address address{Space::Global, number_step * (static_cast<std::uint32_t>(numbers.size()) + 1)};
    const std::uint64_t number = address.generic(); // a kernel's parameter is taken for a pointer to global
                                                    // memory
    numbers[&function] = ConstantExpr::getIntToPtr(ConstantInt::get(word, number), function.getType());
  }
  return numbers;
}

void resolve(CallInst& call, const MapVector<Function*, Constant*>& numbers) {
  std::vector<std::pair<Function*, Constant*>> choices;
  for (const auto& [function, number] : numbers)
    if (!function->isDeclaration() && function->getFunctionType() == call.getFunctionType())
      choices.emplace_back(function, number);
  if (choices.empty()) return; // refused where it is lowered
  const DebugLoc place = call.getDebugLoc();
  BasicBlock* const head = call.getParent();
  BasicBlock* const tail = head->splitBasicBlock(&call, "called");
  head->getTerminator()->eraseFromParent();
  Function& caller = *head->getParent();
  BasicBlock* const nowhere = BasicBlock::Create(caller.getContext(), "nowhere", &caller, tail);
  IRBuilder<> builder(nowhere);
  builder.SetCurrentDebugLocation(place);
  builder.CreateIntrinsic(Intrinsic::trap, {}, {});
  builder.CreateUnreachable();
  builder.SetInsertPoint(head);
  Value* const number = builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty());
  SwitchInst* const choice = builder.CreateSwitch(number, nowhere, static_cast<unsigned>(choices.size()));
  PHINode* result = nullptr;
  if (!call.getType()->isVoidTy())
    result = PHINode::Create(call.getType(), static_cast<unsigned>(choices.size()), "", tail->begin());
  for (const auto& [function, constant] : choices) {
    const std::uint64_t k = cast<ConstantInt>(cast<ConstantExpr>(constant)->getOperand(0))->getZExtValue();
    BasicBlock* const block = BasicBlock::Create(caller.getContext(), "call", &caller, tail);
    builder.SetInsertPoint(block);
    const std::vector<Value*> arguments(call.arg_begin(), call.arg_end());
    CallInst* const direct = builder.CreateCall(function, arguments);
    direct->setCallingConv(function->getCallingConv());
    direct->setAttributes(call.getAttributes());
    builder.CreateBr(tail);
    choice->addCase(builder.getInt64(k), block);
    if (result != nullptr) result->addIncoming(direct, block);
  }
  if (result != nullptr) call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

void resolve_indirect_calls(Module& module) {
  std::vector<CallInst*> calls;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallInst>(&instruction);
          call != nullptr && !call->isInlineAsm() && !isa<IntrinsicInst>(call) &&
          !isa<Function>(call->getCalledOperand()->stripPointerCasts()))
        calls.push_back(call);
  if (calls.empty()) return;
  const auto numbers = numbered_functions(module);
  for (const auto& [function, number] : numbers)
    function->replaceUsesWithIf(number, [](Use& use) { return replaceable(use); });
  for (CallInst* call : calls) resolve(*call, numbers);
}

} // namespace warpscope::lower::lowering
