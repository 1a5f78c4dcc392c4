// Simplifies a function's IR: copies, switches, returns, critical edges, memory intrinsics, dead code.
#include "sim/lower/prepare.h"

#include "sim/frontend/matrix_steps.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include <algorithm>

namespace warpscope::lower::lowering {
namespace {

using namespace llvm;

/// True when the memory may be written through the pointer, or the pointer escapes.
bool may_be_written(const Value& pointer) {
  for (const User* user : pointer.users()) {
    if (const auto* load = dyn_cast<LoadInst>(user)) {
      if (load->isVolatile()) return true;
      continue;
    }
    if (isa<ICmpInst>(user)) continue;
    if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user) || isa<BitCastInst>(user)) {
      if (may_be_written(*user)) return true;
      continue;
    }
    if (const auto* copy = dyn_cast<MemTransferInst>(user)) {
      if (copy->getRawDest() == &pointer) return true;
      continue;
    }
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd())
      continue;
    return true;
  }
  return false;
}

/// A parameter passed by value belongs to the callee. Kernel parameters lie in read-only memory, and the
/// caller's variable must not change: what is written (and whatever a called function gets) is a copy.
void copy_written_parameters(Function& function) {
  const bool is_kernel = function.getCallingConv() == CallingConv::PTX_Kernel;
  for (Argument& argument : function.args()) {
    Type* type = argument.getParamByValType();
    if (type == nullptr || argument.use_empty() || (is_kernel && !may_be_written(argument))) continue;
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
    // PTX wants a map of a tensor at an address of the parameters: the device makes no copy.
    const auto* const named = dyn_cast<StructType>(type);
    if (is_kernel && named != nullptr && named->hasName() && named->getName().contains("CUtensorMap"))
      builder.SetCurrentDebugLocation(frontend::as_matrix_step(builder.getCurrentDebugLocation()));
    const DataLayout& layout = function.getDataLayout();
    const Align align = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
    AllocaInst* copy = builder.CreateAlloca(type);
    copy->setAlignment(align);
    copy->takeName(&argument); // the same name twice would get a number
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type).getFixedValue());
  }
}

void switches_to_branches(Function& function) {
  std::vector<SwitchInst*> switches;
  for (BasicBlock& block : function)
    if (auto* found = dyn_cast<SwitchInst>(block.getTerminator())) switches.push_back(found);
  for (SwitchInst* found : switches) {
    BasicBlock* origin = found->getParent();
    BasicBlock* fallback = found->getDefaultDest();
    // The value that each phi of the targets gets from this switch; the edges are added one at a time
    // afterwards.
    std::vector<std::pair<PHINode*, Value*>> incoming;
    SmallPtrSet<BasicBlock*, 8> targets;
    for (BasicBlock* successor : successors(origin)) targets.insert(successor);
    for (BasicBlock* target : targets)
      for (PHINode& phi : target->phis()) {
        incoming.emplace_back(&phi, phi.getIncomingValueForBlock(origin));
        for (int at = phi.getBasicBlockIndex(origin); at >= 0; at = phi.getBasicBlockIndex(origin))
          phi.removeIncomingValue(static_cast<unsigned>(at), false);
      }
    const auto add_edge = [&](BasicBlock* from, BasicBlock* to) {
      for (auto& [phi, value] : incoming)
        if (phi->getParent() == to) phi->addIncoming(value, from);
    };
    BasicBlock* block = origin;
    IRBuilder<> builder(found);
    builder.SetCurrentDebugLocation(found->getDebugLoc());
    std::vector<std::pair<ConstantInt*, BasicBlock*>> cases;
    for (const auto& entry : found->cases())
      if (entry.getCaseSuccessor() != fallback)
        cases.emplace_back(entry.getCaseValue(), entry.getCaseSuccessor());
    Value* condition = found->getCondition();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool last = i + 1 == cases.size();
      BasicBlock* otherwise = last ? fallback
                                   : BasicBlock::Create(function.getContext(), "case", &function,
                                                        block->getNextNode());
      Value* equal = builder.CreateICmpEQ(condition, cases[i].first);
      if (block == origin) found->removeFromParent();
      builder.SetInsertPoint(block);
      BranchInst* branch = BranchInst::Create(cases[i].second, otherwise, equal, block);
      branch->setDebugLoc(found->getDebugLoc());
      add_edge(block, cases[i].second);
      if (last) {
        add_edge(block, fallback);
      } else {
        block = otherwise;
        builder.SetInsertPoint(block);
        builder.SetCurrentDebugLocation(found->getDebugLoc());
      }
    }
    if (cases.empty()) {
      found->removeFromParent();
      BranchInst::Create(fallback, origin)->setDebugLoc(found->getDebugLoc());
      add_edge(origin, fallback);
    }
    found->deleteValue();
  }
}

