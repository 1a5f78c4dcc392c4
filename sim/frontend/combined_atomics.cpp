// Which values are the same in all lanes of a warp, as ptxas sees it, and which atomics that concerns.
#include "sim/frontend/combined_atomics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "sim/program/enums.h"

#include <optional>
#include <utility>
#include <vector>

namespace warpscope::frontend {
namespace {

using program::AtomicOp;
using program::SpecialRegister;

constexpr unsigned shared_memory_space = 3, local_space = 5;
constexpr std::uint32_t hopper = 90, ampere = 80;

/// The values that may differ between the lanes of a warp. A value of a loop counts as one of those that are
/// in the loop together.
class DifferingValues {
 public:
  DifferingValues(llvm::Function& function, std::uint32_t compute_capability, const llvm::DominatorTree& tree,
                  const llvm::PostDominatorTree& post)
      : compute_capability_(compute_capability), tree_(tree), post_(post) {
    if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel && !is_kernel(function))
      for (llvm::Argument& argument : function.args()) differing_.insert(&argument);
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::Instruction& one : llvm::instructions(function))
        if (!differing_.contains(&one) && differs(one)) {
          differing_.insert(&one);
          changed = true;
          if (one.isTerminator()) meet_behind(one);
        }
    }
  }
  [[nodiscard]] bool contains(const llvm::Value* value) const { return differing_.contains(value); }

 private:
  static bool is_kernel(const llvm::Function& function) {
    const llvm::NamedMDNode* notes = function.getParent()->getNamedMetadata("nvvm.annotations");
    if (notes == nullptr) return false;
    for (const llvm::MDNode* note : notes->operands()) {
      if (note->getNumOperands() < 3) continue;
      const auto* value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(note->getOperand(0).get());
      const auto* what = llvm::dyn_cast_or_null<llvm::MDString>(note->getOperand(1).get());
      if (value != nullptr && value->getValue() == &function && what != nullptr &&
          what->getString() == "kernel")
        return true;
    }
    return false;
  }

  bool any_operand(const llvm::Instruction& one) const {
    return llvm::any_of(one.operands(), [&](const llvm::Use& use) { return contains(use.get()); });
  }

  bool differs(const llvm::Instruction& one) const {
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(one)) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one))
      return load->getPointerAddressSpace() == local_space || is_own(load->getPointerOperand()) ||
             contains(load->getPointerOperand());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&one))
      return any_operand(one) || (meetings_.contains(phi->getParent()) && !phi->hasConstantValue());
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&one)) return differs(*call);
    return any_operand(one);
  }

  /// True of a variable of the thread's own.
  static bool is_own(const llvm::Value* pointer) {
    return llvm::isa<llvm::AllocaInst>(pointer->stripInBoundsOffsets());
  }

  bool differs(const llvm::CallInst& call) const {
    const llvm::Function* const function = call.getCalledFunction();
    if (function == nullptr) return true;
    llvm::StringRef name = function->getName();
    if (function->isIntrinsic()) return any_operand(call);
    if (!name.consume_front("__ws_")) return true;
    if (name == "special") {
      const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
      return number == nullptr || !is_of_block(static_cast<SpecialRegister>(number->getZExtValue()));
    }
    // Votes and the like are the same in all lanes that take part; compilers know it from Hopper on.
    if (name == "vote" || name == "activemask") return compute_capability_ < hopper;
    if (name == "redux") return compute_capability_ < hopper;
    if (name == "shfl") return compute_capability_ < hopper || shuffles_apart(call);
    if (call.doesNotAccessMemory()) return any_operand(call);
    return true;
  }

  /// False where all lanes take the value of one.
  bool shuffles_apart(const llvm::CallInst& call) const {
    const auto* mode = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    const auto* clamp = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(4));
    return mode == nullptr || clamp == nullptr || clamp->getZExtValue() != 31 ||
           static_cast<program::ShuffleMode>(mode->getZExtValue()) != program::ShuffleMode::Idx ||
           contains(call.getArgOperand(3));
  }

  static bool is_of_block(SpecialRegister what) {
    switch (what) {
    case SpecialRegister::NTidX:
    case SpecialRegister::NTidY:
    case SpecialRegister::NTidZ:
    case SpecialRegister::CtaidX:
    case SpecialRegister::CtaidY:
    case SpecialRegister::CtaidZ:
    case SpecialRegister::NCtaidX:
    case SpecialRegister::NCtaidY:
    case SpecialRegister::NCtaidZ: return true;
    default: return false;
    }
  }

  /// The lanes of a branch whose condition differs meet again in blocks whose phis then differ, too. That of
  /// a loop's header does where the branch itself decides about another turn, not where it skips a part of
  /// one.
  void meet_behind(const llvm::Instruction& branch) {
    llvm::BasicBlock* const from = const_cast<llvm::BasicBlock*>(branch.getParent());
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> starts(llvm::succ_begin(from), llvm::succ_end(from));
    if (starts.size() < 2) return;
    const auto* node = post_.getNode(from);
    const llvm::BasicBlock* const last = node == nullptr || node->getIDom() == nullptr
                                             ? nullptr
                                             : node->getIDom()->getBlock();
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> region;
    std::vector<llvm::BasicBlock*> open(starts.begin(), starts.end());
    while (!open.empty()) {
      llvm::BasicBlock* const block = open.back();
      open.pop_back();
      if (!region.insert(block).second || block == last) continue;
      open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
    }
    llvm::ForwardIDFCalculator frontier(const_cast<llvm::DominatorTree&>(tree_));
    frontier.setDefiningBlocks(starts);
    frontier.setLiveInBlocks(region);
    llvm::SmallVector<llvm::BasicBlock*, 8> found;
    frontier.calculate(found);
    for (llvm::BasicBlock* block : found) {
      const bool is_around = tree_.dominates(block, from);
      // A loop that one side of the branch begins with is where nobody meets who did not enter it.
      const auto leads = [&](llvm::BasicBlock* start) {
        return start != block && leads_to(*start, *block, last);
      };
      if (!is_around && starts.contains(block) && llvm::none_of(starts, leads)) continue;
      if (!is_around || turns_to(*from, *block)) meetings_.insert(block);
    }
    if (llvm::BasicBlock* join = const_cast<llvm::BasicBlock*>(last);
        join != nullptr && starts.contains(join))
      meetings_.insert(join);
  }

  /// True when there is a way from one block to another that does not go on behind `last`.
  static bool leads_to(llvm::BasicBlock& from, const llvm::BasicBlock& to, const llvm::BasicBlock* last) {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    std::vector<const llvm::BasicBlock*> open{&from};
    while (!open.empty()) {
      const llvm::BasicBlock* const block = open.back();
      open.pop_back();
      if (block == &to) return true;
      if (!seen.insert(block).second || block == last) continue;
      open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  }

  /// True when a branch leads to a loop's header at once, or through blocks that only calculate.
  static bool turns_to(const llvm::BasicBlock& from, const llvm::BasicBlock& header) {
    for (const llvm::BasicBlock* next : llvm::successors(&from)) {
      for (unsigned steps = 0; steps < 4; ++steps) {
        if (next == &header) return true;
        if (llvm::any_of(*next, [](const llvm::Instruction& one) { return one.mayReadOrWriteMemory(); }))
          break;
        const llvm::BasicBlock* after = nullptr;
        for (const llvm::BasicBlock* one : llvm::successors(next))
          if (after == nullptr || one == &header) after = one;
        if (after == nullptr) break;
        next = after;
      }
    }
    return false;
  }

  std::uint32_t compute_capability_;
  const llvm::DominatorTree& tree_;
  const llvm::PostDominatorTree& post_;
  llvm::DenseSet<const llvm::Value*> differing_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> meetings_;
};

