// Joins the branches of one condition, by arithmetic or by moving the reconvergence point.
#include "sim/frontend/fold_conditions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <array>
#include <vector>

namespace warpscope::frontend {
namespace {

/// More instructions than a condition has; bounds the arithmetic that folding makes every lane execute.
constexpr std::size_t most_instructions = 32;

/// True for primitives that are arithmetic, or constant for a lane.
bool is_arithmetic_primitive(llvm::StringRef name) {
  static constexpr std::array prefixes = {"__ws_special", "__ws_math_",   "__ws_fma_",    "__ws_min_",
                                          "__ws_max_",    "__ws_mulhi_",  "__ws_clz",     "__ws_ctz",
                                          "__ws_popc",    "__ws_brev",    "__ws_prmt",    "__ws_funnel_",
                                          "__ws_f32_to_", "__ws_f64_to_", "__ws_f16_to_", "__ws_bf16_to_"};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const char* prefix) { return name.starts_with(prefix); });
}

bool is_arithmetic(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee != nullptr && is_arithmetic_primitive(callee->getName())) return true;
  }
  if (llvm::isa<llvm::PHINode>(instruction)) return false;
  return !instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction);
}

/// True for a later part of a condition: loads and arithmetic. Stores, barriers, warp-wide operations and
/// calls do not belong to a condition; lanes that wait for others at such a block could wait for ever.
bool only_reads(const llvm::BasicBlock& block) {
  return std::all_of(block.begin(), std::prev(block.end()), [](const llvm::Instruction& instruction) {
    return is_arithmetic(instruction) || llvm::isa<llvm::LoadInst>(instruction) || instruction.isBinaryOp();
  });
}

llvm::BranchInst* conditional_end(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast_or_null<llvm::BranchInst>(block.getTerminator());
  const bool two_ways = branch != nullptr && branch->isConditional() &&
                        branch->getSuccessor(0) != branch->getSuccessor(1);
  return two_ways ? branch : nullptr;
}

/// True for a block with `before` as its only predecessor that computes a condition and branches on it.
bool is_condition_after(llvm::BasicBlock& block, const llvm::BasicBlock& before) {
  return &block != &before && block.getSinglePredecessor() == &before && conditional_end(block) != nullptr &&
         !llvm::isa<llvm::PHINode>(block.front());
}

/// True when every lane may execute the block, whether it needs the result or not.
bool is_arithmetic(const llvm::BasicBlock& block) {
  return block.size() <= most_instructions &&
         std::all_of(block.begin(), std::prev(block.end()),
                     [](const llvm::Instruction& i) { return is_arithmetic(i); });
}

void move_arithmetic(llvm::BasicBlock& from, llvm::Instruction& before) {
  while (&from.front() != from.getTerminator()) from.front().moveBefore(&before);
}

/// Returns `condition`, or its negation.
llvm::Value* when(llvm::IRBuilder<>& builder, llvm::Value* condition, bool holds) {
  return holds ? condition : builder.CreateNot(condition);
}

/// Makes the values that `block` computes available from `meeting` on, where the lanes that skipped it
/// reconverge with those that executed it. The former never reach a use: the values that they see have no
/// meaning.
void pass_on(llvm::BasicBlock& block, llvm::BasicBlock& before, llvm::BasicBlock& meeting) {
  for (llvm::Instruction& instruction : block) {
    std::vector<llvm::Use*> outside;
    for (llvm::Use& use : instruction.uses()) {
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (user->getParent() != &block && user->getParent() != &meeting) outside.push_back(&use);
    }
    if (outside.empty()) continue;
    llvm::PHINode* phi = llvm::PHINode::Create(instruction.getType(), 2, "", meeting.begin());
    phi->addIncoming(llvm::PoisonValue::get(instruction.getType()), &before);
    phi->addIncoming(&instruction, &block);
    for (llvm::Use* use : outside) use->set(phi);
  }
}

/// P: c ? B : common.  B: reads memory; d ? common : rest  →  P: c ? B : M.  B: jumps to M.  M: (not c, or d)
/// ? common : rest. Nothing more is executed than before; the lanes reconverge before the decision instead of
/// after it.
void meet_before_common(llvm::BranchInst& branch, unsigned side, llvm::BranchInst& inner,
                        bool to_common_if_true) {
  llvm::BasicBlock& block = *branch.getParent();
  llvm::BasicBlock& next = *inner.getParent();
  llvm::BasicBlock& common = *branch.getSuccessor(1 - side);
  llvm::BasicBlock& rest = *inner.getSuccessor(to_common_if_true ? 1 : 0);
  auto* meeting = llvm::BasicBlock::Create(block.getContext(), "meeting", block.getParent(), &next);
  meeting->moveAfter(&next);
  llvm::IRBuilder<> in_next(&inner);
  llvm::Value* then_common = when(in_next, inner.getCondition(), to_common_if_true);
  llvm::IRBuilder<> builder(meeting);
  builder.SetCurrentDebugLocation(inner.getDebugLoc());
  llvm::PHINode* to_common = builder.CreatePHI(builder.getInt1Ty(), 2);
  to_common->addIncoming(builder.getTrue(), &block);
  to_common->addIncoming(then_common, &next);
  for (llvm::PHINode& phi : common.phis()) {
    llvm::Value* direct = phi.getIncomingValueForBlock(&block);
    llvm::Value* through = phi.getIncomingValueForBlock(&next);
    llvm::PHINode* either = builder.CreatePHI(phi.getType(), 2);
    either->addIncoming(direct, &block);
    either->addIncoming(through, &next);
    phi.removeIncomingValue(&next, false);
    phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(&block)), meeting);
    phi.setIncomingValueForBlock(meeting, either);
  }
  rest.replacePhiUsesWith(&next, meeting);
  builder.CreateCondBr(to_common, &common, &rest);
  llvm::BranchInst::Create(meeting, &next)->setDebugLoc(inner.getDebugLoc());
  inner.eraseFromParent();
  branch.setSuccessor(1 - side, meeting);
  pass_on(next, block, *meeting);
}