void unify_returns(Function& function) {
  std::vector<ReturnInst*> returns;
  for (BasicBlock& block : function)
    if (auto* found = dyn_cast<ReturnInst>(block.getTerminator())) returns.push_back(found);
  if (returns.size() < 2) return;
  BasicBlock* exit = BasicBlock::Create(function.getContext(), "return", &function);
  PHINode* result = nullptr;
  if (!function.getReturnType()->isVoidTy())
    result = PHINode::Create(function.getReturnType(), static_cast<unsigned>(returns.size()), "result", exit);
  ReturnInst* unified = ReturnInst::Create(function.getContext(), result, exit);
  unified->setDebugLoc(returns.back()->getDebugLoc());
  for (ReturnInst* found : returns) {
    if (result != nullptr) result->addIncoming(found->getReturnValue(), found->getParent());
    BranchInst::Create(exit, found->getParent())->setDebugLoc(found->getDebugLoc());
    found->eraseFromParent();
  }
}

/// Copies into phis need an edge of their own to lie on.
void split_critical_edges(Function& function) {
  std::vector<Instruction*> terminators;
  for (BasicBlock& block : function)
    if (block.getTerminator()->getNumSuccessors() > 1) terminators.push_back(block.getTerminator());
  for (Instruction* terminator : terminators)
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
      BasicBlock* successor = terminator->getSuccessor(i);
      if (successor->phis().empty()) continue;
      if (successor->getSinglePredecessor() != nullptr) FoldSingleEntryPHINodes(successor);
      else SplitCriticalEdge(terminator, i);
    }
}

/// Expands copies of known size, in steps as wide as both ends are aligned. The front end turned those of the
/// text into vector accesses; these are the others (parameters passed by value, initialisers).
bool expand_known_copy(MemIntrinsic& intrinsic) {
  const auto* length = dyn_cast<ConstantInt>(intrinsic.getLength());
  constexpr std::uint64_t most_steps = 4096;
  if (length == nullptr) return false;
  const std::uint64_t bytes = length->getZExtValue();
  IRBuilder<> builder(&intrinsic);
  auto* transfer = dyn_cast<MemTransferInst>(&intrinsic);
  std::uint64_t step = intrinsic.getDestAlign().valueOrOne().value();
  if (transfer != nullptr) step = std::min(step, transfer->getSourceAlign().valueOrOne().value());
  step = std::min<std::uint64_t>(step, 16);
  if (bytes / step > most_steps) return false;
  const auto access_type = [&](std::uint64_t width) -> Type* {
    if (width == 16) return FixedVectorType::get(builder.getInt32Ty(), 4);
    if (width == 8) return FixedVectorType::get(builder.getInt32Ty(), 2);
    return builder.getIntNTy(static_cast<unsigned>(width * 8));
  };
  struct Piece {
    std::uint64_t at;
    Value* value;
    Align align;
  };
  const auto* filler = dyn_cast<MemSetInst>(&intrinsic);
  std::vector<Piece> pieces;
  for (std::uint64_t at = 0; at < bytes;) {
    while (step > bytes - at) step /= 2;
    Type* type = access_type(step);
    const Align align(step);
    Value* value = nullptr;
    if (filler != nullptr) {
      Value* byte = filler->getValue();
      const unsigned bits = static_cast<unsigned>(std::min<std::uint64_t>(step, 4) * 8);
      Value* word = builder.CreateZExt(byte, builder.getIntNTy(bits));
      if (bits > 8)
        word = builder.CreateMul(word, ConstantInt::get(word->getType(), APInt::getSplat(bits, APInt(8, 1))));
      value = type->isVectorTy() ? builder.CreateVectorSplat(static_cast<unsigned>(step / 4), word) : word;
    } else {
      Value* from = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), transfer->getRawSource(), at);
      value = builder.CreateAlignedLoad(type, from, align, intrinsic.isVolatile());
    }
    pieces.push_back({at, value, align});
    at += step;
  }
  // All loads come before all stores, so that this is correct for memmove, too.
  for (const Piece& piece : pieces) {
    Value* to = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), intrinsic.getRawDest(), piece.at);
    builder.CreateAlignedStore(piece.value, to, piece.align, intrinsic.isVolatile());
  }
  intrinsic.eraseFromParent();
  return true;
}