struct Atomic {
  AtomicOp op = AtomicOp::Count;
  unsigned bytes = 4;
  const llvm::Value* address = nullptr;
  const llvm::Value* value = nullptr;
  bool returns = false;
};

std::optional<Atomic> atomic_of(const llvm::Instruction& one) {
  Atomic atomic;
  atomic.returns = !one.use_empty();
  if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&one)) {
    if (change->getOperation() != llvm::AtomicRMWInst::Add) return std::nullopt;
    atomic.op = AtomicOp::Add, atomic.bytes = change->getType()->getIntegerBitWidth() / 8;
    atomic.address = change->getPointerOperand(), atomic.value = change->getValOperand();
    return atomic;
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&one);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  const llvm::StringRef name = call->getCalledFunction()->getName();
  if (name != "__ws_atomic_u32" && name != "__ws_atomic_u64") return std::nullopt;
  const auto* op = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (op == nullptr) return std::nullopt;
  atomic.op = static_cast<AtomicOp>(op->getZExtValue());
  atomic.bytes = name == "__ws_atomic_u64" ? 8 : 4;
  atomic.address = call->getArgOperand(1), atomic.value = call->getArgOperand(2);
  return atomic;
}

bool is_shared(const llvm::Value& address) {
  return llvm::getUnderlyingObject(&address)->getType()->getPointerAddressSpace() == shared_memory_space;
}

