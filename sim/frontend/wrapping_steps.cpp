// Finds counters by what they become in front of a jump back.
#include "sim/frontend/wrapping_steps.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

#include <algorithm>

namespace warpscope::frontend {
namespace {

const llvm::Value* without_casts(const llvm::Value* value) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
  return value;
}

/// From round to round it gets an unsigned number more.
bool steps_unsigned(const llvm::PHINode& counter, const llvm::BasicBlock& latch) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(
      without_casts(counter.getIncomingValueForBlock(&latch)));
  if (sum == nullptr || sum->getOpcode() != llvm::Instruction::Add) return false;
  if (sum->hasNoSignedWrap() || sum->hasNoUnsignedWrap()) return false;
  const llvm::Value *one = without_casts(sum->getOperand(0)), *other = sum->getOperand(1);
  if (without_casts(other) == &counter) one = &counter, other = sum->getOperand(0);
  return one == &counter && !llvm::isa<llvm::Constant>(other);
}

/// A comparison in the same block hangs on it.
bool is_compared(const llvm::PHINode& counter) {
  return std::any_of(counter.user_begin(), counter.user_end(), [&](const llvm::User* user) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    return compare != nullptr && compare->getParent() == counter.getParent();
  });
}

/// The loop's own list of wishes, with one more.
llvm::MDNode* with_wish(llvm::MDNode* loop, const char* wish) {
  llvm::LLVMContext& context = loop->getContext();
  llvm::SmallVector<llvm::Metadata*, 4> parts(loop->op_begin(), loop->op_end());
  parts.push_back(llvm::MDNode::get(context, llvm::MDString::get(context, wish)));
  llvm::MDNode* const changed = llvm::MDNode::getDistinct(context, parts);
  changed->replaceOperandWith(0, changed); // a loop's list begins with itself
  return changed;
}

} // namespace

void mark_wrapping_steps(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& latch : function) {
      const auto* back = llvm::dyn_cast<llvm::BranchInst>(latch.getTerminator());
      llvm::MDNode* const loop = back != nullptr ? back->getMetadata("llvm.loop") : nullptr;
      if (loop == nullptr || back->isConditional()) continue;
      const auto counters = back->getSuccessor(0)->phis();
      const bool wraps = std::any_of(counters.begin(), counters.end(), [&](const llvm::PHINode& counter) {
        return steps_unsigned(counter, latch) && is_compared(counter);
      });
      if (wraps)
        latch.getTerminator()->setMetadata("llvm.loop", with_wish(loop, "llvm.loop.unroll.runtime.disable"));
    }
}

} // namespace warpscope::frontend