/// P: c ? B : common.  B: d ? common : rest (any way round)  →  P: (c → d) ? common : rest.
bool join_common(llvm::BasicBlock& block) {
  llvm::BranchInst* branch = conditional_end(block);
  if (branch == nullptr) return false;
  for (unsigned side = 0; side < 2; ++side) {
    llvm::BasicBlock& next = *branch->getSuccessor(side);
    llvm::BasicBlock& common = *branch->getSuccessor(1 - side);
    if (!is_condition_after(next, block)) continue;
    llvm::BranchInst& inner = *conditional_end(next);
    const bool to_common_if_true = inner.getSuccessor(0) == &common;
    if (!to_common_if_true && inner.getSuccessor(1) != &common) continue;
    llvm::BasicBlock& rest = *inner.getSuccessor(to_common_if_true ? 1 : 0);
    if (&rest == &next || &common == &next) continue;
    if (!is_arithmetic(next)) {
      if (!only_reads(next)) continue;
      meet_before_common(*branch, side, inner, to_common_if_true);
      return true;
    }

    move_arithmetic(next, *branch);
    llvm::IRBuilder<> builder(branch);
    builder.SetCurrentDebugLocation(branch->getDebugLoc());
    llvm::Value* goes_on = when(builder, branch->getCondition(), side == 0);
    llvm::Value* then_common = when(builder, inner.getCondition(), to_common_if_true);
    // A select, not an `or`: the later condition has no meaning where the first one decides.
    llvm::Value* to_common = builder.CreateSelect(goes_on, then_common, builder.getTrue());
    for (llvm::PHINode& phi : common.phis()) {
      llvm::Value* direct = phi.getIncomingValueForBlock(&block);
      llvm::Value* through = phi.getIncomingValueForBlock(&next);
      phi.setIncomingValueForBlock(
          &block, direct == through ? direct : builder.CreateSelect(goes_on, through, direct));
      phi.removeIncomingValue(&next, false);
    }
    rest.replacePhiUsesWith(&next, &block);
    builder.CreateCondBr(to_common, &common, &rest);
    branch->eraseFromParent();
    next.eraseFromParent();
    return true;
  }
  return false;
}

/// P: c ? X : Y.  X: d ? then : other.  Y: e ? then : other  →  P: (c ? d : e) ? then : other.
bool join_choice(llvm::BasicBlock& block) {
  llvm::BranchInst* branch = conditional_end(block);
  if (branch == nullptr) return false;
  llvm::BasicBlock& x = *branch->getSuccessor(0);
  llvm::BasicBlock& y = *branch->getSuccessor(1);
  if (!is_condition_after(x, block) || !is_condition_after(y, block) || !is_arithmetic(x) ||
      !is_arithmetic(y))
    return false;
  llvm::BranchInst& of_x = *conditional_end(x);
  llvm::BranchInst& of_y = *conditional_end(y);
  llvm::BasicBlock& then = *of_x.getSuccessor(0);
  llvm::BasicBlock& other = *of_x.getSuccessor(1);
  const bool same = of_y.getSuccessor(0) == &then && of_y.getSuccessor(1) == &other;
  const bool crossed = of_y.getSuccessor(0) == &other && of_y.getSuccessor(1) == &then;
  if (!same && !crossed) return false;

  move_arithmetic(x, *branch);
  move_arithmetic(y, *branch);
  llvm::IRBuilder<> builder(branch);
  builder.SetCurrentDebugLocation(branch->getDebugLoc());
  llvm::Value* first = branch->getCondition();
  llvm::Value* chosen = builder.CreateSelect(first, of_x.getCondition(),
                                             when(builder, of_y.getCondition(), same));
  for (llvm::BasicBlock* target : {&then, &other})
    for (llvm::PHINode& phi : target->phis()) {
      llvm::Value* from_x = phi.getIncomingValueForBlock(&x);
      llvm::Value* from_y = phi.getIncomingValueForBlock(&y);
      llvm::Value* value = from_x == from_y ? from_x : builder.CreateSelect(first, from_x, from_y);
      phi.removeIncomingValue(&x, false);
      phi.removeIncomingValue(&y, false);
      phi.addIncoming(value, &block);
    }
  builder.CreateCondBr(chosen, &then, &other);
  branch->eraseFromParent();
  x.eraseFromParent();
  y.eraseFromParent();
  return true;
}

} // namespace

void fold_conditions(llvm::Function& function) {
  // Each fold removes a conditional branch, so the loop ends.
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : function) blocks.push_back(&block);
    for (llvm::BasicBlock* block : blocks)
      if (join_common(*block) || join_choice(*block)) {
        changed = true;
        break; // the list is out of date
      }
  }
}

} // namespace warpscope::frontend