/// `varies`: the lanes bring different values.
program::Asks asks_of(const Atomic& atomic, bool varies, std::uint32_t compute_capability) {
  using program::Asks;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(atomic.value);
  const bool counts = atomic.op == AtomicOp::Inc && atomic.bytes == 4 && constant != nullptr &&
                      constant->isMinusOne();
  switch (atomic.op) {
  case AtomicOp::Add:
  case AtomicOp::Inc:
    if (atomic.op == AtomicOp::Inc && !counts) return Asks::EachLane;
    // Shared memory has an instruction for it, of which each lane is part.
    if (compute_capability >= ampere && is_shared(*atomic.address) && !atomic.returns && atomic.bytes == 4 &&
        constant != nullptr && (counts || constant->isOne()))
      return Asks::EachLane;
    if (!varies) return Asks::OneLane;
    if (atomic.bytes != 4) return Asks::EachLane;
    return atomic.returns || compute_capability < ampere ? Asks::OneLaneOfAll : Asks::OneLane;
  case AtomicOp::MinS:
  case AtomicOp::MinU:
  case AtomicOp::MaxS:
  case AtomicOp::MaxU:
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    if (atomic.returns || atomic.bytes != 4) return Asks::EachLane;
    return compute_capability < ampere ? Asks::OneLaneOfAll : Asks::OneLane;
  default: return Asks::EachLane;
  }
}

} // namespace

llvm::PreservedAnalyses MarkCombinedAtomics::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  std::vector<std::pair<llvm::Instruction*, Atomic>> atomics;
  for (llvm::Instruction& one : llvm::instructions(function))
    if (const std::optional<Atomic> atomic = atomic_of(one)) atomics.emplace_back(&one, *atomic);
  if (atomics.empty()) return llvm::PreservedAnalyses::all();
  const DifferingValues differing(function, compute_capability_,
                                  analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                                  analyses.getResult<llvm::PostDominatorTreeAnalysis>(function));
  llvm::LLVMContext& context = function.getContext();
  for (const auto& [instruction, atomic] : atomics) {
    if (differing.contains(atomic.address)) continue;
    const program::Asks asks = asks_of(atomic, differing.contains(atomic.value), compute_capability_);
    if (asks == program::Asks::EachLane) continue;
    auto* number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), static_cast<std::uint32_t>(asks));
    instruction->setMetadata(combined_atomic,
                             llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(number)));
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace warpscope::frontend