/// The C library's functions as the intrinsics that they are.
void name_copies(Function& function) {
  std::vector<CallInst*> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && call->arg_size() == 3)
      if (const llvm::Function* callee = call->getCalledFunction();
          callee != nullptr && callee->isDeclaration() &&
          (callee->getName() == "memcpy" || callee->getName() == "memmove" || callee->getName() == "memset"))
        calls.push_back(call);
  for (CallInst* call : calls) {
    const StringRef name = call->getCalledFunction()->getName();
    Value *const to = call->getArgOperand(0), *const second = call->getArgOperand(1),
                 *const bytes = call->getArgOperand(2);
    IRBuilder<> builder(call);
    if (name == "memcpy") builder.CreateMemCpy(to, Align(1), second, Align(1), bytes);
    else if (name == "memmove") builder.CreateMemMove(to, Align(1), second, Align(1), bytes);
    else builder.CreateMemSet(to, builder.CreateTrunc(second, builder.getInt8Ty()), bytes, Align(1));
    call->replaceAllUsesWith(to);
    call->eraseFromParent();
  }
}

/// Makes a loop of a copy whose size is not known, or is large.
void expand_memory_intrinsic(MemIntrinsic& intrinsic) {
  if (expand_known_copy(intrinsic)) return;
  Function& function = *intrinsic.getFunction();
  const DebugLoc place = intrinsic.getDebugLoc();
  SmallPtrSet<const BasicBlock*, 16> before;
  for (const BasicBlock& block : function) before.insert(&block);
  const TargetTransformInfo costs(function.getDataLayout()); // of no target: loops over bytes
  if (auto* copy = dyn_cast<MemCpyInst>(&intrinsic)) expandMemCpyAsLoop(copy, costs);
  else if (auto* move = dyn_cast<MemMoveInst>(&intrinsic);
           move == nullptr || !expandMemMoveAsLoop(move, costs)) {
    auto* fill = dyn_cast<MemSetInst>(&intrinsic);
    if (fill == nullptr) return;
    expandMemSetAsLoop(fill);
  }
  intrinsic.eraseFromParent();
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (!before.contains(&block) && !instruction.getDebugLoc()) instruction.setDebugLoc(place);
}

/// Initialisers of local arrays are private constants of the compiler: reading them is not an access of the
/// text.
Constant* folded_load(LoadInst& load) {
  if (load.isVolatile()) return nullptr;
  const DataLayout& layout = load.getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* global = dyn_cast<GlobalVariable>(base);
  if (global == nullptr || !global->isConstant() || !global->hasLocalLinkage() ||
      !global->hasGlobalUnnamedAddr() || global->getAddressSpace() != 0 ||
      !global->hasDefinitiveInitializer())
    return nullptr;
  return ConstantFoldLoadFromConst(const_cast<Constant*>(global->getInitializer()), load.getType(), offset,
                                   layout);
}

void remove_dead(Function& function) {
  std::vector<WeakTrackingVH> dead;
  for (Instruction& instruction : instructions(function))
    if (instruction.use_empty() && !instruction.mayReadOrWriteMemory() &&
        isInstructionTriviallyDead(&instruction))
      dead.emplace_back(&instruction);
  while (!dead.empty()) {
    Value* value = dead.back();
    dead.pop_back();
    auto* instruction = dyn_cast_or_null<Instruction>(value);
    if (instruction == nullptr || !instruction->use_empty() || instruction->mayReadOrWriteMemory() ||
        !isInstructionTriviallyDead(instruction))
      continue;
    for (const Use& operand : instruction->operands())
      if (isa<Instruction>(operand.get())) dead.emplace_back(operand.get());
    instruction->eraseFromParent();
  }
}

} // namespace

void prepare(Function& function) {
  copy_written_parameters(function);
  for (BasicBlock& block : function) ConstantFoldTerminator(&block, false);
  removeUnreachableBlocks(function);
  name_copies(function);
  std::vector<MemIntrinsic*> intrinsics;
  for (Instruction& instruction : instructions(function))
    if (auto* found = dyn_cast<MemIntrinsic>(&instruction)) intrinsics.push_back(found);
  for (MemIntrinsic* intrinsic : intrinsics) expand_memory_intrinsic(*intrinsic);
  std::vector<LoadInst*> loads;
  for (Instruction& instruction : instructions(function))
    if (auto* found = dyn_cast<LoadInst>(&instruction)) loads.push_back(found);
  for (LoadInst* load : loads)
    if (Constant* value = folded_load(*load)) {
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
    }
  switches_to_branches(function);
  for (BasicBlock& block : function) ConstantFoldTerminator(&block, false);
  removeUnreachableBlocks(function);
  unify_returns(function);
  split_critical_edges(function);
  remove_dead(function);
}

} // namespace warpscope::lower::lowering
